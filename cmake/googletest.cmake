# SPDX-License-Identifier: Apache-2.0
#
# GTest::gtest and GTest::gtest_main: Debian's package, or for another architecture, of its sources.
if(CMAKE_CROSSCOMPILING)
  add_subdirectory(/usr/src/googletest ${PROJECT_BINARY_DIR}/googletest EXCLUDE_FROM_ALL)
else()
  find_package(GTest REQUIRED)
endif()
