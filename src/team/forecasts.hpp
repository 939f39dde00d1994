// SPDX-License-Identifier: Apache-2.0
//
// What has been forecast in a process (depend/stream.hpp), told when it ends: a line if RONDO_VERBOSE asks for it,
// and what `rondo graph` shows of it, if there is a report.
#pragma once

#include "config/options.hpp"

namespace rondo::team {

void report_forecasts_at_exit(const config::Options& options);

// In the child after fork(2): what was forecast is the parent's.
void forget_forecasts();

}  // namespace rondo::team
