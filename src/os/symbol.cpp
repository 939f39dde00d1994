// SPDX-License-Identifier: Apache-2.0
#include "os/symbol.hpp"

#include <dlfcn.h>
#include <link.h>
#include <unistd.h>

namespace rondo::os {

CodeLocation locate(const void* code) {
  Dl_info info = {};
  void* extra = nullptr;
  if (dladdr1(code, &info, &extra, RTLD_DL_LINKMAP) == 0 || extra == nullptr) return {};
  const auto* module = static_cast<const link_map*>(extra);
  return {module->l_name, reinterpret_cast<uintptr_t>(code) - module->l_addr, info.dli_sname};
}

void program_name(char* out, uint32_t out_bytes) {
  ssize_t length = readlink("/proc/self/exe", out, out_bytes - 1);
  out[length < 0 ? 0 : length] = '\0';
}

}  // namespace rondo::os
