// SPDX-License-Identifier: Apache-2.0
//
// Whether task regions are more than their ordinary tasks.
#pragma once

#include "config/options.hpp"
#include "ompt/process.hpp"

namespace rondo::region {

// A tool is told of each task when it is created, with its dependences: what a replay leaves out.
inline bool uses_graphs(const config::Options& options) { return options.graph && !ompt::is_on(); }

}  // namespace rondo::region
