// SPDX-License-Identifier: Apache-2.0
//
// Which runtime the program was linked with: what it displays, and the words it uses, are that one's.
#pragma once

#include "config/options.hpp"

namespace rondo::team {

// Libgomp if the program itself names libgomp as a library it needs and no other OpenMP runtime, else Libomp.
config::Dialect dialect_of_program();

}  // namespace rondo::team
