// SPDX-License-Identifier: Apache-2.0
// `rondo info`: what Rondo would do here, and which OpenMP runtimes a program loads.
#pragma once

#include "process.hpp"

namespace rondo::cli {

struct InfoOptions {
  bool only_variables = false;  // --env
  bool as_json = false;         // --json
  bool run_program = false;     // --run
  Arguments program;
};

// Returns the exit status.
int info(const InfoOptions& options);

}  // namespace rondo::cli
