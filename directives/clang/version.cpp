// SPDX-License-Identifier: Apache-2.0
//
// The plugin uses classes of clang, whose layout is that of one major version. So it checks which LLVM it has been
// loaded into before any other code of it runs. Its references to clang are weak (CMakeLists.txt), so that it gets
// this far in another version.
#include <dlfcn.h>
#include <unistd.h>

#include <cstdio>

namespace {

// Runs before the constructors of the other files, which have ordinary priority.
__attribute__((constructor(101))) void check_version() {
  constexpr unsigned kMajor = RONDO_CLANG_MAJOR;
  using GetVersion = void (*)(unsigned*, unsigned*, unsigned*);
  auto get_version = reinterpret_cast<GetVersion>(dlsym(RTLD_DEFAULT, "LLVMGetVersion"));
  unsigned major = 0, minor = 0, patch = 0;
  if (get_version != nullptr) get_version(&major, &minor, &patch);
  if (major == kMajor) return;
  char found[40] = "an LLVM before 16, or none";
  if (major != 0) std::snprintf(found, sizeof found, "LLVM %u.%u", major, minor);
  std::fprintf(stderr,
               "rondo: this plugin is for clang %u and was loaded by %s; use clang-%u, or the plugin of your clang\n",
               kMajor, found, kMajor);
  std::fflush(stderr);
  _exit(1);
}

}  // namespace
