// SPDX-License-Identifier: Apache-2.0
//
// omp_* routines about devices. The host is the only one: its memory is the device's memory, and a request to another
// device fails as the specification says.
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "abi/omp/fortran.hpp"
#include "sched/create/create.hpp"
#include "sched/run/observe.hpp"
#include "team/face.hpp"
#include "work/icvs.hpp"
#include "work/target.hpp"

namespace rondo::omp {

using sched::Worker;
using team::this_worker;

namespace {

constexpr const char* kHostUid = "OMP_INITIAL_DEVICE";

bool is_host(int device) {
  if (work::is_host_number(device)) return true;
  work::accept_device(this_worker(), device);
  return false;
}

int device_named(std::string_view uid) {
  if (uid == kHostUid) return work::kHostDevice;
  // omp_invalid_device, for which the compilers' headers have different numbers.
  return team::dialect_of_program() == config::Dialect::Libgomp ? -4 : -2;
}

}  // namespace

// ---- Numbers ------------------------------------------------------------------------------------------------

RONDO_API int omp_get_num_devices() { return 0; }
RONDO_API int omp_get_initial_device() { return work::kHostDevice; }
RONDO_API int omp_get_device_num() { return work::kHostDevice; }
RONDO_API int omp_is_initial_device() { return 1; }
RONDO_API void omp_set_default_device(int device) {
  work::set_icv(this_worker(), &config::Icvs::default_device, device);
}
RONDO_API int omp_get_default_device() { return team::icvs_of(this_worker()).default_device; }

RONDO_FORTRAN_GET(int, omp_get_num_devices)
RONDO_FORTRAN_GET(int, omp_get_initial_device)
RONDO_FORTRAN_GET(int, omp_get_device_num)
RONDO_FORTRAN_GET(int, omp_is_initial_device)
RONDO_FORTRAN_INT(void, omp_set_default_device)
RONDO_FORTRAN_GET(int, omp_get_default_device)

// A name that tells a device from any other (OpenMP 6.0); nullptr: no such device.
RONDO_API const char* omp_get_uid_from_device(int device) { return is_host(device) ? kHostUid : nullptr; }
RONDO_API int omp_get_device_from_uid(const char* uid) {
  return device_named(uid != nullptr ? std::string_view(uid) : std::string_view());
}

// As gfortran 16 calls them, with texts as in interop.cpp.
RONDO_API void omp_get_uid_from_device_(const char** text, size_t* length, int32_t device) {
  give_text(omp_get_uid_from_device(device), text, length);
}
RONDO_API void omp_get_uid_from_device_8_(const char** text, size_t* length, int64_t device) {
  give_text(omp_get_uid_from_device(narrow(device)), text, length);
}
RONDO_API int omp_get_device_from_uid_(const char* uid, size_t length) { return device_named({uid, length}); }

// ---- Memory -------------------------------------------------------------------------------------------------

namespace {

// A box of `n_dimensions` in two arrays, outermost dimension first.
struct Box {
  size_t element_bytes;
  int n_dimensions;
  const size_t* volume;
  const size_t* to_offsets;
  const size_t* from_offsets;
  const size_t* to_dimensions;
  const size_t* from_dimensions;

  Box inner() const {
    return {element_bytes,    n_dimensions - 1,  volume + 1,         to_offsets + 1,
            from_offsets + 1, to_dimensions + 1, from_dimensions + 1};
  }
};

// Whether every byte of the box has an offset that a size_t can hold.
bool is_addressable(const Box& box) {
  if (box.element_bytes == 0 || box.n_dimensions < 1) return false;
  size_t to = box.element_bytes;
  size_t from = box.element_bytes;
  for (int i = box.n_dimensions - 1; i >= 0; i--) {
    size_t end = 0;
    if (__builtin_add_overflow(box.to_offsets[i], box.volume[i], &end) || __builtin_mul_overflow(to, end, &end)) {
      return false;
    }
    if (__builtin_add_overflow(box.from_offsets[i], box.volume[i], &end) || __builtin_mul_overflow(from, end, &end)) {
      return false;
    }
    if (__builtin_mul_overflow(to, box.to_dimensions[i], &to)) return false;
    if (__builtin_mul_overflow(from, box.from_dimensions[i], &from)) return false;
  }
  return true;
}

void copy_box(char* to, const char* from, const Box& box) {
  size_t to_stride = box.element_bytes;
  size_t from_stride = box.element_bytes;
  for (int i = 1; i < box.n_dimensions; i++) {
    to_stride *= box.to_dimensions[i];
    from_stride *= box.from_dimensions[i];
  }
  to += box.to_offsets[0] * to_stride;
  from += box.from_offsets[0] * from_stride;
  if (box.n_dimensions == 1) {
    if (box.volume[0] != 0) std::memmove(to, from, box.volume[0] * box.element_bytes);
    return;
  }
  for (size_t i = 0; i < box.volume[0]; i++) copy_box(to + i * to_stride, from + i * from_stride, box.inner());
}

}  // namespace

RONDO_API void* omp_target_alloc(size_t bytes, int device) {
  return is_host(device) && bytes != 0 ? std::malloc(bytes) : nullptr;
}
RONDO_API void omp_target_free(void* memory, int device) {
  if (memory != nullptr && is_host(device)) std::free(memory);
}

RONDO_API int omp_target_is_present(const void* address, int device) {
  return address == nullptr || is_host(device) ? 1 : 0;
}
RONDO_API int omp_target_is_accessible(const void*, size_t, int device) { return is_host(device) ? 1 : 0; }
RONDO_API void* omp_get_mapped_ptr(const void* address, int device) {
  return is_host(device) ? const_cast<void*>(address) : nullptr;
}

// The host's addresses cannot be associated with others.
RONDO_API int omp_target_associate_ptr(const void*, const void*, size_t, size_t, int) { return EINVAL; }
RONDO_API int omp_target_disassociate_ptr(const void*, int) { return EINVAL; }

RONDO_API int omp_target_memcpy(void* to, const void* from, size_t bytes, size_t to_offset, size_t from_offset,
                                int to_device, int from_device) {
  if (!is_host(to_device) || !is_host(from_device)) return EINVAL;
  if (bytes != 0) std::memmove(static_cast<char*>(to) + to_offset, static_cast<const char*>(from) + from_offset, bytes);
  return 0;
}

// Without addresses, this returns how many dimensions an array may have.
RONDO_API int omp_target_memcpy_rect(void* to, const void* from, size_t element_bytes, int n_dimensions,
                                     const size_t* volume, const size_t* to_offsets, const size_t* from_offsets,
                                     const size_t* to_dimensions, const size_t* from_dimensions, int to_device,
                                     int from_device) {
  if (to == nullptr && from == nullptr) return INT_MAX;
  Box box = {element_bytes, n_dimensions, volume, to_offsets, from_offsets, to_dimensions, from_dimensions};
  if (!is_host(to_device) || !is_host(from_device) || !is_addressable(box)) return EINVAL;
  copy_box(static_cast<char*>(to), static_cast<const char*>(from), box);
  return 0;
}

RONDO_API void* omp_target_memset(void* memory, int value, size_t bytes, int device) {
  if (is_host(device) && bytes != 0) std::memset(memory, value, bytes);
  return memory;
}

// ---- The same as tasks --------------------------------------------------------------------------------------

namespace {

// Runs a copy of `copy` as a task with dependences. The compilers' dependence objects differ, and the call does not
// say which compiler made these. So the task is ordered with all others that have dependences.
template <class Copy>
void run_as_task(const Copy& copy, size_t extra_bytes, int n_dependences,
                 sched::Call call = {__builtin_return_address(0), __builtin_frame_address(0)}) {
  static_assert(std::is_trivially_copyable_v<Copy>);
  Worker& worker = this_worker();
  sched::Entered entered(worker, call);
  task::TaskSpec spec = {};
  spec.entry.gomp = [](void* data) { static_cast<Copy*>(data)->run(); };
  spec.block_bytes = static_cast<uint32_t>(sizeof(Copy) + extra_bytes);
  if (ompt::is_on()) sched::observe(worker, spec, ompt::kTargetTask);
  task::Task* task = sched::allocate(worker, spec);
  std::memcpy(task->data, &copy, sizeof copy);
  static_cast<Copy*>(task->data)->settle();
  const depend::Dependence all_memory[] = {{0, depend::Kind::Out}};
  const sched::Dependences dependences = n_dependences > 0 ? sched::Dependences(all_memory) : sched::Dependences();
  if (ompt::is_on()) sched::note_creation(worker, *task, sched::is_undeferred(worker), dependences);
  sched::submit(worker, *task, dependences);
}

struct PlainCopy {
  char* to;
  const char* from;
  size_t bytes;

  void settle() {}
  void run() const {
    if (bytes != 0) std::memmove(to, from, bytes);
  }
};

struct Fill {
  void* memory;
  int value;
  size_t bytes;

  void settle() {}
  void run() const {
    if (bytes != 0) std::memset(memory, value, bytes);
  }
};

struct BoxCopy {
  char* to;
  const char* from;
  Box box;

  size_t array_bytes() const { return static_cast<size_t>(box.n_dimensions) * sizeof(size_t); }
  // The caller's arrays end with the call, so they are copied behind this object.
  void settle() {
    char* place = reinterpret_cast<char*>(this + 1);
    for (const size_t** array :
         {&box.volume, &box.to_offsets, &box.from_offsets, &box.to_dimensions, &box.from_dimensions}) {
      std::memcpy(place, *array, array_bytes());
      *array = reinterpret_cast<size_t*>(place);
      place += array_bytes();
    }
  }
  void run() const { (void)copy_box(to, from, box); }
};

}  // namespace

RONDO_API int omp_target_memcpy_async(void* to, const void* from, size_t bytes, size_t to_offset, size_t from_offset,
                                      int to_device, int from_device, int n_dependences, void*) {
  if (!is_host(to_device) || !is_host(from_device)) return EINVAL;
  run_as_task(PlainCopy{static_cast<char*>(to) + to_offset, static_cast<const char*>(from) + from_offset, bytes}, 0,
              n_dependences);
  return 0;
}

RONDO_API int omp_target_memcpy_rect_async(void* to, const void* from, size_t element_bytes, int n_dimensions,
                                           const size_t* volume, const size_t* to_offsets, const size_t* from_offsets,
                                           const size_t* to_dimensions, const size_t* from_dimensions, int to_device,
                                           int from_device, int n_dependences, void*) {
  if (to == nullptr && from == nullptr) return INT_MAX;
  Box box = {element_bytes, n_dimensions, volume, to_offsets, from_offsets, to_dimensions, from_dimensions};
  if (!is_host(to_device) || !is_host(from_device) || !is_addressable(box)) return EINVAL;
  BoxCopy copy = {static_cast<char*>(to), static_cast<const char*>(from), box};
  run_as_task(copy, 5 * copy.array_bytes(), n_dependences);
  return 0;
}

RONDO_API void* omp_target_memset_async(void* memory, int value, size_t bytes, int device, int n_dependences, void*) {
  if (is_host(device)) run_as_task(Fill{memory, value, bytes}, 0, n_dependences);
  return memory;
}

}  // namespace rondo::omp
