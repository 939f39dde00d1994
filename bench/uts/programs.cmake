# SPDX-License-Identifier: Apache-2.0
#
# Unbalanced Tree Search, by OpenMP and by oneTBB. Driver, trees and their search without tasks are compiled once.
rondo_stock_parts(objects driver instructions sha1 tree)
rondo_stock_pair(bench/uts SOURCE uts/uts.c FLAGS -std=c11 OBJECTS ${objects})
if(RONDO_TBB_INCLUDE AND RONDO_TBB_LIBRARY AND RONDO_STOCK_GXX)
  rondo_stock_program(bench/uts-tbb COMPILER ${RONDO_STOCK_GXX} SOURCE uts/uts_tbb.cpp FLAGS -std=c++17 -pthread
                      OBJECTS ${objects} LIBRARIES ${RONDO_TBB_LIBRARY})
  add_test(NAME bench.uts.tbb COMMAND ${PROJECT_BINARY_DIR}/bin/bench/uts-tbb small-binomial --repeat 1 --threads 4)
  set_tests_properties(bench.uts.tbb PROPERTIES LABELS stock TIMEOUT 300)
endif()

foreach(tree IN ITEMS small-geometric small-binomial)
  rondo_bench_test(uts ${tree} ARGS --repeat 2 --granularity 2 --moved)
  rondo_bench_test(uts ${tree} NAME tied ARGS --repeat 2 --tied)
endforeach()
rondo_bench_test(uts small-binomial NAME instructions BUILDS gcc ARGS --repeat 1 --instructions)
foreach(tree IN ITEMS T1 T3)
  rondo_bench_test(uts ${tree} ARGS --repeat 1)
endforeach()
