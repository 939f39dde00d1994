# SPDX-License-Identifier: Apache-2.0
#
# Programs of several ranks, for each MPI library that librondo-mpi is built for: what is done to blocks is compiled
# once, by gcc without OpenMP and MPI; the forms by each compiler. Behind librondo-mpi each program has the network of
# network.c. They are not installed, as librondo-mpi is not unless it is asked for.
if(NOT RONDO_MPIS)
  message(STATUS "bench: no MPI library found; the programs of bench/mpi are left out")
  add_custom_target(rondo_mpi_programs)
  return()
endif()
set(folder ${PROJECT_BINARY_DIR}/stock/mpi)
set(domains heat cg stencil)
rondo_stock_parts(objects domain ${domains})
set(installed ${rondo_stock_programs})
set(rondo_stock_programs)
foreach(mpi IN LISTS RONDO_MPIS)
  set(network rondo-bench-network-${mpi})
  add_library(${network} SHARED mpi/network.c)
  target_include_directories(${network} PRIVATE ${PROJECT_SOURCE_DIR}/bench ${RONDO_${mpi}_INCLUDE_DIRS})
  target_link_libraries(${network} PRIVATE ${RONDO_${mpi}_LDFLAGS} ${CMAKE_DL_LIBS})
  target_compile_options(${network} PRIVATE -std=gnu11 -pthread -O2 -Wall -Wextra)
  # In the order in which the dynamic linker has to look.
  set(libraries -L${PROJECT_BINARY_DIR}/lib -Wl,-rpath,${PROJECT_BINARY_DIR}/lib -Wl,--no-as-needed
                $<TARGET_FILE:rondo-mpi-${mpi}> $<TARGET_FILE:${network}> ${RONDO_${mpi}_LDFLAGS})
  foreach(build IN ITEMS gcc clang)
    string(TOUPPER ${build} compiler)
    set(flags -std=gnu11 -fopenmp -pthread -I${PROJECT_SOURCE_DIR}/mpi ${RONDO_${mpi}_CFLAGS}
              -Wno-unused-variable -Wno-unused-parameter) # gcc does not count a use in a depend clause
    set(parts)
    foreach(part IN ITEMS forms detach)
      list(APPEND parts ${folder}/${part}-${mpi}-${build}.o)
      rondo_stock_object(${folder}/${part}-${mpi}-${build}.o ${CMAKE_CURRENT_LIST_DIR}/${part}.c
                         COMPILER ${RONDO_STOCK_${compiler}} FLAGS ${flags})
    endforeach()
    foreach(name IN LISTS domains)
      rondo_stock_program(bench/mpi-${name}-${mpi}-${build} COMPILER ${RONDO_STOCK_${compiler}} SOURCE mpi/driver.c
                          FLAGS ${flags} OBJECTS ${folder}/${name}.o ${folder}/domain.o ${parts}
                          LIBRARIES ${libraries})
    endforeach()
    rondo_stock_program(bench/mpi-master-worker-${mpi}-${build} COMPILER ${RONDO_STOCK_${compiler}}
                        SOURCE mpi/master_worker.c FLAGS ${flags} OBJECTS ${folder}/detach-${mpi}-${build}.o
                        LIBRARIES ${libraries})
    rondo_stock_program(bench/mpi-suspend-${mpi}-${build} COMPILER ${RONDO_STOCK_${compiler}} SOURCE mpi/suspend.c
                        FLAGS ${flags} LIBRARIES ${libraries})
  endforeach()
endforeach()
# `make test` needs two of them (below), `make bench` and `make test-long` all.
add_custom_target(rondo_mpi_programs DEPENDS ${rondo_stock_programs})
foreach(mpi IN LISTS RONDO_MPIS)
  add_dependencies(rondo_mpi_programs rondo-mpi-${mpi} rondo-bench-network-${mpi})
endforeach()
list(GET RONDO_MPIS 0 mpi)
set(mpi_programs ${PROJECT_BINARY_DIR}/bin/bench/mpi-cg-${mpi}-clang
                 ${PROJECT_BINARY_DIR}/bin/bench/mpi-master-worker-${mpi}-gcc)
set(rondo_stock_programs ${installed})

# rondo_mpi_bench_test(<name> <mpi> <build> <labels> <ranks> <threads> <program> <arguments>...), on Rondo.
set(start_openmpi mpirun.openmpi --oversubscribe --bind-to none)
set(start_mpich mpirun.mpich)
function(rondo_mpi_bench_test name mpi build labels ranks threads program)
  if(NOT TARGET rondo_cli)
    return()
  endif()
  set(test bench.mpi.${program}.${name}.${mpi}.${build})
  add_test(NAME ${test} COMMAND ${start_${mpi}} -n ${ranks} $<TARGET_FILE:rondo_cli> run --threads ${threads} --
                                ${PROJECT_BINARY_DIR}/bin/bench/mpi-${program}-${mpi}-${build} ${ARGN})
  set_tests_properties(${test} PROPERTIES LABELS "${labels}" TIMEOUT 120 ENVIRONMENT
                       "OMPI_ALLOW_RUN_AS_ROOT=1;OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1")
endfunction()

# Every form of each program by both compilers; that each step's absence is noticed; some with each commit.
set(small --size 128 --block 8 --iterations 4 --repeat 1)
foreach(mpi IN LISTS RONDO_MPIS)
  foreach(build IN ITEMS gcc clang)
    foreach(ranks IN ITEMS 2 4)
      foreach(name IN LISTS domains)
        foreach(threads IN ITEMS 1 2)
          rondo_mpi_bench_test(all.${ranks}.${threads} ${mpi} ${build} "bench;long" ${ranks} ${threads} ${name} all
                               ${small} --latency 200)
        endforeach()
      endforeach()
      rondo_mpi_bench_test(all.${ranks} ${mpi} ${build} "bench;long" ${ranks} 2 master-worker all --items 200 --repeat 1
                           --latency 200)
    endforeach()
    foreach(form IN ITEMS block receive bound look)
      rondo_mpi_bench_test(${form} ${mpi} ${build} "bench;long" 1 2 suspend ${form} --tasks 10000 --repeat 2)
    endforeach()
  endforeach()
endforeach()
list(GET RONDO_MPIS 0 mpi)
foreach(form IN ITEMS pure taskiter)
  rondo_mpi_bench_test(skip.${form} ${mpi} clang "bench;long" 2 2 heat ${form} ${small} --skip 2)
  rondo_mpi_bench_test(skip.${form} ${mpi} clang "bench;long" 2 2 cg ${form} ${small} --skip 0)
  rondo_mpi_bench_test(skip.${form} ${mpi} clang "bench;long" 2 2 stencil ${form} ${small} --skip 4)
  if(TARGET rondo_cli)
    set_tests_properties(bench.mpi.heat.skip.${form}.${mpi}.clang bench.mpi.cg.skip.${form}.${mpi}.clang
                         bench.mpi.stencil.skip.${form}.${mpi}.clang
                         PROPERTIES PASS_REGULAR_EXPRESSION "in a serial run")
  endif()
endforeach()
rondo_mpi_bench_test(all ${mpi} clang bench 2 2 cg all ${small} --latency 50)
rondo_mpi_bench_test(all ${mpi} gcc bench 2 2 master-worker all --items 50 --repeat 1)

# On another runtime forms that need Rondo are left out.
add_test(NAME bench.mpi.heat.turns.${mpi}.libgomp COMMAND ${start_${mpi}} -n 2
         ${PROJECT_BINARY_DIR}/bin/bench/mpi-heat-${mpi}-gcc turns --size 128 --block 8 --iterations 2 --repeat 1)
set_tests_properties(bench.mpi.heat.turns.${mpi}.libgomp PROPERTIES LABELS "bench;long" TIMEOUT 120
  PASS_REGULAR_EXPRESSION "tasks-detach 500" FAIL_REGULAR_EXPRESSION "tasks-bound|graph 0" ENVIRONMENT
  "OMP_NUM_THREADS=1;OMP_WAIT_POLICY=passive;OMPI_ALLOW_RUN_AS_ROOT=1;OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1")
