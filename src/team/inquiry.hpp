// SPDX-License-Identifier: Apache-2.0
//
// What a tool may ask about threads, tasks, regions and places (OpenMP 5.2, section 19.6), and by which name.
#pragma once

#include "ompt/types.hpp"

namespace rondo::team {

// The runtime's function of that name; nullptr: there is none. Any thread.
ompt::Function find_function(const char* name);

}  // namespace rondo::team
