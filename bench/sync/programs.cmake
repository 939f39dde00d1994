# SPDX-License-Identifier: Apache-2.0
#
# The constructs that are not tasks; the driver is compiled once. Delays and statistics are EPCC's.
rondo_stock_parts(objects driver)
rondo_stock_pair(bench/sync SOURCE sync/constructs.c FLAGS -std=c11
                 OBJECTS ${objects} ${PROJECT_BINARY_DIR}/stock/epcc/statistics.o
                         ${PROJECT_BINARY_DIR}/stock/epcc/work.o)

foreach(form IN ITEMS all schedules after-pause)
  rondo_bench_test(sync ${form} ARGS --repeat 2 --test 100 --pause 2)
endforeach()
