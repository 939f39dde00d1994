// SPDX-License-Identifier: Apache-2.0
#include "os/symbol.hpp"

#include <dlfcn.h>
#include <unistd.h>

namespace rondo::os {

const char* symbol_at(const void* code) {
  Dl_info info = {};
  return dladdr(code, &info) == 0 ? nullptr : info.dli_sname;
}

void program_name(char* out, uint32_t out_bytes) {
  ssize_t length = readlink("/proc/self/exe", out, out_bytes - 1);
  out[length < 0 ? 0 : length] = '\0';
}

}  // namespace rondo::os
