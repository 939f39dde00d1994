// SPDX-License-Identifier: Apache-2.0
//
// The executable and the shared libraries of the process as the dynamic loader sees them. Code that keeps addresses
// of functions or static data finds out here when these end.
#pragma once

#include <cstdint>

namespace rondo::os {

struct AddressRange {
  uintptr_t begin = 0;
  uintptr_t end = 0;

  bool contains(const void* address) const {
    auto value = reinterpret_cast<uintptr_t>(address);
    return value >= begin && value < end;
  }
};

enum class Segment : uint8_t { Any, Code, WritableData };

// The loaded module that `address` belongs to, from its first to its last segment; empty if there is none, or if the
// segment that holds the address is of another kind. Takes the loader's lock.
AddressRange module_of(const void* address, Segment kind = Segment::Any);

struct CodeLocation {
  const char* module = nullptr;  // file name as the loader knows it, "" for the program itself; nullptr: unknown
  uintptr_t offset = 0;          // in the module, as its ELF file counts
};

// Where an address of a loaded module lies: what a symbolizer needs to find function, file and line. Valid as long as
// the module stays loaded. Does not wait for a dlopen() whose constructors run, as dladdr() does: they may run
// regions, which wait for other threads.
CodeLocation locate(const void* address);

// True for an address of the program itself, which is never unloaded.
bool is_in_program(const void* address);

// How many modules have been unloaded so far. Takes the loader's lock.
uint64_t n_unloaded();

// call(argument) when the module whose __dso_handle this is gets unloaded, or at the end of the process. False: out
// of memory.
bool at_unload(void* dso_handle, void (*call)(void*), void* argument);

}  // namespace rondo::os
