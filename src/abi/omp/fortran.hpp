// SPDX-License-Identifier: Apache-2.0
//
// Fortran's names for the C routines: a trailing underscore and arguments by reference; gfortran adds `_8_` variants
// for programs whose default integer has 8 bytes.
#pragma once

#include <cstdint>
#include <cstring>
#include <limits>

#include "abi/api.hpp"

namespace rondo::omp {

inline int narrow(int64_t value) {
  constexpr int64_t kHighest = std::numeric_limits<int>::max();
  constexpr int64_t kLowest = std::numeric_limits<int>::min();
  return static_cast<int>(value > kHighest ? kHighest : value < kLowest ? kLowest : value);
}

// A text as gfortran has it: a pointer to characters and their number. nullptr: it is not associated.
inline void give_text(const char* text, const char** to, size_t* length) {
  *to = text;
  *length = text != nullptr ? std::strlen(text) : 0;
}

}  // namespace rondo::omp

// A routine without arguments.
#define RONDO_FORTRAN_GET(type, name) \
  RONDO_API type name##_() { return name(); }

// A routine with one integer argument, which returns `type` (or void).
#define RONDO_FORTRAN_INT(type, name)                                   \
  RONDO_API type name##_(const int32_t* value) { return name(*value); } \
  RONDO_API type name##_8_(const int64_t* value) { return name(::rondo::omp::narrow(*value)); }
