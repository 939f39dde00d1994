// SPDX-License-Identifier: Apache-2.0
//
// os/clock.hpp as the interleaving explorer sees it: time is counted in steps, so that a schedule is the same each
// time it is run.
#pragma once

#include "explorer.hpp"

namespace rondo::os {

inline uint64_t ticks() { return model::ticks(); }
uint64_t now_ns();
uint64_t ticks_per_us();
uint64_t ticks_step();
uint64_t thread_time_ns();
uint64_t process_time_ns();

}  // namespace rondo::os
