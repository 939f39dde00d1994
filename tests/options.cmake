# SPDX-License-Identifier: Apache-2.0
#
# A test's options stand in the test: in comment lines of its source, as a rule at the end of the first comment.
#
#     // test: ENV OMP_CANCELLATION=true          options of the test that is named after the file
#     // test close: ENV OMP_PROC_BIND=close      another test of the same program; its name in place of the file's
#     // tests: FLAGS -D_GNU_SOURCE               options of all tests of the file
#
# They are those of rondo_program_test(), in directives/ those of the functions there, quoted as for a shell, but that a
# backslash always stands for itself. Further lines of the same kind continue. A file without such a line is one test
# without options; one that has only tests with names of their own is not a test by itself. In C comments the line
# begins with ` * `, in Fortran with `! `.

# rondo_read_tests(<source>): sets RONDO_TESTS to the names of the source's tests, `file` for the one that is named
# after it, and RONDO_OPTIONS_<name> to the options of each.
function(rondo_read_tests source)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${source})
  file(STRINGS ${source} lines REGEX "^(//| [*]|!) tests?( [A-Za-z0-9_.-]+)?:( |$)")
  set(names "")
  set(of_all "")
  foreach(line IN LISTS lines)
    string(REGEX MATCH "^(//| [*]|!) (tests?) ?([A-Za-z0-9_.-]*): ?(.*)$" line "${line}")
    set(name "${CMAKE_MATCH_3}")
    if(CMAKE_MATCH_2 STREQUAL tests)
      string(APPEND of_all " ${CMAKE_MATCH_4}")
      continue()
    endif()
    if(name STREQUAL "")
      set(name file)
    endif()
    if(NOT name IN_LIST names)
      list(APPEND names ${name})
      set(of_${name} "")
    endif()
    string(APPEND of_${name} " ${CMAKE_MATCH_4}")
  endforeach()
  if(NOT names)
    set(names file)
    set(of_file "")
  endif()
  foreach(name IN LISTS names)
    string(REPLACE "\\" "\\\\" text "${of_${name}} ${of_all}")
    separate_arguments(options UNIX_COMMAND "${text}")
    set(RONDO_OPTIONS_${name} "${options}" PARENT_SCOPE)
  endforeach()
  set(RONDO_TESTS ${names} PARENT_SCOPE)
endfunction()

# rondo_source_tests(<prefix> <source> [options of every test]...): the tests that the source describes. Their names are
# the prefix and the source's path: task/fib.c is <prefix>.task.fib, task/objects.cpp <prefix>.task.objects_cpp; with
# a name of its own, <prefix>.task.<name>.
function(rondo_source_tests prefix source)
  rondo_read_tests(${source})
  string(REGEX REPLACE "[.](c|f90)$" "" program ${source})
  string(REPLACE "/" "." program ${program})
  string(REPLACE ".cpp" "_cpp" program ${program})
  string(REGEX MATCH "^.*[.]" folder "${program}")
  foreach(name IN LISTS RONDO_TESTS)
    set(test ${prefix}.${folder}${name})
    if(name STREQUAL file)
      set(test ${prefix}.${program})
    endif()
    rondo_program_test(${test} ${source} PROGRAM_NAME ${prefix}.${program} ${ARGN} ${RONDO_OPTIONS_${name}})
  endforeach()
endfunction()
