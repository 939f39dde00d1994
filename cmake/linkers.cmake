# SPDX-License-Identifier: Apache-2.0
#
# Linkers that take less time than the one that the compilers call by themselves, for what is built to be tested and not
# delivered. Without them that one is taken.
#   RONDO_LLD, RONDO_GOLD           the linkers, if they were found
#   rondo_link_quickly(<target>)    for a target of the project's own compiler
find_program(RONDO_LLD ld.lld PATHS /usr/lib/llvm-19/bin)
find_program(RONDO_GOLD ld.gold)
mark_as_advanced(RONDO_LLD RONDO_GOLD)

function(rondo_link_quickly target)
  if(RONDO_LLD AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND NOT CMAKE_CROSSCOMPILING)
    target_link_options(${target} PRIVATE --ld-path=${RONDO_LLD})
  endif()
endfunction()
