# SPDX-License-Identifier: Apache-2.0
#
# The NAS programs. What computes is compiled once, by gcc without OpenMP; the driver for each program by each compiler;
# iterations whose tasks the compiler knows by clang with its plugin.
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
  if(TARGET rondo-clang19)
    set(known ${folder}/known_${program}.o)
    rondo_stock_object(${known} ${CMAKE_CURRENT_LIST_DIR}/known.c COMPILER ${RONDO_STOCK_CLANG}
                       FLAGS -std=c11 "-DPROGRAM=\"nas/${program}.h\"" -fopenmp -fplugin=$<TARGET_FILE:rondo-clang19>)
    rondo_stock_program(bench/static-nas-${program}-clang COMPILER ${RONDO_STOCK_CLANG} SOURCE nas/driver.c
                        FLAGS -std=c11 "-DPROGRAM=\"nas/${program}.h\"" -fopenmp OBJECTS ${objects} ${known})
  endif()
endforeach()

# One of each program, by each compiler another one, and class W. Every form: bench.verify.
rondo_bench_test(nas-ep graph-same BUILDS clang)
rondo_bench_test(nas-cg graph BUILDS gcc)
rondo_bench_test(nas-ft graph BUILDS clang)
rondo_bench_test(nas-lu graph BUILDS gcc ARGS --repeat 2)
rondo_bench_test(nas-sp graph-nowait BUILDS clang)
rondo_bench_test(nas-bt taskiter BUILDS gcc)
if(TARGET rondo-clang19)
  rondo_bench_test(static-nas-sp static BUILDS clang)
endif()
foreach(program IN LISTS programs)
  rondo_bench_test(nas-${program} graph LONG NAME W ARGS --class 1)
endforeach()
