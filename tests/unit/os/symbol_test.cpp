// SPDX-License-Identifier: Apache-2.0
//
// os/symbol.hpp, os/modules.hpp: code of the program, of a library, and of neither.
#include "os/symbol.hpp"

#include <dlfcn.h>

#include <string>

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
