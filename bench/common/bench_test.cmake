# SPDX-License-Identifier: Apache-2.0
#
# The programs check their own results: ctest runs them at small sizes, on the runtime they were built with and on
# Rondo, and looks at no times.

# rondo_bench_test(<program> <form> [LONG] [NAME <name>] [BUILDS <build>...] [ENVIRONMENT <name=value>...]
#                  [ARGS <argument>...])
# NAME tells tests of one form apart. LONG: only in `make test-long` (the label long).
function(rondo_bench_test program form)
  cmake_parse_arguments(PARSE_ARGV 2 arg "LONG" "NAME" "BUILDS;ENVIRONMENT;ARGS")
  set(builds gcc clang)
  if(arg_BUILDS)
    set(builds ${arg_BUILDS})
  endif()
  set(name ${form})
  if(arg_NAME)
    set(name ${form}.${arg_NAME})
  endif()
  set(labels bench)
  set(stock_labels bench stock)
  if(arg_LONG)
    set(labels bench long)
    set(stock_labels bench long)
  endif()
  foreach(build IN LISTS builds)
    set(test bench.${program}.${name}.${build})
    set(command ${PROJECT_BINARY_DIR}/bin/bench/${program}-${build} ${form} ${arg_ARGS})
    add_test(NAME ${test}.stock COMMAND ${command})
    set_tests_properties(${test}.stock PROPERTIES LABELS "${stock_labels}" TIMEOUT 300
                         ENVIRONMENT "OMP_NUM_THREADS=4;${arg_ENVIRONMENT}")
    if(TARGET rondo_cli)
      add_test(NAME ${test}.rondo COMMAND rondo_cli run --threads 4 -- ${command})
      set_tests_properties(${test}.rondo PROPERTIES LABELS "${labels}" TIMEOUT 300 ENVIRONMENT "${arg_ENVIRONMENT}")
    endif()
  endforeach()
endfunction()
