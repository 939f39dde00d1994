# SPDX-License-Identifier: Apache-2.0
#
# RONDO_SANITIZER instruments every C and C++ file of the build. It has to be everything or nothing: ThreadSanitizer
# reports races that are none when only one side of a synchronisation is instrumented.

if(RONDO_SANITIZER STREQUAL "address")
  # No vptr check: it needs RTTI, which the runtime is built without.
  set(rondo_sanitizer_flags -fsanitize=address,undefined -fno-sanitize=vptr -fno-sanitize-recover=all)
elseif(RONDO_SANITIZER STREQUAL "thread")
  set(rondo_sanitizer_flags -fsanitize=thread)
elseif(NOT RONDO_SANITIZER STREQUAL "none")
  message(FATAL_ERROR "rondo: RONDO_SANITIZER is '${RONDO_SANITIZER}'; use none, address or thread")
endif()

if(rondo_sanitizer_flags)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    message(FATAL_ERROR "rondo: sanitizer builds need clang, not ${CMAKE_CXX_COMPILER_ID}; "
                        "use `cmake --preset asan` or `cmake --preset tsan`")
  endif()
  add_compile_options("$<$<COMPILE_LANGUAGE:C,CXX>:${rondo_sanitizer_flags}>")
  add_link_options("$<$<LINK_LANGUAGE:C,CXX>:${rondo_sanitizer_flags}>")
  if(RONDO_LLD)  # nothing of it is delivered
    add_link_options("$<$<LINK_LANGUAGE:C,CXX>:--ld-path=${RONDO_LLD}>")
  endif()
endif()
