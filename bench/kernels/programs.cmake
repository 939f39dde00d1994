# SPDX-License-Identifier: Apache-2.0
#
# The kernels. A kernel's file is compiled by gcc without OpenMP (its blocks) and by gcc and by clang with it (its
# loops); the driver by each compiler.
set(folder ${PROJECT_BINARY_DIR}/stock/kernels)
set(kernels heat heat_while multisaxpy axpy dot nbody cholesky cg hpcg hpccg fwi matmul sparselu qr strassen)
set(shared memory multigrid tiles vectors)
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

# Sizes at which every kernel has some hundred tasks at most.
set(small_heat --size 64 --block 8)
set(small_nbody --size 64 --block 8)
set(small_heat_while ${small_heat} --while)
set(small_cg --size 32 --block 2)
set(small_hpcg --size 16 --block 2 --while)
set(small_hpccg --size 12 --block 2)
set(small_fwi --size 32 --block 4)
foreach(kernel IN ITEMS multisaxpy axpy dot)
  set(small_${kernel} --size 4096 --block 64)
endforeach()
foreach(kernel IN ITEMS cholesky matmul sparselu qr strassen)
  set(small_${kernel} --size 64 --block 8)
endforeach()
foreach(kernel IN LISTS kernels)
  foreach(form IN ITEMS serial for dynamic dep-pattern record graph graph-same graph-nowait taskiter)
    rondo_bench_test(kernel-${kernel} ${form} ARGS ${small_${kernel}} --iterations 6 --repeat 2)
  endforeach()
endforeach()
