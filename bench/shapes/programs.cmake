# SPDX-License-Identifier: Apache-2.0
#
# Shapes of dependent tasks; the shapes themselves are compiled once.
rondo_stock_object(${PROJECT_BINARY_DIR}/stock/shapes/shape.o ${CMAKE_CURRENT_LIST_DIR}/shape.c
                   COMPILER ${RONDO_STOCK_GCC} FLAGS -std=c11)
add_custom_target(rondo_stock_shapes DEPENDS ${PROJECT_BINARY_DIR}/stock/shapes/shape.o)
foreach(build IN ITEMS gcc clang)
  string(TOUPPER ${build} compiler)
  rondo_stock_program(bench/shapes-${build} COMPILER ${RONDO_STOCK_${compiler}} SOURCE shapes/shapes.c
                      FLAGS -std=c11 -fopenmp OBJECTS ${PROJECT_BINARY_DIR}/stock/shapes/shape.o)
endforeach()

foreach(form IN ITEMS independent own chain chains readers outstanding eight random nested)
  rondo_bench_test(shapes ${form} ARGS --tasks 5000 --readers 50 --repeat 2 --verify)
endforeach()
