# SPDX-License-Identifier: Apache-2.0
#
# What other projects build with: the CMake package (find_package(Rondo)) and rondo.pc, both for an installed tree, both
# with every path relative to their own place. docs/directives/build.md is for their users.
include(CMakePackageConfigHelpers)

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/Rondo)
set(RONDO_PACKAGE_LIBDIR ${CMAKE_INSTALL_LIBDIR})
set(RONDO_PACKAGE_FACES ${CMAKE_INSTALL_LIBDIR}/rondo/faces)
set(RONDO_PACKAGE_INCLUDEDIR ${CMAKE_INSTALL_INCLUDEDIR})
configure_package_config_file(
  cmake/package/RondoConfig.cmake.in ${PROJECT_BINARY_DIR}/package/RondoConfig.cmake
  INSTALL_DESTINATION ${package_folder}
  PATH_VARS RONDO_PACKAGE_LIBDIR RONDO_PACKAGE_FACES RONDO_PACKAGE_INCLUDEDIR
  NO_CHECK_REQUIRED_COMPONENTS_MACRO)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/package/RondoConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/package/RondoConfig.cmake ${PROJECT_BINARY_DIR}/package/RondoConfigVersion.cmake
        DESTINATION ${package_folder} COMPONENT development)

set(pkgconfig_folder ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH RONDO_PREFIX_FROM_PKGCONFIG ${CMAKE_INSTALL_PREFIX}/${pkgconfig_folder} ${CMAKE_INSTALL_PREFIX})
configure_file(cmake/package/rondo.pc.in ${PROJECT_BINARY_DIR}/package/rondo.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/package/rondo.pc DESTINATION ${pkgconfig_folder} COMPONENT development)
# For the MPI library's own compiler wrapper: rondo-mpi-openmpi.pc, rondo-mpi-mpich.pc.
foreach(mpi IN LISTS RONDO_MPIS)
  configure_file(cmake/package/rondo-mpi.pc.in ${PROJECT_BINARY_DIR}/package/rondo-mpi-${mpi}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/package/rondo-mpi-${mpi}.pc DESTINATION ${pkgconfig_folder} COMPONENT mpi)
endforeach()
