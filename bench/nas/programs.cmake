# SPDX-License-Identifier: Apache-2.0
#
# The NAS programs. What computes is compiled once, by gcc without OpenMP; the driver for each program by each compiler.
set(folder ${PROJECT_BINARY_DIR}/stock/nas)
set(programs ep cg ft lu sp bt)
set(parts_ep ep)
set(parts_cg cg cg_matrix)
set(parts_ft ft fft)
set(parts_lu lu flow)
set(parts_sp sp flow)
set(parts_bt bt flow)
rondo_stock_parts(objects nas ep cg cg_matrix ft fft flow lu sp bt)
foreach(program IN LISTS programs)
  set(objects nas ${parts_${program}})
  list(TRANSFORM objects PREPEND ${folder}/)
  list(TRANSFORM objects APPEND .o)
  rondo_stock_pair(bench/nas-${program} SOURCE nas/driver.c FLAGS -std=c11 "-DPROGRAM=\"nas/${program}.h\""
                   OBJECTS ${objects})
endforeach()

# Class S verifies in every form; one of each program in `make test`, by each compiler another one.
rondo_bench_test(nas-ep graph-same BUILDS clang)
rondo_bench_test(nas-cg graph BUILDS gcc)
rondo_bench_test(nas-ft graph BUILDS clang)
rondo_bench_test(nas-lu graph BUILDS gcc)
rondo_bench_test(nas-sp graph-nowait BUILDS clang)
rondo_bench_test(nas-bt taskiter BUILDS gcc)
foreach(program IN LISTS programs)
  foreach(form IN ITEMS serial for dynamic record graph graph-same graph-nowait taskiter)
    rondo_bench_test(nas-${program} ${form} LONG NAME S)
  endforeach()
  rondo_bench_test(nas-${program} graph LONG NAME W ARGS --class 1)
endforeach()
