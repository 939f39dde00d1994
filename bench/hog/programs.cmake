# SPDX-License-Identifier: Apache-2.0
#
# HOG is one more kernel, with the driver of kernels/.
rondo_stock_parts(objects hog)
set(kernels ${PROJECT_BINARY_DIR}/stock/kernels)
set(flags -std=c11 -fopenmp -Wno-unused-variable) # gcc does not count a use in a depend clause
foreach(build IN ITEMS gcc clang)
  string(TOUPPER ${build} compiler)
  rondo_stock_program(
    bench/hog-${build} COMPILER ${RONDO_STOCK_${compiler}} SOURCE hog/hog.c
    FLAGS ${flags} OBJECTS ${objects} ${kernels}/memory.o ${kernels}/driver-${build}.o)
endforeach()

if(TARGET rondo-clang19)
  set(known ${PROJECT_BINARY_DIR}/stock/hog/known.o)
  rondo_stock_object(${known} ${CMAKE_CURRENT_LIST_DIR}/known.c COMPILER ${RONDO_STOCK_CLANG}
                     FLAGS ${flags} -fplugin=$<TARGET_FILE:rondo-clang19>)
  rondo_stock_program(bench/static-hog-clang COMPILER ${RONDO_STOCK_CLANG} SOURCE hog/hog.c FLAGS ${flags}
                      OBJECTS ${objects} ${kernels}/memory.o ${kernels}/driver-clang.o ${known})
endif()

# A small image; a Full-HD one in every form: bench.verify.
set(arguments --size 48 --block 8 --iterations 3 --repeat 2)
rondo_bench_test(hog graph BUILDS gcc ARGS ${arguments})
rondo_bench_test(hog graph-nowait BUILDS clang ARGS ${arguments})
