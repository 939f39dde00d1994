// SPDX-License-Identifier: Apache-2.0
//
// Intel's low-level affinity interface: sets of processors, and binding the calling thread to one. A
// kmp_affinity_mask_t is a pointer to a set on the heap.
#include <cerrno>
#include <cstdlib>
#include <new>

#include "abi/omp/fortran.hpp"
#include "base/message.hpp"
#include "config/options.hpp"
#include "os/topology.hpp"
#include "team/binding.hpp"
#include "team/fork.hpp"

namespace rondo::omp {

using os::CpuSet;
using Mask = CpuSet*;

namespace {

constexpr int kNoSuchProcessor = -1;
constexpr int kNotOurs = -2;

// One more than the highest processor that this process may use.
int end_of_processors() {
  (void)team::options();  // KMP_HW_SUBSET counts
  const CpuSet& cpus = os::process_cpus();
  unsigned highest = cpus.first();
  for (unsigned cpu = highest; cpu != CpuSet::kNone; cpu = cpus.next(cpu)) highest = cpu;
  return static_cast<int>(highest) + 1;
}

bool is_processor(int processor) { return processor >= 0 && processor < end_of_processors(); }
bool is_ours(int processor) { return os::process_cpus().contains(static_cast<unsigned>(processor)); }

}  // namespace

RONDO_API void kmp_create_affinity_mask(Mask* mask) {
  void* memory = std::malloc(sizeof(CpuSet));
  if (memory == nullptr) base::fatal("out of memory for an affinity mask; destroy masks that are not needed any more");
  *mask = new (memory) CpuSet;
}
RONDO_API void kmp_destroy_affinity_mask(Mask* mask) {
  std::free(*mask);
  *mask = nullptr;
}

RONDO_API int kmp_get_affinity_max_proc() { return end_of_processors(); }

RONDO_API int kmp_set_affinity_mask_proc(int processor, Mask* mask) {
  if (!is_processor(processor)) return kNoSuchProcessor;
  if (!is_ours(processor)) return kNotOurs;
  (*mask)->add(static_cast<unsigned>(processor));
  return 0;
}
RONDO_API int kmp_unset_affinity_mask_proc(int processor, Mask* mask) {
  if (!is_processor(processor)) return kNoSuchProcessor;
  if (!is_ours(processor)) return kNotOurs;
  (*mask)->remove(static_cast<unsigned>(processor));
  return 0;
}
RONDO_API int kmp_get_affinity_mask_proc(int processor, Mask* mask) {
  if (!is_processor(processor)) return kNoSuchProcessor;
  return (*mask)->contains(static_cast<unsigned>(processor)) ? 1 : 0;
}

// 0 or an error number, as system calls have them.
RONDO_API int kmp_set_affinity(Mask* mask) {
  if ((*mask)->is_empty() || !os::bind_thread(**mask)) return EINVAL;
  team::leave_place(team::this_worker());
  return 0;
}
RONDO_API int kmp_get_affinity(Mask* mask) {
  **mask = os::thread_cpus();
  return 0;
}
RONDO_API int kmp_set_thread_affinity_mask_initial() {
  os::unbind_thread();
  team::leave_place(team::this_worker());
  return 0;
}

RONDO_API int kmpc_set_affinity_mask_proc(int processor, Mask* mask) {
  return kmp_set_affinity_mask_proc(processor, mask);
}
RONDO_API int kmpc_unset_affinity_mask_proc(int processor, Mask* mask) {
  return kmp_unset_affinity_mask_proc(processor, mask);
}
RONDO_API int kmpc_get_affinity_mask_proc(int processor, Mask* mask) {
  return kmp_get_affinity_mask_proc(processor, mask);
}

RONDO_FORTRAN_GET(int, kmp_get_affinity_max_proc)
RONDO_API void kmp_create_affinity_mask_(Mask* mask) { kmp_create_affinity_mask(mask); }
RONDO_API void kmp_destroy_affinity_mask_(Mask* mask) { kmp_destroy_affinity_mask(mask); }
RONDO_API int kmp_set_affinity_(Mask* mask) { return kmp_set_affinity(mask); }
RONDO_API int kmp_get_affinity_(Mask* mask) { return kmp_get_affinity(mask); }
RONDO_API int kmp_set_affinity_mask_proc_(const int32_t* processor, Mask* mask) {
  return kmp_set_affinity_mask_proc(*processor, mask);
}
RONDO_API int kmp_unset_affinity_mask_proc_(const int32_t* processor, Mask* mask) {
  return kmp_unset_affinity_mask_proc(*processor, mask);
}
RONDO_API int kmp_get_affinity_mask_proc_(const int32_t* processor, Mask* mask) {
  return kmp_get_affinity_mask_proc(*processor, mask);
}

}  // namespace rondo::omp
