# SPDX-License-Identifier: Apache-2.0
#
# Programs built as a user builds them: by a stock compiler with -O3 -fopenmp, linked with that compiler's own OpenMP
# library, knowing nothing of Rondo. CMake's one C compiler cannot do that for gcc and clang at once, hence custom
# commands. These programs are not part of sanitizer builds, where times mean nothing.
find_program(RONDO_STOCK_GCC NAMES gcc-12)
find_program(RONDO_STOCK_GXX NAMES g++-12)
find_program(RONDO_STOCK_CLANG NAMES clang-19)
mark_as_advanced(RONDO_STOCK_GCC RONDO_STOCK_GXX RONDO_STOCK_CLANG)

# rondo_stock_available(<result>): can both compilers be used, and is this a build whose times mean something?
function(rondo_stock_available result)
  set(${result} FALSE PARENT_SCOPE)
  if(RONDO_SANITIZER AND NOT RONDO_SANITIZER STREQUAL "none")
    return()
  endif()
  if(NOT RONDO_STOCK_GCC OR NOT RONDO_STOCK_CLANG)
    message(WARNING "rondo: gcc-12 or clang-19 not found; the programs of the benchmarks are left out. "
                    "Install them: apt-get install gcc-12 clang-19 libomp-19-dev")
    return()
  endif()
  set(${result} TRUE PARENT_SCOPE)
endfunction()

# rondo_stock_object(<object> <source> COMPILER <path> FLAGS <flag>...)
function(rondo_stock_object object source)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "COMPILER" "FLAGS")
  cmake_path(GET object PARENT_PATH folder)
  cmake_path(RELATIVE_PATH object BASE_DIRECTORY ${PROJECT_BINARY_DIR} OUTPUT_VARIABLE shown)
  file(MAKE_DIRECTORY ${folder})
  set(dependencies -MD -MF ${object}.d -MT ${shown})
  set(depfile DEPFILE ${object}.d)
  if(source MATCHES "[.]f90$")  # gfortran's would name the module as well
    set(dependencies "")
    set(depfile "")
  endif()
  separate_arguments(everywhere UNIX_COMMAND "${CMAKE_C_FLAGS}")
  add_custom_command(
    OUTPUT ${object}
    COMMAND ${arg_COMPILER} ${everywhere} ${arg_FLAGS} -O3 -Wall -Wextra -I${PROJECT_SOURCE_DIR}/include
            -I${PROJECT_SOURCE_DIR}/bench ${dependencies} -c ${source} -o ${object}
    DEPENDS ${source}
    ${depfile}
    COMMENT "Building stock object ${shown}"
    VERBATIM)
endfunction()

# The objects that every program shares: compiled once, by gcc, without OpenMP.
set(rondo_stock_common)
foreach(name IN ITEMS measure command_line graphs)
  set(object ${PROJECT_BINARY_DIR}/stock/${name}.o)
  list(APPEND rondo_stock_common ${object})
endforeach()

# Custom commands belong to one directory: the first one that asks makes the shared objects a target of the project.
function(rondo_stock_common_objects)
  foreach(name IN ITEMS measure command_line graphs)
    rondo_stock_object(${PROJECT_BINARY_DIR}/stock/${name}.o ${PROJECT_SOURCE_DIR}/bench/common/${name}.c
                       COMPILER ${RONDO_STOCK_GCC} FLAGS -std=c11)
  endforeach()
  add_custom_target(rondo_stock_common DEPENDS ${rondo_stock_common})
endfunction()

# rondo_stock_program(<program> COMPILER <path> SOURCE <file> FLAGS <flag>... [OBJECTS <file>...] [LIBRARIES <flag>...])
# Builds bin/<program>; adds the path to the variable rondo_stock_programs of the caller.
function(rondo_stock_program program)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "COMPILER;SOURCE" "FLAGS;OBJECTS;LIBRARIES")
  set(output ${PROJECT_BINARY_DIR}/bin/${program})
  set(object ${PROJECT_BINARY_DIR}/stock/${program}.o)
  cmake_path(GET output PARENT_PATH folder)
  file(MAKE_DIRECTORY ${folder})
  rondo_stock_object(${object} ${CMAKE_CURRENT_SOURCE_DIR}/${arg_SOURCE} COMPILER ${arg_COMPILER} FLAGS ${arg_FLAGS})
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${arg_COMPILER} ${arg_FLAGS} ${object} ${arg_OBJECTS} ${rondo_stock_common} ${arg_LIBRARIES} -ldl -lm
            -o ${output}
    DEPENDS ${object} ${arg_OBJECTS} ${rondo_stock_common} rondo_stock_common
    COMMENT "Linking stock program bin/${program}"
    VERBATIM)
  set(rondo_stock_programs ${rondo_stock_programs} ${output} PARENT_SCOPE)
endfunction()

# rondo_stock_pair(<program> SOURCE <file> FLAGS <flag>... [OBJECTS <file>...]): <program>-gcc and <program>-clang, with
# -fopenmp.
function(rondo_stock_pair program)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "SOURCE" "FLAGS;OBJECTS")
  foreach(build IN ITEMS gcc clang)
    string(TOUPPER ${build} compiler)
    rondo_stock_program(${program}-${build} COMPILER ${RONDO_STOCK_${compiler}} SOURCE ${arg_SOURCE}
                        FLAGS ${arg_FLAGS} -fopenmp OBJECTS ${arg_OBJECTS})
  endforeach()
  set(rondo_stock_programs ${rondo_stock_programs} PARENT_SCOPE)
endfunction()

# rondo_stock_parts(<result> <name>...): the caller's <name>.c, compiled once, by gcc without OpenMP, for all programs
# of its folder; the result is the list of object files.
function(rondo_stock_parts result)
  cmake_path(GET CMAKE_CURRENT_LIST_DIR FILENAME folder)
  set(objects)
  foreach(name IN LISTS ARGN)
    set(object ${PROJECT_BINARY_DIR}/stock/${folder}/${name}.o)
    rondo_stock_object(${object} ${CMAKE_CURRENT_LIST_DIR}/${name}.c COMPILER ${RONDO_STOCK_GCC} FLAGS -std=c11)
    list(APPEND objects ${object})
  endforeach()
  add_custom_target(rondo_stock_${folder} DEPENDS ${objects})
  set(${result} ${objects} PARENT_SCOPE)
endfunction()
