# SPDX-License-Identifier: Apache-2.0
#
# Problems whose tasks end at a depth. Each file is compiled by each compiler: clauses and calls lie side by side.
set(folder ${PROJECT_BINARY_DIR}/stock/cutoff)
foreach(build IN ITEMS gcc clang)
  string(TOUPPER ${build} compiler)
  set(objects)
  foreach(problem IN ITEMS alignment fib floorplan health knapsack queens sort strassen)
    rondo_stock_object(${folder}/${problem}-${build}.o ${CMAKE_CURRENT_LIST_DIR}/${problem}.c
                       COMPILER ${RONDO_STOCK_${compiler}} FLAGS -std=c11 -fopenmp)
    list(APPEND objects ${folder}/${problem}-${build}.o)
  endforeach()
  rondo_stock_program(bench/cutoff-${build} COMPILER ${RONDO_STOCK_${compiler}} SOURCE cutoff/cutoff.c
                      FLAGS -std=c11 -fopenmp OBJECTS ${objects})
endforeach()

set(small_alignment 16)
set(small_fib 14)
set(small_floorplan 4)
set(small_health 3)
set(small_knapsack 10)
set(small_queens 6)
set(small_sort 3000)
set(small_strassen 32)
# Each problem in each way, by the compilers in turns. Every way by both: bench.verify.
set(build gcc)
set(next_gcc clang)
set(next_clang gcc)
foreach(problem IN ITEMS alignment fib floorplan health knapsack queens sort strassen)
  foreach(cut RANGE 1 2)
    rondo_bench_test(cutoff ${problem} NAME ${cut} BUILDS ${build}
                     ARGS --cut ${cut} --size ${small_${problem}} --depth 2 --repeat 2)
    set(build ${next_${build}})
  endforeach()
  set(build ${next_${build}})
endforeach()
