# SPDX-License-Identifier: Apache-2.0
#
# Regions whose tasks the clang plugin finds out: a program for each kernel, with some 6000 tasks. Not there without the
# plugin. The serial run is compiled by gcc, the rest by clang.
if(NOT TARGET rondo-clang19)
  message(STATUS "bench: no clang 19 plugin (libclang-19-dev); the programs of the suite static are left out")
  return()
endif()
set(blocks_cholesky 32)
set(blocks_lu 25)
set(blocks_heat 78)
set(blocks_matmul 18)
set(blocks_stencil 77)
set(blocks_axpy 77)
set(blocks_dot 54)
set(blocks_nbody 76)
set(objects)
foreach(kernel IN ITEMS cholesky lu heat matmul stencil axpy dot nbody)
  set(flags -std=c11 -DN=${blocks_${kernel}} -DKERNEL="static/${kernel}.h")
  set(object ${PROJECT_BINARY_DIR}/stock/static/${kernel}.o)
  rondo_stock_object(${object} ${CMAKE_CURRENT_LIST_DIR}/serial.c COMPILER ${RONDO_STOCK_GCC}
                     FLAGS ${flags} -Wno-unknown-pragmas)
  list(APPEND objects ${object})
  rondo_stock_program(bench/static-${kernel}-clang COMPILER ${RONDO_STOCK_CLANG} SOURCE static/driver.c
                      FLAGS ${flags} -fopenmp -fplugin=$<TARGET_FILE:rondo-clang19> OBJECTS ${object})
endforeach()
add_custom_target(rondo_stock_static DEPENDS ${objects})

# What is right for one kernel in all forms; each kernel where the compiler's graph is used.
foreach(form IN ITEMS dynamic record second graph-same static-first static)
  rondo_bench_test(static-cholesky ${form} BUILDS clang ARGS --repeat 3)
endforeach()
foreach(kernel IN ITEMS lu heat matmul stencil)
  foreach(form IN ITEMS static-first static)
    rondo_bench_test(static-${kernel} ${form} BUILDS clang ARGS --repeat 3)
  endforeach()
endforeach()

foreach(kernel IN ITEMS axpy dot nbody)
  rondo_bench_test(static-${kernel} static BUILDS clang ARGS --repeat 3)
endforeach()

add_test(NAME bench.static.compile
         COMMAND /usr/bin/python3 ${CMAKE_CURRENT_LIST_DIR}/compile.py --plugin $<TARGET_FILE:rondo-clang19>
                 --clang ${RONDO_STOCK_CLANG} --blocks 4,8 --repeat 1)
set_tests_properties(bench.static.compile PROPERTIES LABELS bench TIMEOUT 60)
