// SPDX-License-Identifier: Apache-2.0
//
// os/modules.hpp: to which module addresses belong, and what is told when one goes.
#include "os/modules.hpp"

#include <dlfcn.h>

#include <gtest/gtest.h>

namespace rondo::os {
namespace {

int g_writable = 1;
const int kConstant = 2;
void function() {}

TEST(Modules, KnowTheirSegments) {
  const auto* code = reinterpret_cast<const void*>(&function);
  EXPECT_TRUE(module_of(code).contains(code));
  EXPECT_TRUE(module_of(code).contains(&g_writable)) << "one module from end to end";
  EXPECT_TRUE(module_of(code, Segment::Code).contains(code));
  EXPECT_FALSE(module_of(code, Segment::WritableData).contains(code));
  EXPECT_TRUE(module_of(&g_writable, Segment::WritableData).contains(&g_writable));
  EXPECT_FALSE(module_of(&g_writable, Segment::Code).contains(&g_writable));
  EXPECT_FALSE(module_of(&kConstant, Segment::WritableData).contains(&kConstant));
}

TEST(Modules, DoNotHaveTheStack) {
  int local = 0;
  EXPECT_FALSE(module_of(&local).contains(&local));
  EXPECT_FALSE(module_of(nullptr).contains(nullptr));
  EXPECT_FALSE(module_of(reinterpret_cast<void*>(7)).contains(reinterpret_cast<void*>(7)));
}

TEST(Modules, TellTheProgramFromItsLibraries) {
  EXPECT_TRUE(is_in_program(&g_writable));
  EXPECT_FALSE(is_in_program(dlsym(RTLD_DEFAULT, "getauxval")));
  EXPECT_FALSE(is_in_program(nullptr));
}

TEST(Modules, CountTheirEnds) {
  const uint64_t before = n_unloaded();
  void* library = dlopen("libm.so.6", RTLD_NOW | RTLD_NOLOAD);
  if (library != nullptr) dlclose(library);  // it stays: others use it
  EXPECT_EQ(n_unloaded(), before);
}

TEST(Modules, SayWhenTheyEnd) {
  static int n_calls;
  static char handle;  // stands for a module's __dso_handle
  EXPECT_TRUE(at_unload(&handle, [](void* argument) { n_calls += *static_cast<int*>(argument); }, &g_writable));
  EXPECT_EQ(n_calls, 0);
  // What the end of a module runs (Itanium C++ ABI).
  auto finalize = reinterpret_cast<void (*)(void*)>(dlsym(RTLD_DEFAULT, "__cxa_finalize"));
  ASSERT_NE(finalize, nullptr);
  finalize(&handle);
  EXPECT_EQ(n_calls, 1);
  finalize(&handle);
  EXPECT_EQ(n_calls, 1) << "once";
}

}  // namespace
}  // namespace rondo::os
