// SPDX-License-Identifier: Apache-2.0
//
// Names, of functions and of the running program.
#pragma once

#include <cstdint>

namespace rondo::os {

// The function that contains `code`, if its module exports it; nullptr: none. Valid as long as the module stays
// loaded. As dladdr() says, but does not wait for a dlopen() whose constructors run (modules.hpp).
const char* symbol_at(const void* code);

// Fills in the file name of the running program; "" if the system does not tell.
void program_name(char* out, uint32_t out_bytes);

}  // namespace rondo::os
