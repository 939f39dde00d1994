# SPDX-License-Identifier: Apache-2.0
#
# The constructs that are not tasks; the driver is compiled once. Delays and statistics are EPCC's.
rondo_stock_object(${PROJECT_BINARY_DIR}/stock/sync/driver.o ${CMAKE_CURRENT_LIST_DIR}/driver.c
                   COMPILER ${RONDO_STOCK_GCC} FLAGS -std=c11)
set(objects ${PROJECT_BINARY_DIR}/stock/sync/driver.o ${PROJECT_BINARY_DIR}/stock/epcc/statistics.o
            ${PROJECT_BINARY_DIR}/stock/epcc/work.o)
add_custom_target(rondo_stock_sync DEPENDS ${objects})
foreach(build IN ITEMS gcc clang)
  string(TOUPPER ${build} compiler)
  rondo_stock_program(bench/sync-${build} COMPILER ${RONDO_STOCK_${compiler}} SOURCE sync/constructs.c
                      FLAGS -std=c11 -fopenmp OBJECTS ${objects})
endforeach()

foreach(form IN ITEMS all schedules after-pause)
  rondo_bench_test(sync ${form} ARGS --repeat 2 --test 100 --pause 2)
endforeach()
