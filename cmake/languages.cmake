# SPDX-License-Identifier: Apache-2.0
#
# Language levels; Fortran when there is a compiler for it (only test programs are written in Fortran, so its absence
# leaves them out and says so instead of stopping the build); and the Python that runs scripts of build and tests.

set(CMAKE_C_STANDARD 11)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_CXX_SCAN_FOR_MODULES OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

if(NOT CMAKE_Fortran_COMPILER)
  find_program(RONDO_GFORTRAN NAMES gfortran-12 gfortran)
  mark_as_advanced(RONDO_GFORTRAN)
  if(RONDO_GFORTRAN)
    set(CMAKE_Fortran_COMPILER ${RONDO_GFORTRAN})
  endif()
endif()
if(CMAKE_Fortran_COMPILER)
  enable_language(Fortran)
else()
  message(STATUS "Fortran: no compiler found (gfortran-12, gfortran); Fortran test programs are left out")
endif()

# Debian's Python has the packages of dev/packages.txt; another one earlier in PATH would not.
if(NOT Python3_EXECUTABLE AND EXISTS /usr/bin/python3)
  set(Python3_EXECUTABLE /usr/bin/python3 CACHE FILEPATH "Python that runs the scripts of build and tests")
endif()
