# SPDX-License-Identifier: Apache-2.0
#
# For toolchain files: gcc 12 as Debian builds it for another architecture, clang, which has every target in it, what
# dev/cross has made for that architecture, and qemu, which executes the programs.

# rondo_cross(<architecture>): as in aarch64-linux-gnu
macro(rondo_cross architecture)
  set(CMAKE_SYSTEM_NAME Linux)
  set(CMAKE_SYSTEM_PROCESSOR ${architecture})
  set(rondo_triple ${architecture}-linux-gnu)
  set(CMAKE_C_COMPILER ${rondo_triple}-gcc-12)
  set(CMAKE_CXX_COMPILER ${rondo_triple}-g++-12)
  set(CMAKE_Fortran_COMPILER ${rondo_triple}-gfortran-12)
  set(CMAKE_CROSSCOMPILING_EMULATOR qemu-${architecture} -L /usr/${rondo_triple})

  # Not the packages of the machine that compiles.
  set(ENV{PKG_CONFIG_LIBDIR} ${CMAKE_CURRENT_LIST_DIR}/../../build/cross/${architecture}/lib/pkgconfig)

  # tests/programs.cmake
  set(RONDO_TEST_GCC ${CMAKE_C_COMPILER})
  set(RONDO_TEST_GXX ${CMAKE_CXX_COMPILER})
  set(RONDO_TEST_GFORTRAN ${CMAKE_Fortran_COMPILER})
  # A loop that is not vectorised there is none of its programs' faults.
  set(RONDO_TEST_CLANG clang-19 --target=${rondo_triple} -Wno-pass-failed)
  set(RONDO_TEST_CLANGXX clang++-19 --target=${rondo_triple} -Wno-pass-failed)
endmacro()
