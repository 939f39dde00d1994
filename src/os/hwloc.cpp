// SPDX-License-Identifier: Apache-2.0
//
// RONDO_HWLOC_FILE is the name by which the loader knows the hwloc whose header this was compiled with
// (cmake/hwloc.cmake). Without it hwloc is a part of the library, or linked.
#include "os/hwloc.hpp"

#ifdef RONDO_HWLOC_FILE
#include <dlfcn.h>

#include "base/message.hpp"
#endif

namespace rondo::os {

#ifdef RONDO_HWLOC_FILE

namespace {

template <class Function>
bool find(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  return function != nullptr;
}

}  // namespace

bool open_hwloc(Hwloc& functions) {
  // Never closed: hwloc's own plugins may stay.
  void* library = dlopen(RONDO_HWLOC_FILE, RTLD_NOW | RTLD_LOCAL);
  const bool is_found = library != nullptr && find(library, "hwloc_topology_init", functions.topology_init) &&
                        find(library, "hwloc_topology_destroy", functions.topology_destroy) &&
                        find(library, "hwloc_topology_load", functions.topology_load) &&
                        find(library, "hwloc_topology_set_synthetic", functions.topology_set_synthetic) &&
                        find(library, "hwloc_topology_set_components", functions.topology_set_components) &&
                        find(library, "hwloc_topology_set_all_types_filter", functions.topology_set_all_types_filter) &&
                        find(library, "hwloc_topology_set_type_filter", functions.topology_set_type_filter) &&
                        find(library, "hwloc_get_type_depth", functions.get_type_depth) &&
                        find(library, "hwloc_get_nbobjs_by_depth", functions.get_nbobjs_by_depth) &&
                        find(library, "hwloc_get_obj_by_depth", functions.get_obj_by_depth) &&
                        find(library, "hwloc_bitmap_first", functions.bitmap_first);
  if (is_found) return true;
  const char* cause = dlerror();
  base::warn(
      "hwloc, which tells the cores and caches of this machine, cannot be loaded (%s), so each processor is taken as a "
      "core of its own, and all share one cache; install " RONDO_HWLOC_FILE,
      cause == nullptr ? "unknown cause" : cause);
  return false;
}

#else

bool open_hwloc(Hwloc& functions) {
  functions = {hwloc_topology_init,
               hwloc_topology_destroy,
               hwloc_topology_load,
               hwloc_topology_set_synthetic,
               hwloc_topology_set_components,
               hwloc_topology_set_all_types_filter,
               hwloc_topology_set_type_filter,
               hwloc_get_type_depth,
               hwloc_get_nbobjs_by_depth,
               hwloc_get_obj_by_depth,
               hwloc_bitmap_first};
  return true;
}

#endif

}  // namespace rondo::os
