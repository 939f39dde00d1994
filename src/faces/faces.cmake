# SPDX-License-Identifier: Apache-2.0
# Faces and stubs, called from src/CMakeLists.txt:
#
#   rondo_add_unsupported(TARGET)   adds weak stubs for every entry point TARGET (librondo or the object library it is
#                                   made of) does not define
#   rondo_add_faces(TARGET)         builds lib/faces/{libgomp.so.1,libomp.so.5,libomp.so,libiomp5.so} on TARGET
#
# Why it is done so: README.md beside this file.

include_guard(GLOBAL)
include(GNUInstallDirs)
find_package(Python3 3.9 REQUIRED COMPONENTS Interpreter)

set(RONDO_FACES_SOURCE_DIR ${CMAKE_CURRENT_LIST_DIR})
set(RONDO_FACE_LISTS
    ${RONDO_FACES_SOURCE_DIR}/libgomp.txt
    ${RONDO_FACES_SOURCE_DIR}/libomp.txt
    ${RONDO_FACES_SOURCE_DIR}/libiomp5.txt)

function(rondo_add_unsupported target)
  set(stubs ${CMAKE_CURRENT_BINARY_DIR}/unsupported_stubs.c)
  add_custom_command(
    OUTPUT ${stubs}
    COMMAND Python3::Interpreter -B ${RONDO_FACES_SOURCE_DIR}/unsupported.py ${RONDO_FACE_LISTS} --output ${stubs}
    DEPENDS ${RONDO_FACES_SOURCE_DIR}/unsupported.py ${RONDO_FACES_SOURCE_DIR}/symbols.py ${RONDO_FACE_LISTS}
    COMMENT "Writing the stubs of unsupported entry points"
    VERBATIM)
  target_sources(${target} PRIVATE ${stubs} ${RONDO_FACES_SOURCE_DIR}/unsupported.cpp)
  # The stubs name functions by their symbols only; the compiler must not compare them with known signatures.
  set_source_files_properties(${stubs} PROPERTIES COMPILE_OPTIONS "-w;-fno-builtin" SKIP_LINTING ON)
  set_source_files_properties(${RONDO_FACES_SOURCE_DIR}/unsupported.cpp
                              PROPERTIES COMPILE_DEFINITIONS "RONDO_VERSION_TEXT=\"${PROJECT_VERSION}\"")
endfunction()

# One face: FILE is its SONAME and its name in lib/faces; then the list of its symbols.
function(rondo_add_face runtime file list)
  string(MAKE_C_IDENTIFIER ${file} identifier)
  set(target rondo_face_${identifier})
  set(source ${CMAKE_CURRENT_BINARY_DIR}/faces/${file}.c)
  set(script ${CMAKE_CURRENT_BINARY_DIR}/faces/${file}.map)
  file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/faces)
  add_custom_command(
    OUTPUT ${source} ${script}
    COMMAND Python3::Interpreter -B ${RONDO_FACES_SOURCE_DIR}/generate.py ${file} ${list} --source ${source}
            --script ${script}
    DEPENDS ${RONDO_FACES_SOURCE_DIR}/generate.py ${RONDO_FACES_SOURCE_DIR}/symbols.py ${list}
    COMMENT "Writing the face ${file}"
    VERBATIM)
  add_library(${target} SHARED ${source} ${script})
  set_target_properties(
    ${target}
    PROPERTIES PREFIX ""
               SUFFIX ""
               OUTPUT_NAME ${file}
               NO_SONAME ON
               LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib/faces
               C_VISIBILITY_PRESET default
               INTERPROCEDURAL_OPTIMIZATION OFF
               # lib/faces in the build tree, LIBDIR/rondo/faces where installed: the loader takes the first that has
               # librondo.
               BUILD_WITH_INSTALL_RPATH ON
               INSTALL_RPATH "$ORIGIN/..;$ORIGIN/../.."
               LINK_DEPENDS ${script}
               EXPORT_COMPILE_COMMANDS OFF)
  # A face has no code worth checking, and a program without a sanitizer must be able to load it.
  target_compile_options(${target} PRIVATE -w -fno-sanitize=all)
  target_compile_definitions(${target} PRIVATE RONDO_RUNTIME_SONAME="$<TARGET_SONAME_FILE_NAME:${runtime}>")
  target_link_options(
    ${target}
    PRIVATE
    -fno-sanitize=all
    LINKER:-soname,${file}
    LINKER:--version-script=${script}
    LINKER:--filter=$<TARGET_SONAME_FILE_NAME:${runtime}>
    LINKER:--enable-new-dtags)
  add_dependencies(${target} ${runtime})
endfunction()

function(rondo_add_faces runtime)
  rondo_add_face(${runtime} libgomp.so.1 ${RONDO_FACES_SOURCE_DIR}/libgomp.txt)
  rondo_add_face(${runtime} libomp.so.5 ${RONDO_FACES_SOURCE_DIR}/libomp.txt)
  rondo_add_face(${runtime} libomp.so ${RONDO_FACES_SOURCE_DIR}/libomp.txt)
  rondo_add_face(${runtime} libiomp5.so ${RONDO_FACES_SOURCE_DIR}/libiomp5.txt)
  # `-L lib/faces -lgomp` looks for libgomp.so (the other three names already are what -l looks for).
  file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/lib/faces)
  file(CREATE_LINK libgomp.so.1 ${PROJECT_BINARY_DIR}/lib/faces/libgomp.so SYMBOLIC)
  # Intel's is a file of another name: README.md, "Names that tools look for".
  set_target_properties(rondo_face_libiomp5_so PROPERTIES OUTPUT_NAME librondo-iomp5.so)
  file(CREATE_LINK librondo-iomp5.so ${PROJECT_BINARY_DIR}/lib/faces/libiomp5.so SYMBOLIC)
  set(faces rondo_face_libgomp_so_1 rondo_face_libomp_so_5 rondo_face_libomp_so rondo_face_libiomp5_so)
  add_custom_target(rondo_faces)  # the library and all of them: what a program needs to run on Rondo
  add_dependencies(rondo_faces ${faces})
  install(TARGETS ${faces}
          LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/rondo/faces COMPONENT commands)
  install(FILES ${PROJECT_BINARY_DIR}/lib/faces/libgomp.so ${PROJECT_BINARY_DIR}/lib/faces/libiomp5.so
          DESTINATION ${CMAKE_INSTALL_LIBDIR}/rondo/faces COMPONENT commands)
endfunction()
