// SPDX-License-Identifier: Apache-2.0
//
// Intel's extensions of the API (kmp_*): memory, and settings. Most of the settings can be changed by environment
// variables only; a program that tries it otherwise gets one message and continues.
#include <cstdlib>

#include "abi/omp/fortran.hpp"
#include "abi/omp/process.hpp"
#include "base/bits.hpp"
#include "base/message.hpp"
#include "os/thread.hpp"
#include "team/runtime.hpp"

namespace rondo::omp {

namespace {

void refuse(const char* routine, const char* variable) {
  if (base::first_time(routine)) {
    base::warn("%s has no effect: Rondo takes this setting from the environment only; set %s", routine, variable);
  }
}

// kmp_get_library
constexpr int kTurnaround = 2;
constexpr int kThroughput = 3;

}  // namespace

RONDO_API void kmp_set_defaults(const char*) { refuse("kmp_set_defaults", "the variables that it names"); }
// Sets the time for all threads of the process; libomp does so for the caller's threads only.
RONDO_API void kmp_set_blocktime(int ms) {
  team::start_runtime();  // reads the environment's value first
  if (ms < 0) ms = 0;
  process.blocktime_ms.store_relaxed(ms);
  team::set_look_out(ms == INT32_MAX ? config::kForever : static_cast<uint64_t>(ms) * 1'000'000);
}
RONDO_API void kmp_set_stacksize_s(size_t) { refuse("kmp_set_stacksize", "OMP_STACKSIZE"); }
RONDO_API void kmp_set_stacksize(int bytes) { kmp_set_stacksize_s(static_cast<size_t>(bytes)); }
RONDO_API void kmp_set_library(int) { refuse("kmp_set_library", "OMP_WAIT_POLICY"); }
RONDO_API void kmp_set_library_serial() { kmp_set_library(1); }
RONDO_API void kmp_set_library_turnaround() { kmp_set_library(kTurnaround); }
RONDO_API void kmp_set_library_throughput() { kmp_set_library(kThroughput); }

// How many nowait loops may overlap: Rondo has room enough for any number that makes sense.
RONDO_API void kmp_set_disp_num_buffers(int) {}
// Rondo's warnings are few, and each is printed once: no program depends on them.
RONDO_API void kmp_set_warnings_on() {}
RONDO_API void kmp_set_warnings_off() {}

RONDO_API int kmp_get_blocktime() {
  if (int ms = process.blocktime_ms.load_relaxed(); ms != Process::kNotSet) return ms;
  uint64_t spin_ns = team::options().spin_ns;
  return spin_ns == config::kForever ? narrow(INT64_MAX) : narrow(static_cast<int64_t>(spin_ns / 1'000'000));
}
RONDO_API size_t kmp_get_stacksize_s() {
  size_t bytes = team::options().stack_bytes;
  return bytes != 0 ? bytes : os::default_stack_bytes();
}
RONDO_API int kmp_get_stacksize() { return narrow(static_cast<int64_t>(kmp_get_stacksize_s())); }
RONDO_API int kmp_get_library() {
  return team::options().wait_policy == config::WaitPolicy::Active ? kTurnaround : kThroughput;
}

RONDO_FORTRAN_GET(int, kmp_get_blocktime)
RONDO_FORTRAN_GET(int, kmp_get_stacksize)
RONDO_FORTRAN_GET(size_t, kmp_get_stacksize_s)
RONDO_FORTRAN_GET(int, kmp_get_library)
RONDO_FORTRAN_GET(void, kmp_set_library_serial)
RONDO_FORTRAN_GET(void, kmp_set_library_turnaround)
RONDO_FORTRAN_GET(void, kmp_set_library_throughput)
RONDO_FORTRAN_GET(void, kmp_set_warnings_on)
RONDO_FORTRAN_GET(void, kmp_set_warnings_off)
RONDO_API void kmp_set_blocktime_(const int32_t* ms) { kmp_set_blocktime(*ms); }
RONDO_API void kmp_set_library_(const int32_t* library) { kmp_set_library(*library); }
RONDO_API void kmp_set_stacksize_(const int32_t* bytes) { kmp_set_stacksize(*bytes); }
RONDO_API void kmp_set_stacksize_s_(const size_t* bytes) { kmp_set_stacksize_s(*bytes); }
RONDO_API void kmp_set_disp_num_buffers_(const int32_t* n) { kmp_set_disp_num_buffers(*n); }
RONDO_API void kmp_set_defaults_(const char*, size_t) { kmp_set_defaults(nullptr); }

RONDO_API void kmpc_set_defaults(const char* settings) { kmp_set_defaults(settings); }
RONDO_API void kmpc_set_blocktime(int ms) { kmp_set_blocktime(ms); }
RONDO_API void kmpc_set_library(int library) { kmp_set_library(library); }
RONDO_API void kmpc_set_stacksize(int bytes) { kmp_set_stacksize(bytes); }
RONDO_API void kmpc_set_stacksize_s(size_t bytes) { kmp_set_stacksize_s(bytes); }
RONDO_API void kmpc_set_disp_num_buffers(int n) { kmp_set_disp_num_buffers(n); }

// ---- Memory -------------------------------------------------------------------------------------------------

// Intel's allocator keeps memory near its thread; so does the C library's.
RONDO_API void* kmp_malloc(size_t bytes) { return std::malloc(bytes); }
RONDO_API void* kmp_aligned_malloc(size_t bytes, size_t alignment) {
  if (alignment < sizeof(void*)) alignment = sizeof(void*);
  if (!base::is_power_of_two(alignment)) return nullptr;
  return std::aligned_alloc(alignment, base::round_up(bytes, alignment));
}
RONDO_API void* kmp_calloc(size_t n, size_t bytes) { return std::calloc(n, bytes); }
RONDO_API void* kmp_realloc(void* block, size_t bytes) { return std::realloc(block, bytes); }
RONDO_API void kmp_free(void* block) { std::free(block); }

RONDO_API void* kmpc_malloc(size_t bytes) { return kmp_malloc(bytes); }
RONDO_API void* kmpc_aligned_malloc(size_t bytes, size_t alignment) { return kmp_aligned_malloc(bytes, alignment); }
RONDO_API void* kmpc_calloc(size_t n, size_t bytes) { return kmp_calloc(n, bytes); }
RONDO_API void* kmpc_realloc(void* block, size_t bytes) { return kmp_realloc(block, bytes); }
RONDO_API void kmpc_free(void* block) { kmp_free(block); }

// Fortran passes what looks like an address as a value of pointer size, by reference.
RONDO_API void* kmp_malloc_(const size_t* bytes) { return kmp_malloc(*bytes); }
RONDO_API void* kmp_aligned_malloc_(const size_t* bytes, const size_t* alignment) {
  return kmp_aligned_malloc(*bytes, *alignment);
}
RONDO_API void* kmp_calloc_(const size_t* n, const size_t* bytes) { return kmp_calloc(*n, *bytes); }
RONDO_API void* kmp_realloc_(void* const* block, const size_t* bytes) { return kmp_realloc(*block, *bytes); }
RONDO_API void kmp_free_(void* const* block) { kmp_free(*block); }

}  // namespace rondo::omp
