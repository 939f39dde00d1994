// SPDX-License-Identifier: Apache-2.0
//
// Which runtime the program was linked with: Rondo displays the same things in the same words.
#pragma once

#include "config/options.hpp"

namespace rondo::team {

// Libgomp if the program itself names libgomp as a library it needs and no other OpenMP runtime, else Libomp.
config::Dialect dialect_of_program();

}  // namespace rondo::team
