// SPDX-License-Identifier: Apache-2.0
//
// The process's runtime: start-up, fork(2), and the threads of the program that call in.
#pragma once

#include <cstdint>

namespace rondo::team {

// Reads the configuration and prepares what every later call relies on; the first caller does it, others wait.
void start_runtime();

// More workers than processors: from now on idle workers give their processor away instead of spinning.
void adapt_to_threads(uint32_t n_threads);

}  // namespace rondo::team
