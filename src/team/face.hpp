// SPDX-License-Identifier: Apache-2.0
//
// Which runtimes the program was linked with: Rondo displays the same things in the same words as the one that the
// program itself names, and says on request in whose place it is.
#pragma once

#include "config/options.hpp"

namespace rondo::team {

// Libgomp if the program itself names libgomp as a library it needs and no other OpenMP runtime, else Libomp.
config::Dialect dialect_of_program();

// The line that RONDO_VERBOSE asks for. Takes the loader's lock.
void say_who_serves();

}  // namespace rondo::team
