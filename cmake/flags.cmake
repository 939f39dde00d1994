# SPDX-License-Identifier: Apache-2.0
#
# Two interface targets:
#   rondo_warnings       every C and C++ target of this repository links it: the warnings we keep at zero.
#   rondo_runtime_flags  only what goes into librondo.so links it (and so gets the warnings too): the language without
#                        exceptions, RTTI and libstdc++, and a library that can be loaded into any process.
# RONDO_CHECK and RONDO_COUNT are defined for everything: unit tests include the runtime's headers and must see the same
# code.

add_compile_definitions("$<$<COMPILE_LANGUAGE:C,CXX>:RONDO_CHECK=${RONDO_CHECK}>")
add_compile_definitions("$<$<AND:$<BOOL:${RONDO_COUNT}>,$<COMPILE_LANGUAGE:C,CXX>>:RONDO_COUNT>")

set(rondo_warnings_c_family
    -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wundef -Wcast-align -Wcast-qual -Wdouble-promotion -Wformat=2
    -Wimplicit-fallthrough -Wvla -Wwrite-strings)
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  # -Wthread-safety reads the lock annotations of sync/; the others find code that does not mean what it says.
  list(APPEND rondo_warnings_c_family -Wthread-safety -Wunreachable-code -Wcomma -Wassign-enum)
else()
  # The warnings are kept at zero with clang. gcc cannot be told that a value fits a bit field, does not know
  # [[clang::musttail]] (it makes jumps of such calls by itself; gcc 15 knows it, and takes a parameter's address in
  # assembler for one that escapes), and has its own idea of what shadows and dangles.
  list(APPEND rondo_warnings_c_family -Wno-conversion -Wno-address -Wno-attributes -Wno-unknown-pragmas -Wno-shadow
       -Wno-dangling-else -Wno-pedantic -Wno-maybe-musttail-local-addr)
endif()

add_library(rondo_warnings INTERFACE)
target_compile_options(rondo_warnings INTERFACE
  "$<$<COMPILE_LANGUAGE:C,CXX>:${rondo_warnings_c_family}>"
  "$<$<COMPILE_LANGUAGE:C>:-Wstrict-prototypes;-Wmissing-prototypes>"
  "$<$<COMPILE_LANGUAGE:CXX>:-Wold-style-cast;-Wnon-virtual-dtor;-Woverloaded-virtual;-Wextra-semi>"
  "$<$<AND:$<BOOL:${RONDO_WERROR}>,$<COMPILE_LANGUAGE:C,CXX>>:-Werror>")

add_library(rondo_runtime_flags INTERFACE)
target_link_libraries(rondo_runtime_flags INTERFACE rondo_warnings)
# Unit tests link the runtime's objects, and with them this target; they are ordinary C++ programs all the same.
set(rondo_is_program "$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>")
target_compile_options(rondo_runtime_flags INTERFACE
  "$<$<AND:$<NOT:${rondo_is_program}>,$<COMPILE_LANGUAGE:CXX>>:-fno-exceptions;-fno-rtti;-fvisibility-inlines-hidden>"
  # What is exported says so; everything else can be inlined and called directly.
  "$<$<AND:$<NOT:${rondo_is_program}>,$<COMPILE_LANGUAGE:C,CXX>>:-fvisibility=hidden>"
  # The library is there from process start, or is small enough for the loader's reserve when it is loaded later:
  # the current worker is then one instruction away instead of a function call.
  "$<$<COMPILE_LANGUAGE:C,CXX>:-ftls-model=initial-exec>"
  # A function begins with a cache line, so what it costs does not change with what lies before it. By 16 bytes, as
  # usual, the smallest tasks differ by 8 % between two builds with the same instructions, by 64 bytes by 1 %.
  "$<$<AND:$<NOT:${rondo_is_program}>,$<CONFIG:Release>,$<COMPILE_LANGUAGE:CXX>>:-falign-functions=64>")

if(RONDO_SANITIZER STREQUAL "thread")
  # gcc's ThreadSanitizer does not have clang's own memcpy and the like. A library that calls the C library's, which
  # both watch, serves programs of both compilers.
  target_compile_options(rondo_runtime_flags INTERFACE
    "$<$<AND:$<NOT:${rondo_is_program}>,$<COMPILE_LANGUAGE:C,CXX>>:SHELL:-mllvm -tsan-instrument-memintrinsics=0>")
endif()

set(rondo_library_link_options
    # libstdc++ in the runtime would meet another libstdc++ in the program, and nothing of libm and libgcc_s is used:
    # what is linked of the compilers' habits is named below. (-nostdlib++ would be clang's word only.)
    -nodefaultlibs -Wl,--as-needed
    # Workers execute code of the library until the process ends: dlclose() must not take it away.
    -Wl,-z,nodelete
    # All symbols are resolved when the library is loaded: no lazy binding in the middle of a measured region.
    -Wl,-z,now)
if(RONDO_SANITIZER STREQUAL "none")
  # A missing symbol fails the build, not the first program. (The sanitizers' own symbols come with the program.)
  list(APPEND rondo_library_link_options -Wl,-z,defs)
endif()
set(rondo_is_library "$<STREQUAL:$<TARGET_PROPERTY:TYPE>,SHARED_LIBRARY>")
target_link_options(rondo_runtime_flags INTERFACE "$<${rondo_is_library}:${rondo_library_link_options}>")
# Arithmetic on wide and complex types (__kmpc_atomic_*) is the compiler's own, a few functions of its archive.
target_link_libraries(rondo_runtime_flags INTERFACE "$<${rondo_is_library}:-lc;-lgcc>")

# rondo_runs_shortly(<target>): code that runs for a moment when a program is started or compiled, made of the standard
# library's templates. The compiler takes half as long for it when it does not make copies of them, and a third less
# when it need not say where what was inlined comes from.
function(rondo_runs_shortly target)
  target_compile_options(${target} PRIVATE "$<$<CONFIG:Release>:-Oz;-g0>")
endfunction()

# rondo_read_headers_once(<target> [<header>...]): the standard library's headers are half of what a file of C++ costs
# the compiler, so a target's files share them. The linter reads them where they are included (dev/tidy.py), so that
# a file that forgets one, and gets it from no other header, is an error there.
set(rondo_common_headers algorithm atomic bit cinttypes cstdio cstdlib cstring iterator span string_view)
function(rondo_read_headers_once target)
  foreach(header IN LISTS rondo_common_headers ARGN)
    target_precompile_headers(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:<${header}$<ANGLE-R>>")
  endforeach()
endfunction()

# rondo_compile_together(<target> [ALSO_IN_DEV]): the files of a folder are compiled as one, and those of the
# subfolders of src/graph, src/sched and src/region. Reading headers is most of what a file costs the compiler: so it
# takes a third of the time. For what is compiled once more, or made of headers mainly. The development build compiles
# each file by itself, as the linter does, but for what says ALSO_IN_DEV; so does the library that is measured (src/).
# What files of a folder define for themselves has a name of its own there.
function(rondo_compile_together target)
  if(RONDO_WERROR AND NOT "ALSO_IN_DEV" IN_LIST ARGN)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources EXCLUDE REGEX "^[$]<")  # objects
  foreach(source IN LISTS sources)
    cmake_path(ABSOLUTE_PATH source NORMALIZE OUTPUT_VARIABLE file)
    cmake_path(GET file PARENT_PATH folder)
    cmake_path(RELATIVE_PATH folder BASE_DIRECTORY ${PROJECT_SOURCE_DIR})
    string(REGEX REPLACE "^src/(graph|sched|region)/.*" "src/\\1" folder ${folder})
    string(MAKE_C_IDENTIFIER "in_${folder}" group)
    set_property(SOURCE ${source} PROPERTY UNITY_GROUP ${group})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()
