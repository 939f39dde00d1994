// SPDX-License-Identifier: Apache-2.0
//
// Reading the machine through hwloc.
#include "os/machine.hpp"

#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <new>

#include <sys/auxv.h>
#include <unistd.h>

#include "base/message.hpp"
#include "os/hwloc.hpp"
#include "os/process.hpp"
#include "os/topology.hpp"

namespace rondo::os {
namespace {

constexpr uint16_t kUnknown = 0xffff;       // no index: hwloc does not list this processor
constexpr uint16_t kWholeMachine = 0xffff;  // the one domain of a level the machine does not have

// What is around a processor, among the objects that contain it; nullptr: the machine has no such level.
hwloc_obj_t around(hwloc_obj_t processor, hwloc_obj_type_t type) {
  hwloc_obj_t object = processor->parent;
  while (object != nullptr && object->type != type) object = object->parent;
  return object;
}

// The outermost data cache around a processor, as "ll_caches" and the order of victims want it. Its level may differ
// between the cores of a hybrid processor.
hwloc_obj_t last_cache(hwloc_obj_t processor) {
  constexpr hwloc_obj_type_t kOuterFirst[] = {HWLOC_OBJ_L5CACHE, HWLOC_OBJ_L4CACHE, HWLOC_OBJ_L3CACHE,
                                              HWLOC_OBJ_L2CACHE, HWLOC_OBJ_L1CACHE};
  for (const hwloc_obj_type_t type : kOuterFirst) {
    hwloc_obj_t cache = around(processor, type);
    if (cache != nullptr) return cache;
  }
  return nullptr;
}

Location locate(const Hwloc& hwloc, hwloc_obj_t processor) {
  // A domain is named by its lowest processor: unique among the disjoint domains of one role, whatever hwloc calls
  // them.
  const auto domain_of = [&hwloc](hwloc_obj_t object, uint16_t otherwise) {
    if (object == nullptr) return otherwise;
    const int lowest = hwloc.bitmap_first(object->cpuset);
    return lowest < 0 ? otherwise : static_cast<uint16_t>(lowest);
  };
  const auto cpu = static_cast<uint16_t>(processor->os_index);
  const uint16_t core = domain_of(around(processor, HWLOC_OBJ_CORE), cpu);
  const uint16_t package = domain_of(around(processor, HWLOC_OBJ_PACKAGE), kWholeMachine);
  const int node = processor->nodeset == nullptr ? -1 : hwloc.bitmap_first(processor->nodeset);
  return {
      .cpu = cpu,
      .core = core,
      .l2 = domain_of(around(processor, HWLOC_OBJ_L2CACHE), core),
      // Without any known cache the package is used instead (virtual machines may hide their caches).
      .last_cache = domain_of(last_cache(processor), package),
      .numa = node < 0 ? kWholeMachine : static_cast<uint16_t>(node),
      .package = package,
  };
}

// Asks for processors, caches and NUMA nodes only: no PCI scan, and not the x86 component, which would bind the
// calling thread to each processor in turn to run CPUID there; the kernel's files already say everything used here.
bool load(const Hwloc& hwloc, hwloc_topology_t topology, const char* synthetic) {
  if (synthetic != nullptr) {
    if (hwloc.topology_set_synthetic(topology, synthetic) != 0) return false;
  } else {
    hwloc.topology_set_components(topology, HWLOC_TOPOLOGY_COMPONENTS_FLAG_BLACKLIST, "x86");
  }
  hwloc.topology_set_all_types_filter(topology, HWLOC_TYPE_FILTER_KEEP_NONE);
  constexpr hwloc_obj_type_t kKept[] = {HWLOC_OBJ_PACKAGE, HWLOC_OBJ_CORE,    HWLOC_OBJ_L1CACHE, HWLOC_OBJ_L2CACHE,
                                        HWLOC_OBJ_L3CACHE, HWLOC_OBJ_L4CACHE, HWLOC_OBJ_L5CACHE};
  for (const hwloc_obj_type_t type : kKept) hwloc.topology_set_type_filter(topology, type, HWLOC_TYPE_FILTER_KEEP_ALL);
  // NUMA nodes inside a package hang on groups; without these hwloc gives all of them to each processor.
  hwloc.topology_set_type_filter(topology, HWLOC_OBJ_GROUP, HWLOC_TYPE_FILTER_KEEP_STRUCTURE);
  return hwloc.topology_load(topology) == 0;
}

bool is_hwloc_lost() {
  if (!process.fork_gate.has_lost_thread()) return false;
  base::warn(
      "this process was forked while another thread started the runtime or read the description of the machine, so "
      "each processor is taken as a core of its own, and all share one cache; fork outside of constructors of "
      "libraries");
  return true;
}

// The files in which hwloc looks for the cores of a processor. If there is none of them, hwloc prints a message of
// its own and takes the machine as flat.
bool does_system_tell() {
  for (const char* folder : {"/sys/bus/cpu/devices", "/sys/devices/system/cpu"}) {
    for (const char* file : {"package_cpus", "core_cpus", "core_siblings", "thread_siblings"}) {
      char path[96];
      (void)snprintf(path, sizeof path, "%s/cpu0/topology/%s", folder, file);
      if (access(path, R_OK) == 0) return true;
    }
  }
  base::warn(
      "/sys does not tell which cores and caches this machine's processors have, so each is taken as a core "
      "of its own, and all share one cache; mount /sys");
  return false;
}

void read_this_machine() {
  auto* machine = new (process.machine_storage) Machine;
  machine->read();
  process.machine = machine;
}

}  // namespace

Machine::~Machine() {
  free(locations_);
  free(index_of_cpu_);
}

bool Machine::allocate(unsigned n_cpus, unsigned highest_cpu) {
  locations_ = static_cast<Location*>(calloc(n_cpus, sizeof(Location)));
  index_of_cpu_ = static_cast<uint16_t*>(malloc((highest_cpu + 1) * sizeof(uint16_t)));
  if (locations_ == nullptr || index_of_cpu_ == nullptr) return false;
  n_indices_ = highest_cpu + 1;
  for (unsigned i = 0; i < n_indices_; ++i) index_of_cpu_[i] = kUnknown;
  return true;
}

bool Machine::read_hwloc(const char* synthetic) {
  Hwloc hwloc;
  hwloc_topology_t topology;
  if (!open_hwloc(hwloc) || hwloc.topology_init(&topology) != 0) return false;
  bool is_read = false;
  if (load(hwloc, topology, synthetic)) {
    const int depth = hwloc.get_type_depth(topology, HWLOC_OBJ_PU);
    const unsigned n_found = depth < 0 ? 0 : hwloc.get_nbobjs_by_depth(topology, depth);
    unsigned highest_cpu = 0;
    for (unsigned i = 0; i < n_found; ++i) {
      const unsigned cpu = hwloc.get_obj_by_depth(topology, depth, i)->os_index;
      if (cpu < kMaxCpus && cpu > highest_cpu) highest_cpu = cpu;
    }
    if (n_found > 0 && allocate(n_found, highest_cpu)) {
      for (unsigned i = 0; i < n_found; ++i) {
        const hwloc_obj_t processor = hwloc.get_obj_by_depth(topology, depth, i);
        if (processor->os_index >= kMaxCpus) continue;
        locations_[n_cpus_] = locate(hwloc, processor);
        index_of_cpu_[processor->os_index] = static_cast<uint16_t>(n_cpus_++);
      }
      is_read = true;
    }
  }
  hwloc.topology_destroy(topology);
  return is_read;
}

void Machine::assume_flat() {
  const CpuSet& cpus = process_cpus();
  unsigned highest_cpu = 0;
  for (unsigned cpu = cpus.first(); cpu != CpuSet::kNone; cpu = cpus.next(cpu)) highest_cpu = cpu;
  if (!allocate(cpus.count(), highest_cpu)) return;  // then no processor is known; every query handles that
  for (unsigned cpu = cpus.first(); cpu != CpuSet::kNone; cpu = cpus.next(cpu)) {
    const auto number = static_cast<uint16_t>(n_cpus_);
    locations_[n_cpus_] = {
        .cpu = static_cast<uint16_t>(cpu), .core = number, .l2 = number, .last_cache = 0, .numa = 0, .package = 0};
    index_of_cpu_[cpu] = number;
    ++n_cpus_;
  }
}

void Machine::read(const char* synthetic) {
  // hwloc reads files and loads plugins that environment variables name: not for a setuid program.
  bool is_secure = getauxval(AT_SECURE) != 0;
  bool is_told = synthetic != nullptr || (!is_secure && !is_hwloc_lost() && does_system_tell());
  if (!is_told || !read_hwloc(synthetic)) assume_flat();
}

const Location* Machine::find(unsigned cpu) const {
  if (cpu >= n_indices_ || index_of_cpu_[cpu] == kUnknown) return nullptr;
  return &locations_[index_of_cpu_[cpu]];
}

const Machine& machine() {
  process.machine_once.run(read_this_machine);
  return *process.machine;
}

}  // namespace rondo::os
