# SPDX-License-Identifier: Apache-2.0
#
# Unbalanced Tree Search. Trees and their search without tasks are compiled once.
set(objects)
foreach(name IN ITEMS sha1 tree)
  rondo_stock_object(${PROJECT_BINARY_DIR}/stock/uts/${name}.o ${CMAKE_CURRENT_LIST_DIR}/${name}.c
                     COMPILER ${RONDO_STOCK_GCC} FLAGS -std=c11)
  list(APPEND objects ${PROJECT_BINARY_DIR}/stock/uts/${name}.o)
endforeach()
add_custom_target(rondo_stock_uts DEPENDS ${objects})
foreach(build IN ITEMS gcc clang)
  string(TOUPPER ${build} compiler)
  rondo_stock_program(bench/uts-${build} COMPILER ${RONDO_STOCK_${compiler}} SOURCE uts/uts.c
                      FLAGS -std=c11 -fopenmp OBJECTS ${objects})
endforeach()

foreach(tree IN ITEMS small-geometric small-binomial)
  rondo_bench_test(uts ${tree} ARGS --repeat 2 --granularity 2 --moved)
  rondo_bench_test(uts ${tree} NAME tied ARGS --repeat 2 --tied)
endforeach()
foreach(tree IN ITEMS T1 T3)
  rondo_bench_test(uts ${tree} SLOW ARGS --repeat 1)
endforeach()
