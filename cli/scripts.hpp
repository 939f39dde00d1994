// SPDX-License-Identifier: Apache-2.0
// `rondo demo` and `rondo bench`: Python programs of the source tree or of share/rondo.
#pragma once

#include "process.hpp"

namespace rondo::cli {

// Both become the script; they return only by throwing Failure.
[[noreturn]] void demo(const Arguments& arguments);
[[noreturn]] void bench(const Arguments& arguments);

}  // namespace rondo::cli
