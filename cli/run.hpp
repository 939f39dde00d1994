// SPDX-License-Identifier: Apache-2.0
// `rondo run`: becomes the program, with Rondo in place of its OpenMP runtime.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "process.hpp"

namespace rondo::cli {

struct RunOptions {
  std::string threads;                 // --threads as written; empty: not given
  std::vector<std::string> variables;  // --env NAME=VALUE
  bool counts = false;                 // --count
  std::string mpi;                     // --mpi, --mpi=NAME; empty: not given
  std::optional<bool> autograph;       // --autograph, --no-autograph
  Arguments program;
};

// Returns only by throwing Failure.
[[noreturn]] void run(const RunOptions& options);

}  // namespace rondo::cli
