# SPDX-License-Identifier: Apache-2.0
#
# How a test program is built and run. One call of rondo_program_test() describes one program:
#   - it is built once by each compiler that can build it, in the way a user builds it: -fopenmp and nothing of Rondo;
#   - `<name>.<compiler>` runs that file on Rondo at several thread counts (one ctest entry, see run_threads.cpp);
#   - `<name>.<compiler>.stock` runs the same file once on the compiler's own runtime, to check the expectation; these
#     have the label `stock`, which `make test` leaves out and `make conformance` runs.
# Compilers are called by custom commands, because a CMake project has one compiler a language and this one needs two.
# The sanitizer presets build with clang only: gcc's sanitizer run time cannot be mixed with clang's in one process.

# Other versions of them (`make compilers`) are tried on all programs, without warnings: what a source says of a
# compiler that cannot build it is about those that are named here.
set(RONDO_TEST_GCC_VERSION 12 CACHE STRING "The gcc whose programs are tested")
set(RONDO_TEST_CLANG_VERSION 19 CACHE STRING "The clang whose programs are tested")
set(RONDO_TEST_OTHER_VERSIONS OFF)
if(NOT "${RONDO_TEST_GCC_VERSION} ${RONDO_TEST_CLANG_VERSION}" STREQUAL "12 19")
  set(RONDO_TEST_OTHER_VERSIONS ON)
endif()

find_program(RONDO_TEST_PYTHON python3 PATHS /usr/bin NO_DEFAULT_PATH REQUIRED)
find_program(RONDO_TEST_GCC gcc-${RONDO_TEST_GCC_VERSION} REQUIRED)
find_program(RONDO_TEST_GXX g++-${RONDO_TEST_GCC_VERSION} REQUIRED)
find_program(RONDO_TEST_GFORTRAN gfortran-${RONDO_TEST_GCC_VERSION})
if(NOT CMAKE_CROSSCOMPILING)  # flang has no libraries for another architecture
  find_program(RONDO_TEST_FLANG NAMES flang-${RONDO_TEST_CLANG_VERSION} flang-new-${RONDO_TEST_CLANG_VERSION})
endif()
find_program(RONDO_TEST_CLANG clang-${RONDO_TEST_CLANG_VERSION} REQUIRED)
find_program(RONDO_TEST_CLANGXX clang++-${RONDO_TEST_CLANG_VERSION} REQUIRED)

set(RONDO_TESTS_DIR ${CMAKE_CURRENT_LIST_DIR})
set(RONDO_FACES_DIR ${CMAKE_BINARY_DIR}/lib/faces)
# For another architecture clang's runtime is not installed: -lomp finds the face, which has the same symbols. What the
# face needs is looked for when the program is started.
set(RONDO_TEST_CLANG_LINKS "")
if(CMAKE_CROSSCOMPILING)
  set(RONDO_TEST_CLANG_LINKS -L${RONDO_FACES_DIR} -Wl,--allow-shlib-undefined)
endif()
# clang compares the bounds of a taskloop with its own unsigned type and then warns about that.
set(RONDO_TEST_WARNINGS -Wall -Wextra -Werror -Wno-sign-compare)
if(RONDO_TEST_OTHER_VERSIONS)
  set(RONDO_TEST_WARNINGS -w)
endif()
set(RONDO_TEST_SANITIZER none)
if(RONDO_SANITIZER)
  set(RONDO_TEST_SANITIZER ${RONDO_SANITIZER})
endif()
# What every program is compiled with. Lines are for the sanitizers' reports. Of what building a small program takes,
# the linker that compilers call by themselves takes a third, with a sanitizer half. (Programs of bench/, tests/cli and
# tests/delivery have that one.)
set(RONDO_TEST_FLAGS -fopenmp -pthread)
set(RONDO_TEST_LINKER "")
if(NOT RONDO_TEST_SANITIZER STREQUAL none)
  list(APPEND RONDO_TEST_FLAGS -g1 -fsanitize=${RONDO_TEST_SANITIZER} -fno-omit-frame-pointer)
  # gcc looks for it by this name only, in folders that it is told.
  if(RONDO_LLD)
    cmake_path(GET RONDO_LLD PARENT_PATH folder)
    set(RONDO_TEST_LINKER -B${folder} -fuse-ld=lld)
  endif()
elseif(RONDO_GOLD AND NOT CMAKE_CROSSCOMPILING)
  set(RONDO_TEST_LINKER -fuse-ld=gold)
endif()
list(APPEND RONDO_TEST_FLAGS ${RONDO_TEST_LINKER})
set_property(GLOBAL PROPERTY RONDO_NOT_BUILT "")

# To compile and to link, clang starts itself twice, and a start takes a quarter of what a small program does. To
# compile only, it starts once: so the linker is called here, with what clang says that it would call.
set(clang_links_object ${CMAKE_BINARY_DIR}/tests/linked.o)
if(NOT CMAKE_CROSSCOMPILING)
  file(TOUCH ${clang_links_object})
  foreach(language IN ITEMS C CXX)
    set(compiler ${RONDO_TEST_CLANG})
    if(language STREQUAL CXX)
      set(compiler ${RONDO_TEST_CLANGXX})
    endif()
    execute_process(COMMAND ${compiler} ${RONDO_TEST_FLAGS} "-###" ${clang_links_object} -o linked
                    ERROR_VARIABLE said COMMAND_ERROR_IS_FATAL ANY)
    string(REGEX MATCH "[^\n]* \"-o\" \"linked\"[^\n]*" line "${said}")
    separate_arguments(clang_links_${language} UNIX_COMMAND "${line}")
  endforeach()
endif()

# rondo_clang_commands(<variable> C|CXX <output> "<lib>..." <compiler> <flag, source>...): the commands that make a
# program of one source by clang. Flags are for the compilation alone.
function(rondo_clang_commands variable language output libs)
  set(compile ${ARGN})
  list(REMOVE_ITEM compile "" ${RONDO_TEST_LINKER})
  string(REPLACE ";linked;" ";${output};" link "${clang_links_${language}}")
  string(REPLACE "${clang_links_object}" "${output}.o;${libs}" link "${link}")
  set(${variable} COMMAND ${compile} -c -o ${output}.o COMMAND ${link} PARENT_SCOPE)
endfunction()

# What runs them, under every preset the same.
find_program(RONDO_HOST_GXX NAMES g++-12 g++-${RONDO_TEST_GCC_VERSION} REQUIRED)
set(RONDO_RUNNER ${CMAKE_BINARY_DIR}/tests/run_threads)
add_custom_command(
  OUTPUT ${RONDO_RUNNER}
  COMMAND ${RONDO_HOST_GXX} -std=c++20 -Wall -Wextra -Werror ${RONDO_TESTS_DIR}/run_threads.cpp -o ${RONDO_RUNNER}
  DEPENDS ${RONDO_TESTS_DIR}/run_threads.cpp
  COMMENT "Building what runs the test programs"
  VERBATIM)
add_custom_target(rondo_test_runner ALL DEPENDS ${RONDO_RUNNER})

# Programs of tests with the label `long` are built by `make test-long` only.
add_custom_target(rondo_test_programs ALL)
add_custom_target(rondo_long_test_programs)
add_dependencies(rondo_test_programs rondo_test_runner)
add_dependencies(rondo_long_test_programs rondo_test_runner)
if(TARGET rondo)
  add_dependencies(rondo_test_programs rondo_faces)
  add_dependencies(rondo_long_test_programs rondo_faces)
endif()

# Notes that a program is not built by a compiler, and why; rondo_list_not_built() shows the list.
function(rondo_not_built name compiler reason)
  set_property(GLOBAL APPEND PROPERTY RONDO_NOT_BUILT "${name}.${compiler}: ${reason}")
endfunction()

function(rondo_list_not_built)
  get_property(lines GLOBAL PROPERTY RONDO_NOT_BUILT)
  list(LENGTH lines count)
  list(JOIN lines "\n" text)
  file(WRITE ${CMAKE_BINARY_DIR}/tests/not_built.txt "${text}\n")
  message(STATUS "Tests: ${count} combinations of program and compiler are not built or not run, reasons in "
                 "${CMAKE_BINARY_DIR}/tests/not_built.txt")
endfunction()

# rondo_program(<variable> NAME <n> COMPILER gcc|clang|flang SOURCES <file>... [FLAGS <flag>...] [LIBS <lib>...])
# Builds a program and sets <variable> to its path.
function(rondo_program variable)
  cmake_parse_arguments(ARG "" "NAME;COMPILER" "SOURCES;FLAGS;LIBS" ${ARGN})
  list(GET ARG_SOURCES 0 first)
  get_filename_component(extension ${first} LAST_EXT)
  # At -O1 gcc takes a third less, clang as long.
  set(level -O2)
  if(ARG_COMPILER STREQUAL gcc)
    set(level -O1)
  endif()
  set(flags ${level} ${RONDO_TEST_FLAGS} -I${RONDO_TESTS_DIR} -I${PROJECT_SOURCE_DIR}/include)
  if(extension STREQUAL ".c")
    set(language C)
    set(command ${RONDO_TEST_GCC} -std=gnu11 ${RONDO_TEST_WARNINGS})
    if(ARG_COMPILER STREQUAL clang)
      set(command ${RONDO_TEST_CLANG} -std=gnu11 ${RONDO_TEST_WARNINGS})
    endif()
  elseif(extension STREQUAL ".cpp")
    set(language CXX)
    set(command ${RONDO_TEST_GXX} -std=c++17 ${RONDO_TEST_WARNINGS})
    if(ARG_COMPILER STREQUAL clang)
      set(command ${RONDO_TEST_CLANGXX} -std=c++17 ${RONDO_TEST_WARNINGS})
    endif()
  else()
    set(modules ${CMAKE_BINARY_DIR}/tests/modules/${ARG_NAME})
    file(MAKE_DIRECTORY ${modules})
    set(command ${RONDO_TEST_GFORTRAN} -J ${modules})
    # gfortran 12 warns of descriptors that it makes itself, for allocatable components.
    set(flags -O2 -fopenmp -cpp -Wall -Wno-maybe-uninitialized ${RONDO_TEST_LINKER})
    if(ARG_COMPILER STREQUAL flang)
      set(command ${RONDO_TEST_FLANG} -J ${modules}.flang)
      set(flags -O2 -fopenmp -cpp ${RONDO_TEST_LINKER})
      if(RONDO_TEST_OTHER_VERSIONS)  # since 20 it says 3.1 by itself, and refuses what is newer
        list(APPEND flags -fopenmp-version=52)
      endif()
      file(MAKE_DIRECTORY ${modules}.flang)
    endif()
  endif()

  if(ARG_COMPILER STREQUAL clang)
    list(APPEND ARG_LIBS ${RONDO_TEST_CLANG_LINKS})
  endif()

  set(output ${CMAKE_BINARY_DIR}/tests/bin/${ARG_NAME}.${ARG_COMPILER})
  set(${variable} ${output} PARENT_SCOPE)
  string(MAKE_C_IDENTIFIER "build_${ARG_NAME}_${ARG_COMPILER}" target)
  if(TARGET ${target})
    return()  # another test of the same program
  endif()
  set(sources "")
  foreach(source IN LISTS ARG_SOURCES)
    get_filename_component(source ${source} ABSOLUTE)
    list(APPEND sources ${source})
  endforeach()
  # A dependency file is only possible for one source; the few programs of several sources name their header.
  list(LENGTH sources n_sources)
  set(depfile "")
  if(n_sources EQUAL 1 AND NOT extension STREQUAL ".f90")
    cmake_path(RELATIVE_PATH output BASE_DIRECTORY ${CMAKE_BINARY_DIR} OUTPUT_VARIABLE made)
    list(APPEND flags -MMD -MF ${output}.d -MT ${made})
    set(depfile DEPFILE ${output}.d)
  endif()
  set(commands COMMAND ${command} ${flags} ${ARG_FLAGS} ${sources} -o ${output} ${ARG_LIBS})
  if(depfile AND ARG_COMPILER STREQUAL clang AND clang_links_C AND NOT ARG_FLAGS MATCHES "-(rdynamic|shared|fsanitize)")
    rondo_clang_commands(commands ${language} ${output} "${ARG_LIBS}" ${command} ${flags} ${ARG_FLAGS} ${sources})
  endif()
  add_custom_command(
    OUTPUT ${output}
    ${commands}
    DEPENDS ${sources} ${RONDO_TESTS_DIR}/check.h
    ${depfile}
    COMMENT "Building test program ${ARG_NAME}.${ARG_COMPILER}"
    VERBATIM)
  add_custom_target(${target} DEPENDS ${output})
  if(CMAKE_CROSSCOMPILING)
    add_dependencies(${target} rondo_face_libomp_so)
  endif()
  add_dependencies(rondo_test_programs ${target})
endfunction()

# Sets <variable> to 0 and 1 by turns.
set_property(GLOBAL PROPERTY RONDO_TURN 0)
function(rondo_take_turn variable)
  get_property(turn GLOBAL PROPERTY RONDO_TURN)
  math(EXPR next "1 - ${turn}")
  set_property(GLOBAL PROPERTY RONDO_TURN ${next})
  set(${variable} ${turn} PARENT_SCOPE)
endfunction()

# Leaves every other item of a list of at least two: the first, the third, ... or, in the next call, the others.
function(rondo_every_other variable)
  rondo_take_turn(turn)
  list(LENGTH ${variable} n)
  math(EXPR last "${n} - 1")
  set(left "")
  foreach(index RANGE ${turn} ${last} 2)
    list(GET ${variable} ${index} item)
    list(APPEND left ${item})
  endforeach()
  set(${variable} ${left} PARENT_SCOPE)
endfunction()

# rondo_run_test(<test> PROGRAM <file> RUNTIME rondo|stock THREADS <n>... LABELS <label>... [EXPECT <file>]
#                [ENV <n=v>...] [STATUS <n>] [STDERR <regex>] [STDERR_MAY <regex>] [TIMEOUT <s>] [ARGS <arg>...]
#                [BY_TURNS])
# One ctest entry: the program at each of the thread counts. BY_TURNS: there are others that do the same, built by
# another compiler or in another way, so it has every other count, and the next one the others. `make test-long` (the
# label whole) runs each at all counts.
function(rondo_run_test test)
  cmake_parse_arguments(ARG "BY_TURNS" "PROGRAM;RUNTIME;EXPECT;STATUS;STDERR;STDERR_MAY;TIMEOUT"
                        "THREADS;LABELS;ENV;ARGS" ${ARGN})
  set(options "")
  if(ARG_EXPECT)
    list(APPEND options --expect ${ARG_EXPECT})
  endif()
  if(DEFINED ARG_STATUS)
    list(APPEND options --status ${ARG_STATUS})
  endif()
  if(ARG_STDERR)
    list(APPEND options "--stderr=${ARG_STDERR}")
  endif()
  if(ARG_STDERR_MAY)
    list(APPEND options "--stderr-may=${ARG_STDERR_MAY}")
  endif()
  foreach(setting IN LISTS ARG_ENV)
    list(APPEND options "--env=${setting}")
  endforeach()
  if(NOT ARG_TIMEOUT)
    # Far above what any of them needs on a loaded machine: it only ends hangs.
    set(ARG_TIMEOUT 120)
    if(NOT RONDO_TEST_SANITIZER STREQUAL none)
      set(ARG_TIMEOUT 240)
    endif()
  endif()
  if(CMAKE_CROSSCOMPILING)  # an emulator takes some ten times as long
    math(EXPR ARG_TIMEOUT "${ARG_TIMEOUT} * 4")
  endif()
  if(ARG_RUNTIME STREQUAL rondo)
    list(APPEND options --faces ${RONDO_FACES_DIR})
  endif()
  if(CMAKE_CROSSCOMPILING)
    list(JOIN CMAKE_CROSSCOMPILING_EMULATOR " " emulator)
    list(APPEND options "--emulator=${emulator}")
  endif()
  # One thread has no races; and eight use memory as two and four do, but take as long as both.
  list(LENGTH ARG_THREADS n_counts)
  if(n_counts GREATER 1 AND RONDO_TEST_SANITIZER STREQUAL thread)
    list(FILTER ARG_THREADS EXCLUDE REGEX "^1(/|$)")
  elseif(n_counts GREATER 1 AND RONDO_TEST_SANITIZER STREQUAL address)
    list(FILTER ARG_THREADS EXCLUDE REGEX "^8(/|$)")
  endif()
  if(ARG_BY_TURNS AND n_counts GREATER 1 AND RONDO_TEST_SANITIZER STREQUAL none AND NOT CMAKE_CROSSCOMPILING)
    list(JOIN ARG_THREADS "," threads)
    list(APPEND options --whole ${threads})
    list(APPEND ARG_LABELS whole)
    rondo_every_other(ARG_THREADS)
  endif()
  string(REPLACE ";" "," threads "${ARG_THREADS}")
  add_test(NAME ${test}
           COMMAND ${RONDO_RUNNER} --name ${test} --threads "${threads}" --timeout ${ARG_TIMEOUT} ${options}
                   -- ${ARG_PROGRAM} ${ARG_ARGS})
  # The runner stops each run itself and says which one hung; ctest's own limit is only the second net.
  math(EXPR limit "${ARG_TIMEOUT} * 4 + 30")
  set_tests_properties(${test} PROPERTIES LABELS "${ARG_LABELS}" TIMEOUT ${limit})
  if(RONDO_TEST_OTHER_VERSIONS)  # a program that was not built is not run
    set_tests_properties(${test} PROPERTIES REQUIRED_FILES ${ARG_PROGRAM})
  endif()
endfunction()

# Sets <variable> to the reason that <pairs>, a list of compiler and reason in turns, gives for the compiler.
function(rondo_reason variable compiler pairs)
  list(FIND pairs ${compiler} index)
  set(reason "")
  if(NOT index EQUAL -1)
    math(EXPR index "${index} + 1")
    list(GET pairs ${index} reason)
  endif()
  set(${variable} "${reason}" PARENT_SCOPE)
endfunction()

# rondo_program_test(<name> <source>
#   [SOURCES <file>...]              further sources
#   [PROGRAM_NAME <name>]            file name of the program, for several tests of one program; default: <name>
#   [THREADS <n>...]                 OMP_NUM_THREADS of the runs on Rondo, default 1 2 4 8, of which ThreadSanitizer has
#                                    2 4 8 and AddressSanitizer 1 2 4. `env`: left to ENV; `2/turns`: two, with
#                                    RONDO_GRAPH_WAY=turns
#   [EXPECT <file>]                  expected standard output; default: <source>.expected if it exists, else "ok"
#   [ENV <name=value>...] [ARGS <arg>...] [STATUS <n>] [TIMEOUT <s>] [FLAGS <flag>...] [LIBS <lib>...]
#   [STOCK_ARGS <arg>...]            other arguments for the run on the stock runtime
#   [STDERR <regex>]                 Rondo writes one or more "rondo:" lines; all match, none is repeated
#   [STDERR_MAY <regex>]             as STDERR, but there need not be one (without both: there must be none)
#   [NOT_BUILT <compiler> <reason>]  the compiler cannot build it; a test makes sure that the reason still holds
#   [LEFT_OUT <compiler> <reason>]   the compiler builds it, but what it builds does not test what the program is about
#   [NOT_STOCK <compiler> <reason>]  the compiler's own runtime cannot run it
#   [NOT_RONDO <reason>]             Rondo does not support it yet; docs/limits.md says so to users
#   [NOT_SANITIZED <reason>]         left out under the sanitizer presets
#   [SERIAL]                         no other test runs at the same time
#   [ONE_COMPILER]                   of programs that run with one number of threads, one compiler's has the label long,
#                                    by turns: compilers have no part in what is tested
#   [LABELS <label>...] [QUICK])
function(rondo_program_test name source)
  cmake_parse_arguments(ARG "QUICK;SERIAL;ONE_COMPILER"
                        "PROGRAM_NAME;EXPECT;STATUS;TIMEOUT;STDERR;STDERR_MAY;NOT_SANITIZED;NOT_RONDO"
                        "SOURCES;THREADS;ENV;ARGS;STOCK_ARGS;FLAGS;LIBS;NOT_BUILT;LEFT_OUT;NOT_STOCK;LABELS" ${ARGN})
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "rondo_program_test(${name}): unknown arguments ${ARG_UNPARSED_ARGUMENTS}")
  endif()
  if(RONDO_TEST_OTHER_VERSIONS)
    set(ARG_NOT_BUILT "")
  endif()
  get_filename_component(extension ${source} LAST_EXT)
  if(NOT ARG_PROGRAM_NAME)
    set(ARG_PROGRAM_NAME ${name})
  endif()
  if(NOT ARG_THREADS)
    set(ARG_THREADS 1 2 4 8)
  endif()
  if(NOT ARG_EXPECT AND EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/${source}.expected)
    set(ARG_EXPECT ${CMAKE_CURRENT_SOURCE_DIR}/${source}.expected)
  endif()
  set(compilers gcc clang)
  if(extension STREQUAL ".f90")
    set(compilers gcc flang)
    if(NOT RONDO_TEST_GFORTRAN)
      rondo_not_built(${name} gcc "gfortran-${RONDO_TEST_GCC_VERSION} was not found")
      list(REMOVE_ITEM compilers gcc)
    endif()
    if(NOT RONDO_TEST_FLANG)
      rondo_not_built(${name} flang "flang-${RONDO_TEST_CLANG_VERSION} was not found")
      list(REMOVE_ITEM compilers flang)
    endif()
  endif()
  if(NOT RONDO_TEST_SANITIZER STREQUAL none)
    if(ARG_NOT_SANITIZED)
      rondo_not_built(${name} clang "${ARG_NOT_SANITIZED}")
      return()
    endif()
    list(REMOVE_ITEM compilers gcc flang)
  endif()
  set(labels ${ARG_LABELS})
  if(ARG_QUICK)
    list(APPEND labels quick)
  endif()

  set(run_options "")
  foreach(option IN ITEMS EXPECT STATUS TIMEOUT STDERR STDERR_MAY ENV)
    if(DEFINED ARG_${option})
      list(APPEND run_options ${option} ${ARG_${option}})
    endif()
  endforeach()
  set(arguments "")
  set(stock_arguments "")
  if(ARG_ARGS)
    set(arguments ARGS ${ARG_ARGS})
    set(stock_arguments ARGS ${ARG_ARGS})
  endif()
  if(ARG_STOCK_ARGS)
    set(stock_arguments ARGS ${ARG_STOCK_ARGS})
  endif()
  set(by_turns "")
  list(LENGTH compilers n_programs)
  foreach(compiler IN LISTS compilers)
    if(${compiler} IN_LIST ARG_NOT_BUILT OR ${compiler} IN_LIST ARG_LEFT_OUT)
      math(EXPR n_programs "${n_programs} - 1")
    endif()
  endforeach()
  set(in_long "")
  if(n_programs EQUAL 2 AND NOT long IN_LIST ARG_LABELS)
    set(by_turns BY_TURNS)
    list(LENGTH ARG_THREADS n_counts)
    if(ARG_ONE_COMPILER AND n_counts EQUAL 1 AND RONDO_TEST_SANITIZER STREQUAL none AND NOT CMAKE_CROSSCOMPILING)
      rondo_take_turn(turn)
      list(GET compilers ${turn} in_long)
    endif()
  endif()
  set(stock_threads 4)
  if(ARG_THREADS STREQUAL env)
    set(stock_threads env)
  endif()

  foreach(compiler IN LISTS compilers)
    rondo_reason(not_built ${compiler} "${ARG_NOT_BUILT}")
    rondo_reason(left_out ${compiler} "${ARG_LEFT_OUT}")
    rondo_reason(not_stock ${compiler} "${ARG_NOT_STOCK}")
    if(not_built)
      rondo_not_built(${name} ${compiler} "${not_built}")
      rondo_refusal_test(${name} ${compiler} ${source})
      continue()
    endif()
    if(left_out)
      rondo_not_built(${name} ${compiler} "${left_out}")
      continue()
    endif()
    rondo_program(program NAME ${ARG_PROGRAM_NAME} COMPILER ${compiler} SOURCES ${source} ${ARG_SOURCES}
                  FLAGS ${ARG_FLAGS} LIBS ${ARG_LIBS})
    if(ARG_QUICK)
      string(MAKE_C_IDENTIFIER "build_${ARG_PROGRAM_NAME}_${compiler}" target)
      add_dependencies(quick ${target})
    endif()
    if(ARG_NOT_RONDO)
      rondo_not_built(${name} ${compiler} "${ARG_NOT_RONDO}")
    elseif(TARGET rondo)
      set(labels_here ${labels})
      if(compiler STREQUAL in_long)
        list(APPEND labels_here long)
      endif()
      rondo_run_test(${name}.${compiler} PROGRAM ${program} RUNTIME rondo THREADS ${ARG_THREADS}
                     LABELS ${labels_here} ${run_options} ${arguments} ${by_turns})
      set_tests_properties(${name}.${compiler} PROPERTIES RUN_SERIAL ${ARG_SERIAL})
    endif()
    if(NOT RONDO_TEST_SANITIZER STREQUAL none)
      continue()
    endif()
    if(not_stock)
      rondo_not_built(${name} ${compiler}.stock "${not_stock}")
      continue()
    endif()
    rondo_run_test(${name}.${compiler}.stock PROGRAM ${program} RUNTIME stock THREADS ${stock_threads}
                   LABELS ${ARG_LABELS} stock ${run_options} ${stock_arguments})
  endforeach()
endfunction()

# A program that a compiler is said not to build must really be refused by it: the day it is accepted, this test
# fails and the NOT_BUILT line goes.
function(rondo_refusal_test name compiler source)
  get_filename_component(extension ${source} LAST_EXT)
  if(extension STREQUAL ".cpp")
    set(command ${RONDO_TEST_GXX} -std=c++17)
    if(compiler STREQUAL clang)
      set(command ${RONDO_TEST_CLANGXX} -std=c++17)
    endif()
  else()
    set(command ${RONDO_TEST_GCC} -std=gnu11)
    if(compiler STREQUAL clang)
      set(command ${RONDO_TEST_CLANG} -std=gnu11)
    endif()
  endif()
  add_test(NAME ${name}.${compiler}.refused
           COMMAND ${command} -fopenmp -fsyntax-only -I${RONDO_TESTS_DIR} -I${PROJECT_SOURCE_DIR}/include
                   ${CMAKE_CURRENT_SOURCE_DIR}/${source})
  set_tests_properties(${name}.${compiler}.refused PROPERTIES WILL_FAIL TRUE LABELS "refused")
endfunction()
