# SPDX-License-Identifier: Apache-2.0
#
# Unbalanced Tree Search. Trees and their search without tasks are compiled once.
rondo_stock_parts(objects instructions sha1 tree)
rondo_stock_pair(bench/uts SOURCE uts/uts.c FLAGS -std=c11 OBJECTS ${objects})

foreach(tree IN ITEMS small-geometric small-binomial)
  rondo_bench_test(uts ${tree} ARGS --repeat 2 --granularity 2 --moved)
  rondo_bench_test(uts ${tree} NAME tied ARGS --repeat 2 --tied)
endforeach()
rondo_bench_test(uts small-binomial NAME instructions BUILDS gcc ARGS --repeat 1 --instructions)
foreach(tree IN ITEMS T1 T3)
  rondo_bench_test(uts ${tree} ARGS --repeat 1)
endforeach()
