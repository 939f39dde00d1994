# SPDX-License-Identifier: Apache-2.0
#
# HOG is one more kernel, with the driver of kernels/.
rondo_stock_parts(objects hog)
set(kernels ${PROJECT_BINARY_DIR}/stock/kernels)
foreach(build IN ITEMS gcc clang)
  string(TOUPPER ${build} compiler)
  rondo_stock_program(
    bench/hog-${build} COMPILER ${RONDO_STOCK_${compiler}} SOURCE hog/hog.c
    FLAGS -std=c11 -fopenmp -Wno-unused-variable # gcc does not count a use in a depend clause
    OBJECTS ${objects} ${kernels}/memory.o ${kernels}/driver-${build}.o)
endforeach()

# A small image; a Full-HD one takes seconds.
set(arguments --size 48 --block 8 --iterations 3 --repeat 2)
rondo_bench_test(hog graph BUILDS gcc ARGS ${arguments})
rondo_bench_test(hog graph-nowait BUILDS clang ARGS ${arguments})
foreach(form IN ITEMS serial for dynamic dep-pattern record graph graph-same graph-nowait taskiter)
  rondo_bench_test(hog ${form} LONG NAME full ARGS --iterations 2 --repeat 2)
endforeach()
