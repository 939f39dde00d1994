# SPDX-License-Identifier: Apache-2.0
#
# The relocatable archive: what `make install` installs, a modulefile, and the pure Python packages that `rondo graph`
# and `rondo check` import (packaging/build fetches them). CPack's generator of archives does the rest.
set(module_folder ${CMAKE_INSTALL_DATADIR}/modulefiles/rondo)
configure_file(${CMAKE_CURRENT_LIST_DIR}/modulefile.in ${PROJECT_BINARY_DIR}/package/modulefile @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/package/modulefile DESTINATION ${module_folder} RENAME ${PROJECT_VERSION}
        COMPONENT module)

set(CPACK_GENERATOR TGZ)
set(CPACK_PACKAGE_NAME rondo)
set(CPACK_PACKAGE_VENDOR Rondo)
set(CPACK_PACKAGE_FILE_NAME rondo-${PROJECT_VERSION}-linux-${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_SOURCE_DIR}/build/packages)
set(CPACK_INSTALLED_DIRECTORIES
    ${PROJECT_BINARY_DIR}/package/vendor ${CMAKE_INSTALL_DATADIR}/rondo/python/vendor)
include(CPack)
