# SPDX-License-Identifier: Apache-2.0
#
# Tasks of irregular lengths; the lengths themselves are compiled once.
rondo_stock_parts(objects lengths dealt)
rondo_stock_pair(bench/irregular SOURCE irregular/irregular.c FLAGS -std=c11 -D_GNU_SOURCE OBJECTS ${objects})

foreach(order RANGE 3)
  foreach(form IN ITEMS rare tail sleeps)
    rondo_bench_test(irregular ${form} NAME ${order} ARGS --order ${order} --tasks 1000 --repeat 2)
  endforeach()
endforeach()
