// SPDX-License-Identifier: Apache-2.0
// `rondo demo`, `rondo bench`, `rondo graph` and `rondo check`: Python programs of the source tree or of share/rondo.
#pragma once

#include "process.hpp"

namespace rondo::cli {

// Each becomes its script; they return only by throwing Failure.
[[noreturn]] void demo(const Arguments& arguments);
[[noreturn]] void bench(const Arguments& arguments);
[[noreturn]] void graph(const Arguments& arguments);
[[noreturn]] void check(const Arguments& arguments);

}  // namespace rondo::cli
