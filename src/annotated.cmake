# SPDX-License-Identifier: Apache-2.0
#
# The library for programs that are built with -fsanitize=thread, by either compiler: librondo once more, with
# base/annotate.hpp at work, in a folder of its own below the ordinary one, with links to the faces. A face looks for
# librondo one folder up from where it was found, so one that is found here loads this library. `rondo run` takes it
# for programs that carry the sanitizer.

# rondo_add_annotated(TARGET)   TARGET: the ordinary library, with all its sources known
function(rondo_add_annotated runtime)
  get_target_property(sources rondo_objects SOURCES)
  add_library(rondo_annotated SHARED ${sources} ${CMAKE_CURRENT_BINARY_DIR}/unsupported_stubs.c
                                     ${RONDO_FACES_SOURCE_DIR}/unsupported.cpp)
  add_dependencies(rondo_annotated ${runtime})
  target_include_directories(rondo_annotated PRIVATE ${CMAKE_CURRENT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/include)
  target_compile_definitions(rondo_annotated PRIVATE RONDO_ANNOTATE RONDO_VERSION_TEXT="${PROJECT_VERSION}")
  target_link_libraries(rondo_annotated PRIVATE rondo_runtime_flags Threads::Threads rondo_hwloc rondo_warnings)
  target_compile_options(rondo_annotated PRIVATE "$<$<CONFIG:Release>:-O1>")  # as much as the sanitizer's programs
  rondo_read_headers_once(rondo_annotated)
  rondo_compile_together(rondo_annotated)
  set_target_properties(rondo_annotated PROPERTIES
    OUTPUT_NAME rondo VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR} LINKER_LANGUAGE CXX
    LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib/tsan EXPORT_COMPILE_COMMANDS OFF)
  install(TARGETS rondo_annotated LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/rondo/tsan
          COMPONENT commands NAMELINK_SKIP)

  # The same way leads from here to the faces in the build tree and where they are installed.
  set(links ${PROJECT_BINARY_DIR}/lib/tsan/faces)
  file(MAKE_DIRECTORY ${links})
  foreach(file IN ITEMS libgomp.so.1 libomp.so.5 libomp.so libiomp5.so librondo-iomp5.so)
    file(CREATE_LINK ../../faces/${file} ${links}/${file} SYMBOLIC)
    install(FILES ${links}/${file} DESTINATION ${CMAKE_INSTALL_LIBDIR}/rondo/tsan/faces COMPONENT commands)
  endforeach()
endfunction()
