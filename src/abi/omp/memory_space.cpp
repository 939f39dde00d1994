// SPDX-License-Identifier: Apache-2.0
//
// OpenMP 6.0's routines about memory of devices and about free agents. All memory is the host's and each memory space
// is one resource, so the space or allocator of the host is the predefined one, and other devices have none.
#include "abi/omp/fortran.hpp"
#include "work/target.hpp"

namespace rondo::omp {

using Space = uintptr_t;
using Allocator = uintptr_t;

namespace {

constexpr uintptr_t kNone = 0;  // omp_null_mem_space, omp_null_allocator
constexpr Space kDefaultSpace = 99;
constexpr Space kLastStandardSpace = 4;  // from 1: large capacity, constant, high bandwidth, low latency

bool are_host(int n_devices, const int* devices) {
  for (int i = 0; i < n_devices; i++) {
    if (!work::is_host_number(devices[i])) return false;
  }
  return n_devices > 0;
}

Space space_if(bool is_here, Space space) { return is_here ? space : Space{kNone}; }

// The standard's allocators follow its spaces, beginning with the default's.
Allocator allocator_if(bool is_here, Space space) {
  if (!is_here || space == kNone) return kNone;
  if (space == kDefaultSpace) return 1;
  return space <= kLastStandardSpace ? space + 1 : space;
}

}  // namespace

RONDO_API Space omp_get_device_memspace(int device, Space space) {
  return space_if(work::is_host_number(device), space);
}
RONDO_API Space omp_get_devices_memspace(int n, const int* devices, Space space) {
  return space_if(are_host(n, devices), space);
}
RONDO_API Space omp_get_device_and_host_memspace(int device, Space space) {
  return space_if(work::is_host_number(device), space);
}
RONDO_API Space omp_get_devices_and_host_memspace(int n, const int* devices, Space space) {
  return space_if(n == 0 || are_host(n, devices), space);
}
RONDO_API Space omp_get_devices_all_memspace(Space space) { return space; }

RONDO_API Allocator omp_get_device_allocator(int device, Space space) {
  return allocator_if(work::is_host_number(device), space);
}
RONDO_API Allocator omp_get_devices_allocator(int n, const int* devices, Space space) {
  return allocator_if(are_host(n, devices), space);
}
RONDO_API Allocator omp_get_device_and_host_allocator(int device, Space space) {
  return allocator_if(work::is_host_number(device), space);
}
RONDO_API Allocator omp_get_devices_and_host_allocator(int n, const int* devices, Space space) {
  return allocator_if(n == 0 || are_host(n, devices), space);
}
RONDO_API Allocator omp_get_devices_all_allocator(Space space) { return allocator_if(true, space); }

RONDO_API int omp_get_memspace_num_resources(Space space) { return space == kNone ? 0 : 1; }
RONDO_API Space omp_get_submemspace(Space space, int n_resources, const int* resources) {
  return space_if(n_resources == 1 && resources[0] == 0, space);
}

// Of libomp 23: memory that a group of a device's threads shares, of which the host has none.
RONDO_API void* omp_get_dyn_gprivate_ptr(size_t, int) { return nullptr; }
RONDO_API void* omp_get_dyn_gprivate_nofb_ptr(size_t, int) { return nullptr; }
RONDO_API size_t omp_get_dyn_gprivate_size(int) { return 0; }
RONDO_API Space omp_get_dyn_gprivate_memspace(int) { return kNone; }

// Free agents are threads that take tasks of any team; here each thread works for its team.
RONDO_API int omp_is_free_agent() { return 0; }
RONDO_API int omp_ancestor_is_free_agent(int) { return 0; }

// ---- Fortran ------------------------------------------------------------------------------------------------

RONDO_API Space omp_get_device_memspace_(const int* device, const Space* space) {
  return omp_get_device_memspace(*device, *space);
}
RONDO_API Space omp_get_devices_memspace_(const int* n, const int* devices, const Space* space) {
  return omp_get_devices_memspace(*n, devices, *space);
}
RONDO_API Space omp_get_device_and_host_memspace_(const int* device, const Space* space) {
  return omp_get_device_and_host_memspace(*device, *space);
}
RONDO_API Space omp_get_devices_and_host_memspace_(const int* n, const int* devices, const Space* space) {
  return omp_get_devices_and_host_memspace(*n, devices, *space);
}
RONDO_API Space omp_get_devices_all_memspace_(const Space* space) { return omp_get_devices_all_memspace(*space); }
RONDO_API Allocator omp_get_device_allocator_(const int* device, const Space* space) {
  return omp_get_device_allocator(*device, *space);
}
RONDO_API Allocator omp_get_devices_allocator_(const int* n, const int* devices, const Space* space) {
  return omp_get_devices_allocator(*n, devices, *space);
}
RONDO_API Allocator omp_get_device_and_host_allocator_(const int* device, const Space* space) {
  return omp_get_device_and_host_allocator(*device, *space);
}
RONDO_API Allocator omp_get_devices_and_host_allocator_(const int* n, const int* devices, const Space* space) {
  return omp_get_devices_and_host_allocator(*n, devices, *space);
}
RONDO_API Allocator omp_get_devices_all_allocator_(const Space* space) { return omp_get_devices_all_allocator(*space); }
RONDO_API int omp_get_memspace_num_resources_(const Space* space) { return omp_get_memspace_num_resources(*space); }
RONDO_API Space omp_get_submemspace_(const Space* space, const int* n_resources, const int* resources) {
  return omp_get_submemspace(*space, *n_resources, resources);
}
RONDO_FORTRAN_GET(int, omp_is_free_agent)
RONDO_API int omp_ancestor_is_free_agent_(const int* level) { return omp_ancestor_is_free_agent(*level); }

}  // namespace rondo::omp
