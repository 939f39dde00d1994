# SPDX-License-Identifier: Apache-2.0
#
# Two programs of two halves: main by clang and the other half by gcc, and the reverse. Each is linked to both OpenMP
# libraries, so both faces are loaded. Not in the sanitizer presets (gcc) and not on the stock runtimes (two runtimes).

set(reason "on the stock libraries the two halves are two runtimes that do not know of each other")
if(NOT RONDO_TEST_SANITIZER STREQUAL none)
  rondo_not_built(omp.mixed clang "one half is built by gcc")
  return()
endif()

execute_process(COMMAND ${RONDO_TEST_GCC} -print-file-name=libgomp.so OUTPUT_VARIABLE gomp
                OUTPUT_STRIP_TRAILING_WHITESPACE)
set(folder ${CMAKE_BINARY_DIR}/tests/bin)
set(flags -std=gnu11 ${RONDO_TEST_WARNINGS} -O2 -g1 -fopenmp -pthread -I${RONDO_TESTS_DIR})
foreach(compiler IN ITEMS gcc clang)
  if(compiler STREQUAL gcc)
    set(main ${RONDO_TEST_GCC})
    set(half ${RONDO_TEST_CLANG})
  else()
    set(main ${RONDO_TEST_CLANG})
    set(half ${RONDO_TEST_GCC})
  endif()
  set(program ${folder}/omp.mixed.main_by_${compiler})
  # clang links at the end: it knows where libomp is; libgomp is named by its path.
  add_custom_command(
    OUTPUT ${program}
    COMMAND ${half} ${flags} -c ${CMAKE_CURRENT_LIST_DIR}/half.c -o ${program}.half.o
    COMMAND ${main} ${flags} -c ${CMAKE_CURRENT_LIST_DIR}/main.c -o ${program}.main.o
    COMMAND ${RONDO_TEST_CLANG} -fopenmp -pthread ${program}.main.o ${program}.half.o ${gomp} -o ${program}
            ${RONDO_TEST_CLANG_LINKS}
    DEPENDS ${CMAKE_CURRENT_LIST_DIR}/half.c ${CMAKE_CURRENT_LIST_DIR}/main.c ${CMAKE_CURRENT_LIST_DIR}/mixed.h
            ${RONDO_TESTS_DIR}/check.h
    COMMENT "Building test program omp.mixed.main_by_${compiler}"
    VERBATIM)
  add_custom_target(build_omp_mixed_main_by_${compiler} DEPENDS ${program})
  if(CMAKE_CROSSCOMPILING)
    add_dependencies(build_omp_mixed_main_by_${compiler} rondo_face_libomp_so)
  endif()
  add_dependencies(rondo_test_programs build_omp_mixed_main_by_${compiler})
  rondo_not_built(omp.mixed.main_by_${compiler} stock "${reason}")
  if(TARGET rondo)
    rondo_run_test(omp.mixed.main_by_${compiler} PROGRAM ${program} RUNTIME rondo THREADS 1 2 4 8 LABELS omp
                   BY_TURNS)
  endif()
endforeach()
