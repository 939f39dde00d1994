// SPDX-License-Identifier: Apache-2.0
#include "team/face.hpp"

#include <link.h>

#include <cstring>

namespace rondo::team {

namespace {

struct Needed {
  bool libgomp = false;
  bool other = false;
};

bool starts_with(const char* text, const char* prefix) { return std::strncmp(text, prefix, std::strlen(prefix)) == 0; }

void look_at(const char* library, Needed& needed) {
  if (starts_with(library, "libgomp.so")) needed.libgomp = true;
  if (starts_with(library, "libomp.so") || starts_with(library, "libiomp5.so")) needed.other = true;
}

// The dynamic section; the loader has relocated it.
void look_at(const ElfW(Dyn) * dynamic, ElfW(Addr) base, Needed& needed) {
  const char* strings = nullptr;
  for (const ElfW(Dyn)* entry = dynamic; entry->d_tag != DT_NULL; entry++) {
    // glibc writes absolute addresses here on the platforms that let it, offsets on the others.
    if (entry->d_tag == DT_STRTAB) {
      ElfW(Addr) address = entry->d_un.d_ptr;
      strings = reinterpret_cast<const char*>(address < base ? base + address : address);
    }
  }
  if (strings == nullptr) return;
  for (const ElfW(Dyn)* entry = dynamic; entry->d_tag != DT_NULL; entry++) {
    if (entry->d_tag == DT_NEEDED) look_at(strings + entry->d_un.d_val, needed);
  }
}

// The loader reports the program itself first.
int look_at_program(dl_phdr_info* info, size_t, void* result) {
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr)& header = info->dlpi_phdr[i];
    if (header.p_type != PT_DYNAMIC) continue;
    look_at(reinterpret_cast<const ElfW(Dyn)*>(info->dlpi_addr + header.p_vaddr), info->dlpi_addr,
            *static_cast<Needed*>(result));
  }
  return 1;  // no further objects
}

}  // namespace

config::Dialect dialect_of_program() {
  Needed needed;
  dl_iterate_phdr(look_at_program, &needed);
  return needed.libgomp && !needed.other ? config::Dialect::Libgomp : config::Dialect::Libomp;
}

}  // namespace rondo::team
