# SPDX-License-Identifier: Apache-2.0
#
# The NAS programs. What computes is compiled once, by gcc without OpenMP; the driver for each program by each compiler.
set(folder ${PROJECT_BINARY_DIR}/stock/nas)
set(programs ep cg ft)
set(parts_ep ep)
set(parts_cg cg cg_matrix)
set(parts_ft ft fft)
rondo_stock_parts(objects nas ep cg cg_matrix ft fft)
foreach(program IN LISTS programs)
  set(objects nas ${parts_${program}})
  list(TRANSFORM objects PREPEND ${folder}/)
  list(TRANSFORM objects APPEND .o)
  # clang compares a taskloop's variable with a number that has no sign.
  rondo_stock_pair(bench/nas-${program} SOURCE nas/driver.c
                   FLAGS -std=c11 -Wno-sign-compare "-DPROGRAM=\"nas/${program}.h\""
                   OBJECTS ${objects})
endforeach()

# Class S verifies in every form; one of each program in `make test`, by each compiler another one.
rondo_bench_test(nas-ep graph-same BUILDS clang)
rondo_bench_test(nas-cg graph BUILDS gcc)
rondo_bench_test(nas-ft graph BUILDS clang)
foreach(program IN LISTS programs)
  foreach(form IN ITEMS serial for dynamic graph graph-same graph-nowait taskiter)
    rondo_bench_test(nas-${program} ${form} LONG NAME S)
  endforeach()
  rondo_bench_test(nas-${program} graph LONG NAME W ARGS --class 1)
endforeach()
