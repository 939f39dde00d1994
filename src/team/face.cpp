// SPDX-License-Identifier: Apache-2.0
#include "team/face.hpp"

#include <link.h>
#include <unistd.h>

#include <cstring>
#include <string_view>

#include "base/message.hpp"
#include "config/text.hpp"
#include "os/modules.hpp"
#include "os/symbol.hpp"

namespace rondo::team {

namespace {

// see(name) for each library that the dynamic section names as needed; the loader has relocated it.
template <typename F>
void look_at(const ElfW(Dyn) * dynamic, ElfW(Addr) base, F see) {
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
    if (entry->d_tag == DT_NEEDED) see(std::string_view(strings + entry->d_un.d_val));
  }
}

template <typename F>
void look_at_module(const dl_phdr_info& info, F see) {
  for (int i = 0; i < info.dlpi_phnum; i++) {
    const ElfW(Phdr)& header = info.dlpi_phdr[i];
    if (header.p_type != PT_DYNAMIC) continue;
    look_at(reinterpret_cast<const ElfW(Dyn)*>(info.dlpi_addr + header.p_vaddr), info.dlpi_addr, see);
  }
}

struct Needed {
  bool libgomp = false;
  bool other = false;
};

// The loader reports the program itself first.
int look_at_program(dl_phdr_info* info, size_t, void* result) {
  look_at_module(*info, [&needed = *static_cast<Needed*>(result)](std::string_view library) {
    if (library.starts_with("libgomp.so")) needed.libgomp = true;
    if (library.starts_with("libomp.so") || library.starts_with("libiomp5.so")) needed.other = true;
  });
  return 1;  // no further objects
}

// Each name once. Packagers of Python wheels add a hyphen and a number to a runtime's name.
int add_names(dl_phdr_info* info, size_t, void* result) {
  look_at_module(*info, [&names = *static_cast<config::Text*>(result)](std::string_view library) {
    bool is_runtime = false;
    for (std::string_view kind : {"libgomp", "libomp", "libiomp5"}) {
      is_runtime |= library.starts_with(kind) &&
                    (library.substr(kind.size()).starts_with(".so") || library.substr(kind.size()).starts_with('-'));
    }
    if (!is_runtime || names.view().find(library) != std::string_view::npos) return;
    names.add("%s%s", names.is_empty() ? "" : ", ", library.data());
  });
  return 0;
}

}  // namespace

config::Dialect dialect_of_program() {
  Needed needed;
  dl_iterate_phdr(look_at_program, &needed);
  return needed.libgomp && !needed.other ? config::Dialect::Libgomp : config::Dialect::Libomp;
}

void say_who_serves() {
  config::Text names;
  dl_iterate_phdr(add_names, &names);
  char program[256];
  os::program_name(program, sizeof program);
  base::warn("Rondo %s serves process %d (%s) from %s, in place of: %s", RONDO_VERSION_TEXT, getpid(), program,
             os::locate(reinterpret_cast<const void*>(&say_who_serves)).module,
             names.is_empty() ? "nothing, it is linked with Rondo" : names.c_str());
}

}  // namespace rondo::team
