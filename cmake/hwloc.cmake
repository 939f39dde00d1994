# SPDX-License-Identifier: Apache-2.0
#
# The target rondo_hwloc: hwloc as a shared library that librondo opens when it first asks for the machine's cores
# (src/os/hwloc.hpp), or, with RONDO_STATIC_HWLOC, as a part of librondo with hidden names. Such a librondo runs where
# no hwloc is installed, and a program that brings an hwloc of its own (Open MPI does) keeps it.
# packaging/portable/static_hwloc.c says what that takes. Where hwloc is installed as an archive only, it is linked.
find_package(PkgConfig REQUIRED)
pkg_check_modules(HWLOC REQUIRED IMPORTED_TARGET hwloc)

add_library(rondo_hwloc INTERFACE)
if(NOT RONDO_STATIC_HWLOC)
  list(GET HWLOC_LINK_LIBRARIES 0 file)
  execute_process(COMMAND ${CMAKE_READELF} --dynamic --wide ${file} OUTPUT_VARIABLE dynamic ERROR_QUIET)
  if(dynamic MATCHES "SONAME[^[]*\\[([^]]+)\\]")
    target_compile_definitions(rondo_hwloc INTERFACE RONDO_HWLOC_FILE="${CMAKE_MATCH_1}")
    target_include_directories(rondo_hwloc INTERFACE ${HWLOC_INCLUDE_DIRS})
    # For hwloc outside of the system's folders; an installed librondo has CMAKE_INSTALL_RPATH.
    list(APPEND CMAKE_BUILD_RPATH ${HWLOC_LIBRARY_DIRS})
  else()
    target_link_libraries(rondo_hwloc INTERFACE PkgConfig::HWLOC)
  endif()
  return()
endif()

find_library(RONDO_HWLOC_ARCHIVE NAMES libhwloc.a HINTS ${HWLOC_LIBRARY_DIRS} REQUIRED)
mark_as_advanced(RONDO_HWLOC_ARCHIVE)
set(needs ${PROJECT_SOURCE_DIR}/packaging/portable/static_hwloc.c)
set_source_files_properties(${needs} PROPERTIES COMPILE_OPTIONS -Wno-missing-prototypes)
target_sources(rondo_hwloc INTERFACE "$<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,SHARED_LIBRARY>:${needs}>")
target_include_directories(rondo_hwloc INTERFACE ${HWLOC_INCLUDE_DIRS})
target_link_libraries(rondo_hwloc INTERFACE ${RONDO_HWLOC_ARCHIVE} -Wl,--exclude-libs,libhwloc.a m -lgcc)
