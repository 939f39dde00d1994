# SPDX-License-Identifier: Apache-2.0
#
# Faces whose SONAME is long enough to be overwritten: rondo_openmp/_capture.py makes faces of them for runtimes with
# names of their own (libgomp-a1b2c3d4.so.1.0.0), which Python wheels carry. Only the wheel has them.
string(REPEAT x 64 room)
rondo_add_face(rondo libgomp-${room} ${RONDO_FACES_SOURCE_DIR}/libgomp.txt)
rondo_add_face(rondo libomp-${room} ${RONDO_FACES_SOURCE_DIR}/libomp.txt)
rondo_add_face(rondo libiomp5-${room} ${RONDO_FACES_SOURCE_DIR}/libiomp5.txt)
foreach(kind IN ITEMS libgomp libomp libiomp5)
  # The name as it stands in a file must not look like a runtime's to tools that list files.
  set_target_properties(rondo_face_${kind}_${room} PROPERTIES OUTPUT_NAME template-${kind}.so)
  install(TARGETS rondo_face_${kind}_${room} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/rondo/templates
          COMPONENT wheel EXCLUDE_FROM_ALL)
endforeach()
