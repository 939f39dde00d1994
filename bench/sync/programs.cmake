# SPDX-License-Identifier: Apache-2.0
#
# The constructs that are not tasks, in C and in Fortran; the driver is compiled once. Delays and statistics are EPCC's.
rondo_stock_parts(objects driver fortran)
set(fortran_table ${objects})
list(FILTER fortran_table INCLUDE REGEX "/fortran[.]o$")
list(REMOVE_ITEM objects ${fortran_table})
list(APPEND objects ${PROJECT_BINARY_DIR}/stock/epcc/statistics.o ${PROJECT_BINARY_DIR}/stock/epcc/work.o)
rondo_stock_pair(bench/sync SOURCE sync/constructs.c FLAGS -std=c11 OBJECTS ${objects})
if(RONDO_STOCK_GFORTRAN)
  rondo_stock_program(bench/sync-fortran-gcc COMPILER ${RONDO_STOCK_GFORTRAN} SOURCE sync/constructs.f90
                      FLAGS -std=f2018 -cpp -fopenmp -J${PROJECT_BINARY_DIR}/stock/sync
                      OBJECTS ${objects} ${fortran_table})
  rondo_bench_test(sync-fortran all BUILDS gcc ARGS --repeat 2 --test 100)
endif()

foreach(form IN ITEMS all schedules after-pause)
  rondo_bench_test(sync ${form} ARGS --repeat 2 --test 100 --pause 2)
endforeach()

# The same constructs, and tasks, for the counting library.
foreach(build IN ITEMS gcc clang)
  string(TOUPPER ${build} compiler)
  rondo_stock_object(${PROJECT_BINARY_DIR}/stock/sync/constructs-${build}.o ${CMAKE_CURRENT_LIST_DIR}/constructs.c
                     COMPILER ${RONDO_STOCK_${compiler}} FLAGS -std=c11 -fopenmp)
  rondo_stock_program(bench/counts-${build} COMPILER ${RONDO_STOCK_${compiler}} SOURCE counts.c
                      FLAGS -std=c11 -fopenmp
                      OBJECTS ${PROJECT_BINARY_DIR}/stock/sync/constructs-${build}.o
                              ${PROJECT_BINARY_DIR}/stock/epcc/work.o)
endforeach()
rondo_bench_test(counts grid ARGS --n 512)
rondo_bench_test(counts replayed_grid ARGS --n 1024)
rondo_bench_test(counts reduction ARGS --n 256)
