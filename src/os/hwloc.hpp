// SPDX-License-Identifier: Apache-2.0
//
// The functions of hwloc that machine.cpp calls. Most programs never ask where processors lie, and to load hwloc with
// the libraries that it needs takes longer than their first region. So it is opened when the machine is read.
#pragma once

#include <hwloc.h>

namespace rondo::os {

struct Hwloc {
  decltype(&hwloc_topology_init) topology_init;
  decltype(&hwloc_topology_destroy) topology_destroy;
  decltype(&hwloc_topology_load) topology_load;
  decltype(&hwloc_topology_set_synthetic) topology_set_synthetic;
  decltype(&hwloc_topology_set_components) topology_set_components;
  decltype(&hwloc_topology_set_all_types_filter) topology_set_all_types_filter;
  decltype(&hwloc_topology_set_type_filter) topology_set_type_filter;
  decltype(&hwloc_get_type_depth) get_type_depth;
  decltype(&hwloc_get_nbobjs_by_depth) get_nbobjs_by_depth;
  decltype(&hwloc_get_obj_by_depth) get_obj_by_depth;
  decltype(&hwloc_bitmap_first) bitmap_first;
};

// False when hwloc cannot be had; a line on standard error then says why. Takes the loader's lock.
bool open_hwloc(Hwloc& functions);

}  // namespace rondo::os
