# SPDX-License-Identifier: Apache-2.0
#
# Shapes of dependent tasks; the shapes themselves are compiled once.
rondo_stock_parts(objects shape)
rondo_stock_pair(bench/shapes SOURCE shapes/shapes.c FLAGS -std=c11 OBJECTS ${objects})

foreach(form IN ITEMS independent own chain chains readers outstanding eight random nested)
  rondo_bench_test(shapes ${form} ARGS --tasks 5000 --readers 50 --repeat 2 --verify)
endforeach()
