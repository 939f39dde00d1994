// SPDX-License-Identifier: Apache-2.0
//
// Where an address of code lies: the data that a symbolizer needs to find the function, file and line.
#pragma once

#include <cstdint>

namespace rondo::os {

struct CodeLocation {
  const char* module = nullptr;  // file name as the loader knows it, "" for the program itself; nullptr: unknown
  uintptr_t offset = 0;          // in the module, as its ELF file counts
  const char* symbol = nullptr;  // nearest exported symbol at or below, nullptr: none
};

// Valid as long as the module stays loaded. Takes the loader's lock.
CodeLocation locate(const void* code);

// Fills in the file name of the running program; "" if the system does not tell.
void program_name(char* out, uint32_t out_bytes);

}  // namespace rondo::os
