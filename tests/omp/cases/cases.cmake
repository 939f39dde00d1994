# SPDX-License-Identifier: Apache-2.0
#
# Programs of many small cases (cases.h, cases.f90): a family of constructs each, so that few compilations cover many clauses.
# The programs beside them stay with one subject and stress it; only those are built under the sanitizers, too.

# rondo_cases_test(<file> [options of rondo_program_test])
function(rondo_cases_test source)
  get_filename_component(name ${source} NAME_WE)
  get_filename_component(extension ${source} LAST_EXT)
  set(flags -O1)
  if(NOT extension STREQUAL ".f90")
    # Values that are captured only to be captured; loops that a compiler does not vectorize at -O1.
    list(APPEND flags -Wno-unused-but-set-variable -Wno-unknown-warning-option -Wno-pass-failed)
  endif()
  cmake_parse_arguments(ARG "" "" "FLAGS" ${ARGN})
  string(REPLACE "." "_" suffix ${extension})
  if(extension STREQUAL ".c")
    set(suffix "")
  endif()
  rondo_program_test(omp.cases.${name}${suffix} cases/${source} FLAGS ${flags} ${ARG_FLAGS} STOCK_ARGS stock LABELS omp
    NOT_SANITIZED "the programs of one subject are" ${ARG_UNPARSED_ARGUMENTS})
endfunction()

rondo_cases_test(loops.c)
rondo_cases_test(ordered.c)
rondo_cases_test(constructs.c)
rondo_cases_test(atomics.c LIBS -latomic)
rondo_cases_test(reductions.c LIBS -latomic)
rondo_cases_test(tasks.c)
rondo_cases_test(later.c FLAGS -fopenmp-version=60 LEFT_OUT gcc "gcc 12 knows nothing of OpenMP 5.2 and 6.0")
rondo_cases_test(teams.c)
rondo_cases_test(target.c)
rondo_cases_test(cancel.c ENV OMP_CANCELLATION=true)
