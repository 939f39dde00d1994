// SPDX-License-Identifier: Apache-2.0
//
// Runs of this same compiler: one whose output is needed, and one that takes the place of this process. stage.hpp
// tells each run which one it is.
#pragma once

#include <string>

#include "gcc/arguments.hpp"

namespace rondo::gcc {

struct Output {
  bool has_succeeded = false;
  std::string standard_output;
  std::string standard_error;
};

// Waits for a preprocessing run to end.
Output preprocess(const Arguments& arguments);

// Becomes the run that compiles. Returns only if that is impossible.
void become(const Arguments& arguments);

}  // namespace rondo::gcc
