# SPDX-License-Identifier: Apache-2.0
#
# What Rondo cannot be built for, said before the first file is compiled; and the length of a cache line.
if(NOT CMAKE_SIZEOF_VOID_P EQUAL 8)
  message(FATAL_ERROR "rondo: Rondo needs pointers of 64 bits, ${CMAKE_CXX_COMPILER} makes programs with "
                      "${CMAKE_SIZEOF_VOID_P} bytes each; use a 64-bit target (docs/architectures.md)")
endif()
if(NOT CMAKE_CXX_BYTE_ORDER STREQUAL LITTLE_ENDIAN)
  message(FATAL_ERROR "rondo: Rondo packs fields into words as little-endian machines order bytes, "
                      "${CMAKE_CXX_COMPILER} makes programs for a big-endian one; use a little-endian target "
                      "(docs/architectures.md)")
endif()

set(RONDO_CACHE_LINE 64 CACHE STRING "Bytes that caches exchange: 64, 128 or 256 (docs/architectures.md)")
set_property(CACHE RONDO_CACHE_LINE PROPERTY STRINGS 64 128 256)
if(NOT RONDO_CACHE_LINE MATCHES "^(64|128|256)$")
  message(FATAL_ERROR "rondo: RONDO_CACHE_LINE is '${RONDO_CACHE_LINE}'; use 64, 128 or 256")
endif()
# A target's property of this name overrules it.
set(rondo_line_of_target $<TARGET_PROPERTY:RONDO_CACHE_LINE>)
add_compile_definitions("$<$<COMPILE_LANGUAGE:C,CXX>:\
RONDO_CACHE_LINE=$<IF:$<BOOL:${rondo_line_of_target}>,${rondo_line_of_target},${RONDO_CACHE_LINE}>>")
