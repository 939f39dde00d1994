# SPDX-License-Identifier: Apache-2.0
#
# The programs of `make complaints`, by both compilers, and what they link or load. They are not installed.
set(rondo_bench_programs ${rondo_stock_programs})
set(rondo_stock_programs)
set(flags -std=c11 -D_GNU_SOURCE -pthread)
set(folder ${PROJECT_BINARY_DIR}/bin/bench/complaints)
file(MAKE_DIRECTORY ${folder})

# rondo_complaint_library(<name> <compiler> <source> <flag>...): <name>.so beside the programs.
function(rondo_complaint_library name compiler source)
  set(source ${CMAKE_CURRENT_LIST_DIR}/${source})
  add_custom_command(
    OUTPUT ${folder}/${name}.so
    COMMAND ${compiler} -O3 -fPIC -shared ${ARGN} ${source} -o ${folder}/${name}.so
    DEPENDS ${source}
    COMMENT "Linking stock library ${name}.so"
    VERBATIM)
  set(rondo_stock_programs ${rondo_stock_programs} ${folder}/${name}.so PARENT_SCOPE)
endfunction()

rondo_complaint_library(library-gcc ${RONDO_STOCK_GCC} library.c -fopenmp)
rondo_complaint_library(library-clang ${RONDO_STOCK_CLANG} library.c -fopenmp)
foreach(bytes IN ITEMS 1024 512 256 128)
  rondo_complaint_library(hog${bytes} ${RONDO_STOCK_GCC} hog.c -DHOG_BYTES=${bytes})
endforeach()

foreach(name IN ITEMS bare_root blocked_tasks changing_team deep_tasks dynamic fixed_order fork many_threads nested
                      other_pool pinned quota refused region slow_core small_work tasks unseen waiting)
  rondo_stock_pair(bench/complaints/${name} SOURCE complaints/${name}.c FLAGS ${flags})
endforeach()
rondo_stock_pair(bench/complaints/race_free SOURCE complaints/race_free.c FLAGS ${flags} -fsanitize=thread)
rondo_stock_program(bench/complaints/sleep_cost COMPILER ${RONDO_STOCK_GCC} SOURCE complaints/sleep_cost.c
                    FLAGS ${flags})
rondo_stock_program(bench/complaints/static_tls COMPILER ${RONDO_STOCK_GCC} SOURCE complaints/static_tls.c
                    FLAGS ${flags})

# The library is the other compiler's.
foreach(name IN ITEMS two_runtimes limits)
  rondo_stock_program(bench/complaints/${name}-gcc COMPILER ${RONDO_STOCK_GCC} SOURCE complaints/${name}.c
                      FLAGS ${flags} -fopenmp OBJECTS ${folder}/library-clang.so LIBRARIES -Wl,-rpath,$ORIGIN)
  rondo_stock_program(bench/complaints/${name}-clang COMPILER ${RONDO_STOCK_CLANG} SOURCE complaints/${name}.c
                      FLAGS ${flags} -fopenmp OBJECTS ${folder}/library-gcc.so LIBRARIES -Wl,-rpath,$ORIGIN)
endforeach()

add_custom_target(rondo_complaints ALL DEPENDS ${rondo_stock_programs})
set(rondo_stock_programs ${rondo_bench_programs})

# Short runs of all of them on Rondo, by the runner: do they build, end, and do what they are to do?
if(TARGET rondo_cli AND Python3_EXECUTABLE)
  add_test(NAME bench.complaints
           COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/run.py --quick --on rondo-gcc,rondo-clang
                   --rondo $<TARGET_FILE:rondo_cli>)
  add_test(NAME bench.complaints.page COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/test_page.py)
  set_tests_properties(bench.complaints bench.complaints.page PROPERTIES LABELS bench TIMEOUT 300
                       ENVIRONMENT PYTHONPATH=${PROJECT_SOURCE_DIR}/python)
endif()
