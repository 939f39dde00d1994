// SPDX-License-Identifier: Apache-2.0
//
// A runtime is known by its file name, with what packagers of Python wheels add to it, unless it is one of Rondo's
// faces (which are filters). A runtime that is loaded but not called does not count: if Rondo's entry points are the
// first in the process's global scope, all calls come here.
#include "team/other_runtimes.hpp"

#include <cstring>
#include <iterator>
#include <string_view>

#include <dlfcn.h>
#include <link.h>

#include "base/message.hpp"
#include "os/modules.hpp"
#include "team/process.hpp"
#include "team/runtime.hpp"

namespace rondo::team {

namespace {

struct Kind {
  std::string_view name;     // the file's, in front of a dot or a hyphen
  const char* entry_point;   // that programs call
};
constexpr Kind kKinds[] = {
    {"libgomp", "GOMP_parallel"}, {"libomp", "__kmpc_fork_call"}, {"libiomp5", "__kmpc_fork_call"}};

constexpr size_t kPathBytes = 384;

struct Search {
  unsigned long long n_loaded = 0;  // modules so far: the loader's count
  unsigned long long n_known = 0;
  char paths[std::size(kKinds)][kPathBytes] = {};  // of the kinds found
};

bool is_filter(const dl_phdr_info& info) {
  for (int i = 0; i < info.dlpi_phnum; i++) {
    if (info.dlpi_phdr[i].p_type != PT_DYNAMIC) continue;
    const auto* entry = reinterpret_cast<const ElfW(Dyn)*>(info.dlpi_addr + info.dlpi_phdr[i].p_vaddr);
    for (; entry->d_tag != DT_NULL; entry++) {
      if (entry->d_tag == DT_FILTER) return true;
    }
  }
  return false;
}

const Kind* kind_of(std::string_view path) {
  std::string_view name = path;
  name.remove_prefix(path.rfind('/') + 1);  // without a slash: npos + 1, nothing
  for (const Kind& kind : kKinds) {
    if (!name.starts_with(kind.name)) continue;
    name.remove_prefix(kind.name.size());
    return name.starts_with('.') || name.starts_with('-') ? &kind : nullptr;
  }
  return nullptr;
}

// Under the loader's lock.
int look_at_module(dl_phdr_info* info, size_t, void* argument) {
  auto& search = *static_cast<Search*>(argument);
  search.n_loaded = info->dlpi_adds;
  if (search.n_loaded == search.n_known || info->dlpi_name == nullptr) return search.n_loaded == search.n_known;
  const Kind* kind = kind_of(info->dlpi_name);
  if (kind == nullptr || is_filter(*info)) return 0;
  std::strncpy(search.paths[kind - kKinds], info->dlpi_name, kPathBytes - 1);
  return 0;
}

// Whether the process's global scope leads from the entry point to this library.
bool is_ours(const char* entry_point) {
  void* program = dlopen(nullptr, RTLD_LAZY);
  if (program == nullptr) return false;
  const void* first = dlsym(program, entry_point);
  dlclose(program);
  const os::AddressRange own = os::module_of(reinterpret_cast<const void*>(&look_for_other_runtimes));
  return first != nullptr && own.contains(first);
}

void say(const char* path) {
  base::warn_once(
      "two OpenMP runtimes are in this process: Rondo (%.300s) and another one (%s). Each has threads of its own: "
      "regions of both that run at the same time crowd the processors, and omp_ settings made in one do not reach the "
      "other; results stay right. Start the program with `rondo run -- PROGRAM` to have all regions on Rondo, or set "
      "KMP_DUPLICATE_LIB_OK=true to hear no more of this",
      os::locate(reinterpret_cast<const void*>(&look_for_other_runtimes)).module, path);
}

}  // namespace

void look_for_other_runtimes() {
  Search search;
  search.n_known = process.n_known_modules.load_relaxed();
  dl_iterate_phdr(look_at_module, &search);
  if (search.n_loaded == search.n_known) return;
  process.n_known_modules.store_relaxed(search.n_loaded);
  if (options().neighbours) return;
  for (size_t i = 0; i < std::size(kKinds); i++) {
    if (search.paths[i][0] != '\0' && !is_ours(kKinds[i].entry_point)) return say(search.paths[i]);
  }
}

}  // namespace rondo::team
