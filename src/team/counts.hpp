// SPDX-License-Identifier: Apache-2.0
//
// What RONDO_COUNT asks for: when the process ends, a counting build (base/count.hpp) writes what its threads have
// counted, as JSON to a file or as a table to standard error. Other builds say that they cannot.
#pragma once

#include "config/options.hpp"

namespace rondo::team {

// Once, when the runtime starts.
void begin_counting(const config::Options& options);

}  // namespace rondo::team
