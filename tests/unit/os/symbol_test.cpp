// SPDX-License-Identifier: Apache-2.0
//
// os/symbol.hpp, os/modules.hpp: code of the program, of a library, and of neither.
#include "os/symbol.hpp"

#include <dlfcn.h>
#include <link.h>

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "os/modules.hpp"

namespace rondo::os {
namespace {

void local_function() {}

TEST(Symbol, CodeOfTheProgramItself) {
  CodeLocation location = locate(reinterpret_cast<const void*>(&local_function));
  EXPECT_STREQ(location.module, "");
  CodeLocation neighbour = locate(reinterpret_cast<const char*>(&local_function) + 1);
  EXPECT_EQ(neighbour.offset, location.offset + 1);
}

TEST(Symbol, CodeOfALibraryHasItsFileAndExportedName) {
  const void* code = dlsym(RTLD_DEFAULT, "gnu_get_libc_version");
  EXPECT_NE(std::string(locate(code).module).find("libc.so.6"), std::string::npos);
  EXPECT_STREQ(symbol_at(code), "gnu_get_libc_version");
}

// Every module of the process: libraries with either kind of hash table, the program, the kernel's own (vdso), whose
// tables the loader leaves as they are.
TEST(Symbol, AsTheLoaderSays) {
  std::vector<const char*> codes;
  auto list = [](dl_phdr_info* info, size_t, void* context) {
    for (int i = 0; i < info->dlpi_phnum; i++) {
      const ElfW(Phdr)& segment = info->dlpi_phdr[i];
      if (segment.p_type != PT_LOAD || (segment.p_flags & PF_X) == 0) continue;
      const char* begin = reinterpret_cast<const char*>(info->dlpi_addr + segment.p_vaddr);
      const size_t step = segment.p_memsz / 300 + 1;
      for (size_t at = 0; at < segment.p_memsz; at += step)
        static_cast<std::vector<const char*>*>(context)->push_back(begin + at);
    }
    return 0;
  };
  dl_iterate_phdr(list, &codes);
  size_t n_named = 0;
  for (const char* code : codes) {
    Dl_info info = {};
    if (dladdr(code, &info) == 0) continue;
    if (info.dli_sname != nullptr) n_named++;
    EXPECT_STREQ(symbol_at(code), info.dli_sname) << info.dli_fname;
  }
  EXPECT_GT(n_named, 100u);
}

TEST(Symbol, AnAddressOutsideAllCode) {
  int variable = 0;
  EXPECT_EQ(locate(&variable).module, nullptr);
  EXPECT_EQ(locate(nullptr).module, nullptr);
  EXPECT_EQ(symbol_at(&variable), nullptr);
}

TEST(Symbol, NameOfTheProgram) {
  char name[4096];
  program_name(name, sizeof name);
  EXPECT_NE(std::string(name).find("unit_os"), std::string::npos);
  char cut[4];
  program_name(cut, sizeof cut);
  EXPECT_EQ(std::string(cut), std::string(name).substr(0, 3));
}

}  // namespace
}  // namespace rondo::os
