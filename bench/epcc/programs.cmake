# SPDX-License-Identifier: Apache-2.0
#
# EPCC's task microbenchmarks in C and in Fortran; the delays and the driver are compiled once.
find_program(RONDO_STOCK_GFORTRAN NAMES gfortran-12)
mark_as_advanced(RONDO_STOCK_GFORTRAN)

rondo_stock_parts(objects statistics work driver)
rondo_stock_pair(bench/epcc SOURCE epcc/tasks.c FLAGS -std=c11 OBJECTS ${objects})
set(fortran)
if(RONDO_STOCK_GFORTRAN)
  set(fortran epcc-fortran)
  rondo_stock_program(bench/epcc-fortran-gcc COMPILER ${RONDO_STOCK_GFORTRAN} SOURCE epcc/tasks.f90
                      FLAGS -std=f2018 -cpp -fopenmp -J${PROJECT_BINARY_DIR}/stock/epcc OBJECTS ${objects})
else()
  message(STATUS "bench: gfortran-12 not found; EPCC's task microbenchmarks are built in C only")
endif()

set(small --samples 3 --tasks 500 --firstprivate 20 --branching 5 --depth 3)
rondo_bench_test(epcc all ARGS ${small})
rondo_bench_test(epcc taskwait NAME deep ARGS --samples 1 --branching 2 --depth 9 --delay 100)
if(fortran)
  rondo_bench_test(epcc-fortran all BUILDS gcc ARGS ${small})
endif()
