# SPDX-License-Identifier: Apache-2.0
#
# Programs of many small cases (cases.h, cases.f90): a family of constructs each, so that few compilations cover many
# clauses. The programs beside them stay with one subject and stress it; only those are built under the sanitizers, too.

file(GLOB sources RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} CONFIGURE_DEPENDS cases/*.c cases/*.f90)
list(REMOVE_ITEM sources cases/cases.f90)
foreach(source IN LISTS sources)
  get_filename_component(name ${source} NAME_WE)
  get_filename_component(extension ${source} LAST_EXT)
  if(extension STREQUAL ".f90")
    set(described omp.cases.${name}_f90 cases/cases.f90 SOURCES ${source})  # the module comes first
    set(flags -O1)
  else()
    set(described omp.cases.${name} ${source})
    # Values that are captured only to be captured; loops that a compiler does not vectorize at -O1.
    set(flags -O1 -Wno-unused-but-set-variable -Wno-unknown-warning-option -Wno-pass-failed)
  endif()
  rondo_read_tests(${source})
  rondo_program_test(${described} FLAGS ${flags} STOCK_ARGS stock LABELS omp
                     NOT_SANITIZED "the programs of one subject are" ${RONDO_OPTIONS_file})
endforeach()
