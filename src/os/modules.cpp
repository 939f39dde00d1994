// SPDX-License-Identifier: Apache-2.0
#include "os/modules.hpp"

#include <link.h>
#include <sys/auxv.h>

// How C++ compilers register the destructors of static objects (Itanium C++ ABI, section 3.3.6).
extern "C" int register_destructor(void (*call)(void*), void* argument, void* dso_handle) __asm__("__cxa_atexit");

namespace rondo::os {

namespace {

bool is_of_kind(const ElfW(Phdr) & segment, Segment kind) {
  switch (kind) {
    case Segment::Any:
      return true;
    case Segment::Code:
      return (segment.p_flags & PF_X) != 0;
    case Segment::WritableData:
      return (segment.p_flags & PF_W) != 0;
  }
  return false;
}

struct Search {
  const void* address;
  Segment kind;
  AddressRange module;  // found
  CodeLocation location;
};

int look(dl_phdr_info* info, size_t, void* context) {
  auto& search = *static_cast<Search*>(context);
  AddressRange whole = {~uintptr_t{0}, 0};
  bool is_here = false;
  bool fits = false;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr)& segment = info->dlpi_phdr[i];
    if (segment.p_type != PT_LOAD) continue;
    AddressRange range = {info->dlpi_addr + segment.p_vaddr, info->dlpi_addr + segment.p_vaddr + segment.p_memsz};
    if (range.begin < whole.begin) whole.begin = range.begin;
    if (range.end > whole.end) whole.end = range.end;
    if (!range.contains(search.address)) continue;
    is_here = true;
    fits = is_of_kind(segment, search.kind);
  }
  if (is_here && fits) {
    search.module = whole;
    search.location = {info->dlpi_name, reinterpret_cast<uintptr_t>(search.address) - info->dlpi_addr};
  }
  return is_here ? 1 : 0;
}

}  // namespace

AddressRange module_of(const void* address, Segment kind) {
  Search search = {address, kind, {}, {}};
  dl_iterate_phdr(look, &search);
  return search.module;
}

CodeLocation locate(const void* address) {
  Search search = {address, Segment::Any, {}, {}};
  dl_iterate_phdr(look, &search);
  return search.location;
}

bool is_in_program(const void* address) {
  auto program_headers = static_cast<uintptr_t>(getauxval(AT_PHDR));
  return module_of(address).contains(reinterpret_cast<const void*>(program_headers));
}

uint64_t n_unloaded() {
  uint64_t n = 0;
  auto read = [](dl_phdr_info* info, size_t, void* context) {
    *static_cast<uint64_t*>(context) = info->dlpi_subs;
    return 1;  // the first module knows it as well as every other
  };
  dl_iterate_phdr(read, &n);
  return n;
}

bool at_unload(void* dso_handle, void (*call)(void*), void* argument) {
  return register_destructor(call, argument, dso_handle) == 0;
}

}  // namespace rondo::os
