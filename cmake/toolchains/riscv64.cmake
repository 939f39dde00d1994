# SPDX-License-Identifier: Apache-2.0
#
# By clang: gcc 12 calls libatomic for read-modify-writes of one and two bytes here (its successors do not).
include(${CMAKE_CURRENT_LIST_DIR}/cross.cmake)
rondo_cross(riscv64)
set(CMAKE_C_COMPILER clang-19)
set(CMAKE_CXX_COMPILER clang++-19)
set(CMAKE_C_COMPILER_TARGET riscv64-linux-gnu)
set(CMAKE_CXX_COMPILER_TARGET riscv64-linux-gnu)
