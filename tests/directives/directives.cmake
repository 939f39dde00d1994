# SPDX-License-Identifier: Apache-2.0
#
# How programs with directives are built and run. A *row* is a compiler with what makes it understand directives; every
# program is built by every row in every standard of its language that the row knows:
#   - `directives.<program>.<row>.<standard>` runs it on Rondo at several thread counts;
#   - `directives.<program>.<row>.stock` runs it, in one standard, on the compiler's own runtime.
# `make test` has the newest standard of each language, `make test-long` the others.
# A new shell adds its row with rondo_directive_compiler(), and its golden files (rejected/).

set(RONDO_DIRECTIVES_DIR ${CMAKE_CURRENT_LIST_DIR})
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/tests/bin/directives)
set_property(GLOBAL PROPERTY RONDO_DIRECTIVE_ROWS "")

# rondo_directive_compiler(<row> C <compiler> CXX <compiler> FLAGS <flag>... C_STANDARDS <std>... CXX_STANDARDS <std>...
#                          DEFINES <flag>... ASSEMBLY <flag>... REJECT <flag>... DEPENDS <target>... [SANITIZED])
# FLAGS: what turns directives on. DEFINES: what the programs may know of the row. ASSEMBLY: flags that print the
# code, for the test that nothing else changes. REJECT: flags for programs that are wrong, e.g. to see all messages.
# Without one of these two the row is left out of those tests.
# SANITIZED: usable under the sanitizer presets.
function(rondo_directive_compiler row)
  cmake_parse_arguments(ARG "SANITIZED" "C;CXX" "FLAGS;C_STANDARDS;CXX_STANDARDS;DEFINES;ASSEMBLY;REJECT;DEPENDS"
                        ${ARGN})
  if(RONDO_SANITIZER STREQUAL none)
    set(is_used TRUE)
  else()
    set(is_used ${ARG_SANITIZED})
    # One standard of each language: the others are the same code.
    list(GET ARG_C_STANDARDS -1 ARG_C_STANDARDS)
    list(GET ARG_CXX_STANDARDS -1 ARG_CXX_STANDARDS)
  endif()
  if(NOT is_used)
    return()
  endif()
  foreach(field IN ITEMS C CXX FLAGS C_STANDARDS CXX_STANDARDS DEFINES ASSEMBLY REJECT DEPENDS)
    set_property(GLOBAL PROPERTY RONDO_DIRECTIVE_${row}_${field} "${ARG_${field}}")
  endforeach()
  set_property(GLOBAL APPEND PROPERTY RONDO_DIRECTIVE_ROWS ${row})
endfunction()

# Sets <variable> in the caller to a field of a row.
macro(rondo_directive_field variable row field)
  get_property(${variable} GLOBAL PROPERTY RONDO_DIRECTIVE_${row}_${field})
endmacro()

# Builds one source by one row in one standard; sets <variable> to the program. LONG: for tests with the label `long`.
function(rondo_directive_program variable source row standard)
  cmake_parse_arguments(ARG "LONG" "" "FLAGS;LIBS" ${ARGN})
  get_filename_component(name ${source} NAME_WE)
  get_filename_component(source ${source} ABSOLUTE)
  set(language C)
  set(named_language c)
  if(standard MATCHES "\\+\\+")
    set(language CXX)
    set(named_language c++)
  endif()
  rondo_directive_field(compiler ${row} ${language})
  rondo_directive_field(flags ${row} FLAGS)
  rondo_directive_field(defines ${row} DEFINES)
  rondo_directive_field(depends ${row} DEPENDS)
  set(output ${CMAKE_BINARY_DIR}/tests/bin/directives/${name}.${row}.${standard})
  set(${variable} ${output} PARENT_SCOPE)
  string(MAKE_C_IDENTIFIER "build_directives_${name}_${row}_${standard}" target)
  string(REPLACE "+" "x" target ${target})
  if(TARGET ${target})
    return()
  endif()
  cmake_path(RELATIVE_PATH output BASE_DIRECTORY ${CMAKE_BINARY_DIR} OUTPUT_VARIABLE made)
  set(level -O2)
  if(row MATCHES "^gcc")  # as in ../programs.cmake
    set(level -O1)
  endif()
  set(command
      ${compiler} -std=${standard} ${level} -Wall -Wextra -Werror ${RONDO_TEST_FLAGS} ${flags} ${defines}
      -I${RONDO_DIRECTIVES_DIR} -I${RONDO_TESTS_DIR} -I${PROJECT_SOURCE_DIR}/include -MMD -MF ${output}.d
      -MT ${made} ${ARG_FLAGS} -x ${named_language} ${source})
  set(commands COMMAND ${command} -o ${output} ${ARG_LIBS})
  if(NOT row MATCHES "^gcc" AND clang_links_C)
    rondo_clang_commands(commands ${language} ${output} "${ARG_LIBS}" ${command})
  endif()
  add_custom_command(
    OUTPUT ${output}
    ${commands}
    DEPENDS ${source} ${depends}
    DEPFILE ${output}.d
    COMMENT "Building directives/${name}.${row}.${standard}"
    VERBATIM)
  add_custom_target(${target} DEPENDS ${output})
  if(ARG_LONG)
    add_dependencies(rondo_long_test_programs ${target})
  else()
    add_dependencies(rondo_test_programs ${target})
  endif()
endfunction()

# rondo_directive_test(<source> [IN_CXX] [ALL_STANDARDS] [FLAGS <flag>...] [LIBS <lib>...] [LEFT_OUT <row> <reason>...]
#                      [STANDARDS <std>...] [ENV <name=value>...] [STDERR_MAY <regex>])
# IN_CXX: a program in C that is one in C++, too. STANDARDS: of these only. Of each language the oldest and the newest
# standard are tested; ALL_STANDARDS: those between, too, which differ in how they read a source and not in what a
# directive becomes. All but the newest have the label `long`; with ALL_STANDARDS the oldest has not. STDERR_MAY: as of
# rondo_program_test().
function(rondo_directive_test source)
  cmake_parse_arguments(ARG "IN_CXX;ALL_STANDARDS" "STDERR_MAY" "FLAGS;LIBS;LEFT_OUT;STANDARDS;ENV" ${ARGN})
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "rondo_directive_test(${source}): unknown arguments ${ARG_UNPARSED_ARGUMENTS}")
  endif()
  get_filename_component(name ${source} NAME_WE)
  get_filename_component(extension ${source} LAST_EXT)
  get_property(rows GLOBAL PROPERTY RONDO_DIRECTIVE_ROWS)
  set(by_turns "")
  list(LENGTH rows n_rows)
  list(LENGTH ARG_LEFT_OUT n_left_out)  # row and reason
  math(EXPR n_rows "${n_rows} - ${n_left_out} / 2")
  if(n_rows GREATER 1)
    set(by_turns BY_TURNS)
  endif()
  foreach(row IN LISTS rows)
    rondo_reason(left_out ${row} "${ARG_LEFT_OUT}")
    if(left_out)
      rondo_not_built(directives.${name} ${row} "${left_out}")
      continue()
    endif()
    set(languages C)
    if(extension STREQUAL ".cpp")
      set(languages CXX)
    elseif(ARG_IN_CXX AND RONDO_TEST_SANITIZER STREQUAL none)  # to the runtime they are the same
      set(languages C CXX)
    endif()
    set(standards "")
    set(long_standards "")
    foreach(language IN LISTS languages)
      rondo_directive_field(of_language ${row} ${language}_STANDARDS)
      if(ARG_STANDARDS)
        list(JOIN ARG_STANDARDS "|" wanted)
        string(REPLACE "+" "[+]" wanted "${wanted}")
        list(FILTER of_language INCLUDE REGEX "^(${wanted})$")
      endif()
      list(LENGTH of_language n)
      if(n EQUAL 0)
        continue()
      endif()
      list(POP_BACK of_language newest)
      list(APPEND standards ${newest})
      if(n GREATER 1)
        list(POP_FRONT of_language oldest)
        if(ARG_ALL_STANDARDS)
          list(APPEND standards ${oldest})
          list(APPEND long_standards ${of_language})
        else()
          list(APPEND long_standards ${oldest})
        endif()
      endif()
    endforeach()
    foreach(standard IN LISTS long_standards)
      rondo_directive_program(program ${source} ${row} ${standard} LONG FLAGS ${ARG_FLAGS} LIBS ${ARG_LIBS})
      rondo_run_test(directives.${name}.${row}.${standard} PROGRAM ${program} RUNTIME rondo THREADS 1 2 4 8
                     LABELS directives long ENV ${ARG_ENV} STDERR_MAY ${ARG_STDERR_MAY})
    endforeach()
    foreach(standard IN LISTS standards)
      rondo_directive_program(program ${source} ${row} ${standard} FLAGS ${ARG_FLAGS} LIBS ${ARG_LIBS})
      rondo_run_test(directives.${name}.${row}.${standard} PROGRAM ${program} RUNTIME rondo THREADS 1 2 4 8
                     LABELS directives ENV ${ARG_ENV} STDERR_MAY ${ARG_STDERR_MAY} ${by_turns})
    endforeach()
    if(RONDO_TEST_SANITIZER STREQUAL none)
      rondo_run_test(directives.${name}.${row}.stock PROGRAM ${program} RUNTIME stock THREADS 4
                     LABELS directives stock ENV ${ARG_ENV})
    endif()
  endforeach()
endfunction()

# rondo_rejected_test(<source> [FLAGS <flag>...]): each row gives the messages of <name>.<row>.expected, beside the
# source, or of <name>.expected where rows agree, at those lines and columns.
function(rondo_rejected_test source)
  cmake_parse_arguments(ARG "" "" "FLAGS" ${ARGN})
  get_filename_component(name ${source} NAME_WE)
  get_filename_component(extension ${source} LAST_EXT)
  get_filename_component(source ${source} ABSOLUTE)
  get_filename_component(folder ${source} DIRECTORY)
  get_property(rows GLOBAL PROPERTY RONDO_DIRECTIVE_ROWS)
  if(NOT RONDO_SANITIZER STREQUAL none)
    return()  # compilers only
  endif()
  foreach(row IN LISTS rows)
    set(language C)
    if(extension STREQUAL ".cpp")
      set(language CXX)
    endif()
    rondo_directive_field(compiler ${row} ${language})
    rondo_directive_field(standards ${row} ${language}_STANDARDS)
    rondo_directive_field(flags ${row} FLAGS)
    rondo_directive_field(reject ${row} REJECT)
    if(NOT reject)
      continue()
    endif()
    list(GET standards -1 standard)
    set(golden ${folder}/${name}.${row}.expected)
    if(NOT EXISTS ${golden})
      set(golden ${folder}/${name}.expected)
    endif()
    add_test(NAME directives.rejected.${name}.${row}
             COMMAND ${RONDO_TEST_PYTHON} -S ${RONDO_DIRECTIVES_DIR}/diagnostics.py --golden ${golden}
                     --source ${source} -- ${compiler} -std=${standard} -Wall
                     -Wextra ${ARG_FLAGS} -fopenmp ${flags} ${reject} -fsyntax-only)
    set_tests_properties(directives.rejected.${name}.${row} PROPERTIES LABELS directives TIMEOUT 900)
  endforeach()
endfunction()

# rondo_same_code_test(<name> [LONG] <source>...): with and without the row's FLAGS, every source becomes the same code.
# LONG: the test has the label `long`.
function(rondo_same_code_test name)
  cmake_parse_arguments(ARG "LONG" "" "" ${ARGN})
  set(labels directives)
  if(ARG_LONG)
    list(APPEND labels long)
  endif()
  if(NOT RONDO_SANITIZER STREQUAL none)
    return()
  endif()
  get_property(rows GLOBAL PROPERTY RONDO_DIRECTIVE_ROWS)
  foreach(row IN LISTS rows)
    rondo_directive_field(c ${row} C)
    rondo_directive_field(cxx ${row} CXX)
    rondo_directive_field(flags ${row} FLAGS)
    rondo_directive_field(assembly ${row} ASSEMBLY)
    if(NOT assembly)  # it does not say how
      continue()
    endif()
    list(JOIN flags " " flags)
    list(JOIN assembly " " assembly)
    add_test(NAME directives.same_code.${name}.${row}
             COMMAND ${RONDO_TEST_PYTHON} -S ${RONDO_DIRECTIVES_DIR}/same_code.py --c ${c} --cxx ${cxx}
                     "--flags=${flags}" "--assembly=${assembly}"
                     "--common=-fopenmp -I${RONDO_TESTS_DIR} -I${PROJECT_SOURCE_DIR}/include"
                     ${ARG_UNPARSED_ARGUMENTS})
    set_tests_properties(directives.same_code.${name}.${row} PROPERTIES LABELS "${labels}" TIMEOUT 900 COST 10)
  endforeach()
endfunction()

# rondo_same_code_beside_test(<header> <source>... [ONLY_GCC <source>...]): with the directives of <header> in front,
# every function of each source becomes the same code as without, at several levels of optimisation (of gcc's, two have
# the label `long`).
function(rondo_same_code_beside_test header)
  cmake_parse_arguments(ARG "" "" "ONLY_GCC" ${ARGN})
  if(NOT RONDO_SANITIZER STREQUAL none)
    return()
  endif()
  get_property(rows GLOBAL PROPERTY RONDO_DIRECTIVE_ROWS)
  foreach(row IN LISTS rows)
    rondo_directive_field(c ${row} C)
    rondo_directive_field(cxx ${row} CXX)
    rondo_directive_field(flags ${row} FLAGS)
    rondo_directive_field(assembly ${row} ASSEMBLY)
    if(NOT assembly)
      continue()
    endif()
    set(sources ${ARG_UNPARSED_ARGUMENTS})
    set(tests beside)
    if(row MATCHES "^gcc")
      list(APPEND tests beside_long)
      list(APPEND sources ${ARG_ONLY_GCC})
    endif()
    list(JOIN flags " " flags)
    set(levels 0 2)
    set(labels directives)
    foreach(test IN LISTS tests)
      add_test(NAME directives.same_code.${test}.${row}
               COMMAND ${RONDO_TEST_PYTHON} -S ${RONDO_DIRECTIVES_DIR}/same_code.py --c ${c} --cxx ${cxx}
                       "--flags=${flags}" --assembly=-S --common=-fopenmp --c-flags=-std=gnu17 --cxx-flags=-std=c++20
                       --beside ${header} --levels ${levels} -- ${sources})
      set_tests_properties(directives.same_code.${test}.${row} PROPERTIES LABELS "${labels}" TIMEOUT 900 COST 10)
      set(levels 1 3)
      list(APPEND labels long)
    endforeach()
  endforeach()
endfunction()
