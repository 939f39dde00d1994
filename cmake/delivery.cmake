# SPDX-License-Identifier: Apache-2.0
#
# What `make install` needs beside the install rules themselves: the targets `delivered`, which builds what is
# installed and no test, and `demonstrated`, which builds what `rondo demo` uses; the documents that README.md leads
# to; and a list of what was installed, for `make uninstall`. Included behind all other install rules.

# All targets of these folders that are built by default.
function(rondo_targets_below folder result)
  set(found "")
  get_property(targets DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
  foreach(target IN LISTS targets)
    get_target_property(is_left_out ${target} EXCLUDE_FROM_ALL)
    get_target_property(type ${target} TYPE)
    if(NOT is_left_out AND NOT type STREQUAL INTERFACE_LIBRARY)
      list(APPEND found ${target})
    endif()
  endforeach()
  get_property(subfolders DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
  foreach(subfolder IN LISTS subfolders)
    rondo_targets_below(${subfolder} below)
    list(APPEND found ${below})
  endforeach()
  set(${result} "${found}" PARENT_SCOPE)
endfunction()

add_custom_target(delivered)
foreach(folder IN LISTS RONDO_DELIVERED_FOLDERS)
  rondo_targets_below(${PROJECT_SOURCE_DIR}/${folder} targets)
  if(targets)
    add_dependencies(delivered ${targets})
  endif()
endforeach()

if(TARGET rondo_heat_programs)
  rondo_targets_below(${PROJECT_SOURCE_DIR}/src targets)
  list(REMOVE_ITEM targets rondo_annotated)
  add_custom_target(demonstrated)
  add_dependencies(demonstrated ${targets} rondo_cli rondo_heat_programs)
endif()

# Links of README.md and of the documents stay right.
install(FILES LICENSE README.md ARCHITECTURE.md CONTRIBUTING.md DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT documents)
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT documents)
install(FILES include/rondo.h DESTINATION ${CMAKE_INSTALL_DOCDIR}/include COMPONENT documents)
foreach(folder IN ITEMS bench directives examples)
  install(FILES ${folder}/README.md DESTINATION ${CMAKE_INSTALL_DOCDIR}/${folder} COMPONENT documents)
endforeach()

set(RONDO_LIST_FOLDER ${CMAKE_INSTALL_DATADIR}/rondo)
configure_file(cmake/strip_and_list.cmake.in ${PROJECT_BINARY_DIR}/strip_and_list.cmake @ONLY)
install(SCRIPT ${PROJECT_BINARY_DIR}/strip_and_list.cmake)
