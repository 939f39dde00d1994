// SPDX-License-Identifier: Apache-2.0
//
// barrier, single, copyprivate, critical, atomic, cancel, scope and error as gcc calls them.
#include <cstdlib>

#include "abi/api.hpp"
#include "abi/gomp/loop.hpp"
#include "base/message.hpp"
#include "team/fork.hpp"
#include "work/cancel.hpp"
#include "work/lock.hpp"
#include "work/process.hpp"
#include "work/single.hpp"

namespace rondo::gomp {

RONDO_API void GOMP_barrier() { work::barrier(team::this_worker()); }
RONDO_API bool GOMP_barrier_cancel() { return work::barrier(team::this_worker()); }

RONDO_API bool GOMP_single_start() { return work::begin_single(team::this_worker()); }

// Returns nullptr if the caller executes the single (it publishes its variables at the end), else the address of the
// published variables.
RONDO_API void* GOMP_single_copy_start() {
  sched::Worker& worker = team::this_worker();
  return work::begin_single(worker) ? nullptr : work::await_copy(worker);
}
RONDO_API void GOMP_single_copy_end(void* record) { work::publish_copy(team::this_worker(), record); }

RONDO_API void GOMP_critical_start() { work::process.unnamed_critical.lock(); }
RONDO_API void GOMP_critical_end() { work::process.unnamed_critical.unlock(); }
// `slot`: a zeroed pointer that the compiler provides for each name.
RONDO_API void GOMP_critical_name_start(void** slot) { work::lock_at(slot).lock(); }
RONDO_API void GOMP_critical_name_end(void** slot) { work::lock_at(slot).unlock(); }

RONDO_API void GOMP_atomic_start() { work::process.wide_atomic.lock(); }
RONDO_API void GOMP_atomic_end() { work::process.wide_atomic.unlock(); }

RONDO_API bool GOMP_cancel(int kind, bool does_cancel) {
  auto cancel_kind = static_cast<work::CancelKind>(kind);
  sched::Worker& worker = team::this_worker();
  // With a false if clause, this is a cancellation point.
  return does_cancel ? work::cancel(worker, cancel_kind) : work::is_cancelled(worker, cancel_kind);
}
RONDO_API bool GOMP_cancellation_point(int kind) {
  return work::is_cancelled(team::this_worker(), static_cast<work::CancelKind>(kind));
}

RONDO_API void GOMP_scope_start(uintptr_t* reductions) { begin_extras(reductions, nullptr); }

namespace {

// The message may lack a final zero byte: then its length is given.
struct MessageText {
  const char* bytes;
  int length;
};
MessageText message_text(const char* message, size_t length) {
  if (message == nullptr) return {"error directive", 15};
  constexpr size_t kLongest = 900;
  return {message, static_cast<int>(length < kLongest ? length : kLongest)};
}

}  // namespace

RONDO_API void GOMP_warning(const char* message, size_t length) {
  MessageText text = message_text(message, length);
  base::warn("%.*s (error directive of the program)", text.length, text.bytes);
}
// The program itself decides to end; it is no failure of Rondo. libgomp ends it in the same way.
RONDO_API void GOMP_error(const char* message, size_t length) {
  GOMP_warning(message, length);
  std::exit(EXIT_FAILURE);
}

}  // namespace rondo::gomp
