# SPDX-License-Identifier: Apache-2.0
#
# The kernels, and those whose tiles OpenBLAS computes once more where it is installed. A kernel's file is compiled by
# gcc without OpenMP (its blocks) and by gcc and by clang with it (its loops); the driver by each compiler.
set(folder ${PROJECT_BINARY_DIR}/stock/kernels)
set(kernels heat heat_while multisaxpy axpy dot nbody cholesky cg hpcg hpccg fwi matmul sparselu qr strassen)
set(shared memory multigrid tiles tile_loops vectors)
rondo_stock_parts(objects ${shared} ${kernels})
list(TRANSFORM shared PREPEND ${folder}/)
list(TRANSFORM shared APPEND .o)
foreach(build IN ITEMS gcc clang)
  string(TOUPPER ${build} compiler)
  rondo_stock_object(${folder}/driver-${build}.o ${CMAKE_CURRENT_LIST_DIR}/driver.c
                     COMPILER ${RONDO_STOCK_${compiler}} FLAGS -std=c11 -fopenmp)
  foreach(kernel IN LISTS kernels)
    rondo_stock_program(
      bench/kernel-${kernel}-${build} COMPILER ${RONDO_STOCK_${compiler}} SOURCE kernels/${kernel}.c
      FLAGS -std=c11 -fopenmp -Wno-unused-variable # gcc does not count a use in a depend clause
      OBJECTS ${folder}/${kernel}.o ${shared} ${folder}/driver-${build}.o)
  endforeach()
endforeach()

find_path(RONDO_BLAS_INCLUDE cblas.h PATH_SUFFIXES openblas-pthread openblas)
find_library(RONDO_BLAS_LIBRARY openblas)
mark_as_advanced(RONDO_BLAS_INCLUDE RONDO_BLAS_LIBRARY)
if(RONDO_BLAS_INCLUDE AND RONDO_BLAS_LIBRARY)
  set(blas ${folder}/tile_blas.o)
  rondo_stock_object(${blas} ${CMAKE_CURRENT_LIST_DIR}/tile_blas.c COMPILER ${RONDO_STOCK_GCC}
                     FLAGS -std=c11 -I${RONDO_BLAS_INCLUDE})
  foreach(build IN ITEMS gcc clang)
    string(TOUPPER ${build} compiler)
    foreach(kernel IN ITEMS cholesky matmul)
      rondo_stock_program(
        bench/kernel-blas-${kernel}-${build} COMPILER ${RONDO_STOCK_${compiler}} SOURCE kernels/${kernel}.c
        FLAGS -std=c11 -fopenmp -Wno-unused-variable
        OBJECTS ${folder}/${kernel}.o ${folder}/memory.o ${folder}/tiles.o ${blas} ${folder}/driver-${build}.o
        LIBRARIES ${RONDO_BLAS_LIBRARY})
    endforeach()
  endforeach()
  foreach(form IN ITEMS serial for dynamic graph taskiter)
    rondo_bench_test(kernel-blas-cholesky ${form} ARGS --size 64 --block 16 --iterations 6 --repeat 2)
    rondo_bench_test(kernel-blas-matmul ${form} ARGS --size 64 --block 16 --iterations 6 --repeat 2)
  endforeach()
else()
  message(STATUS "bench: OpenBLAS not found (libopenblas-dev); the kernels that use it are left out")
endif()

# Sizes at which every kernel has some hundred tasks at most.
set(small_heat --size 64 --block 8)
set(small_nbody --size 64 --block 8)
set(small_heat_while ${small_heat} --digits 2 --iterations 100)
set(small_cg --size 32 --block 2)
set(small_hpcg --size 16 --block 2 --digits 12 --iterations 100)
set(small_hpccg --size 12 --block 2)
set(small_fwi --size 32 --block 4)
foreach(kernel IN ITEMS multisaxpy axpy dot)
  set(small_${kernel} --size 4096 --block 64)
endforeach()
foreach(kernel IN ITEMS cholesky matmul sparselu qr strassen)
  set(small_${kernel} --size 64 --block 8)
endforeach()
# Each kernel in each form, by the compilers in turns. Every form by both: bench.verify.
set(build gcc)
set(next_gcc clang)
set(next_clang gcc)
foreach(kernel IN LISTS kernels)
  foreach(form IN ITEMS serial for dynamic dep-pattern record graph graph-same graph-nowait taskiter)
    rondo_bench_test(kernel-${kernel} ${form} BUILDS ${build} ARGS --iterations 6 --repeat 2 ${small_${kernel}})
    set(build ${next_${build}})
  endforeach()
endforeach()
