# SPDX-License-Identifier: Apache-2.0
#
# Programs of many small cases (cases.h, cases.f90): a family of constructs each, so that few compilations cover many
# clauses. The programs beside them stay with one subject and stress it; only those are built under the sanitizers, too.

# rondo_cases_test(<file> [options of rondo_program_test])
function(rondo_cases_test source)
  get_filename_component(name ${source} NAME_WE)
  get_filename_component(extension ${source} LAST_EXT)
  set(flags -O1)
  if(NOT extension STREQUAL ".f90")
    # Values that are captured only to be captured; loops that a compiler does not vectorize at -O1.
    list(APPEND flags -Wno-unused-but-set-variable -Wno-unknown-warning-option -Wno-pass-failed)
  endif()
  set(sources cases/${source})
  if(extension STREQUAL ".f90")
    set(sources cases/cases.f90 SOURCES cases/${source})  # the module comes first
  endif()
  cmake_parse_arguments(ARG "" "" "FLAGS" ${ARGN})
  string(REPLACE "." "_" suffix ${extension})
  if(extension STREQUAL ".c")
    set(suffix "")
  endif()
  rondo_program_test(omp.cases.${name}${suffix} ${sources} FLAGS ${flags} ${ARG_FLAGS} STOCK_ARGS stock LABELS omp
    NOT_SANITIZED "the programs of one subject are" ${ARG_UNPARSED_ARGUMENTS})
endfunction()

rondo_cases_test(loops.c)
rondo_cases_test(ordered.c)
rondo_cases_test(constructs.c)
rondo_cases_test(atomics.c LIBS -latomic)
rondo_cases_test(reductions.c LIBS -latomic)
rondo_cases_test(tasks.c)
rondo_cases_test(taskloop.c)
rondo_cases_test(later.c FLAGS -fopenmp-version=60 LEFT_OUT gcc "gcc 12 knows nothing of OpenMP 5.2 and 6.0")
rondo_cases_test(teams.c)
rondo_cases_test(target.c)
rondo_cases_test(cancel.c ENV OMP_CANCELLATION=true)
rondo_cases_test(routines.c)
rondo_cases_test(fortran.f90 ENV OMP_CANCELLATION=true)
rondo_cases_test(fortran_more.f90 ENV OMP_CANCELLATION=true)
rondo_cases_test(fortran_data.f90)
rondo_cases_test(fortran_library.f90)
rondo_cases_test(fortran_header.f90 LEFT_OUT flang "Debian's flang 19 does not find its omp_lib.h")
rondo_cases_test(environment.c ENV OMP_SCHEDULE=guided,6 OMP_DYNAMIC=true OMP_MAX_ACTIVE_LEVELS=3 OMP_THREAD_LIMIT=30
  OMP_MAX_TASK_PRIORITY=5 OMP_CANCELLATION=true OMP_PROC_BIND=spread OMP_PLACES={0} OMP_AFFINITY_FORMAT=own:%n
  OMP_DEFAULT_DEVICE=2 OMP_NUM_TEAMS=3 OMP_TEAMS_THREAD_LIMIT=4 OMP_ALLOCATOR=omp_const_mem_alloc)
