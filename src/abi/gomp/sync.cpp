// SPDX-License-Identifier: Apache-2.0
//
// barrier, single, copyprivate, critical, atomic, cancel, scope and error as gcc calls them.
#include <cstdlib>

#include "abi/api.hpp"
#include "abi/gomp/loop.hpp"
#include "abi/mutex.hpp"
#include "abi/observed.hpp"
#include "base/message.hpp"
#include "team/fork.hpp"
#include "work/cancel.hpp"
#include "work/lock.hpp"
#include "work/process.hpp"
#include "work/single.hpp"

namespace rondo::gomp {

using ompt::MutexKind;
using sched::Worker;

namespace {

// While a tool is on. gcc's code calls the same for the barrier construct and at the ends of worksharing constructs.
[[gnu::noinline]] void wait_observed() {
  Worker& worker = team::this_worker();
  sched::Entered entered(worker);
  abi::barrier_observed(worker, ompt::SyncKind::ExplicitBarrier);
}
[[gnu::noinline]] bool wait_cancellable_observed() {
  Worker& worker = team::this_worker();
  sched::Entered entered(worker);
  return abi::barrier_observed(worker, ompt::SyncKind::ExplicitBarrier);
}
[[gnu::noinline]] bool start_single_observed() {
  Worker& worker = team::this_worker();
  const bool is_executor = work::begin_single(worker);
  abi::begin_single_observed(worker, is_executor, __builtin_return_address(0));
  if (is_executor) abi::end_single_observed(worker, __builtin_return_address(0));
  return is_executor;
}

}  // namespace

RONDO_API void GOMP_barrier() {
  if (ompt::is_on()) [[unlikely]] {
    RONDO_TAIL_CALL return wait_observed();
  }
  work::barrier(team::this_worker());
}
RONDO_API bool GOMP_barrier_cancel() {
  if (ompt::is_on()) [[unlikely]] {
    RONDO_TAIL_CALL return wait_cancellable_observed();
  }
  return work::barrier(team::this_worker());
}

// The end of a single is no call.
RONDO_API bool GOMP_single_start() {
  if (ompt::is_on()) [[unlikely]] {
    RONDO_TAIL_CALL return start_single_observed();
  }
  return work::begin_single(team::this_worker());
}

// Returns nullptr if the caller executes the single (it publishes its variables at the end), else the address of the
// published variables.
RONDO_API void* GOMP_single_copy_start() {
  Worker& worker = team::this_worker();
  const bool is_executor = work::begin_single(worker);
  if (ompt::is_on()) [[unlikely]]
    abi::begin_single_observed(worker, is_executor, __builtin_return_address(0));
  return is_executor ? nullptr : work::await_copy(worker);
}
RONDO_API void GOMP_single_copy_end(void* record) {
  Worker& worker = team::this_worker();
  if (ompt::is_on()) [[unlikely]]
    abi::end_single_observed(worker, __builtin_return_address(0));
  work::publish_copy(worker, record);
}

RONDO_API void GOMP_critical_start() {
  abi::acquire(MutexKind::Critical, work::process.unnamed_critical, __builtin_return_address(0));
}
RONDO_API void GOMP_critical_end() {
  abi::release(MutexKind::Critical, work::process.unnamed_critical, __builtin_return_address(0));
}
// `slot`: a zeroed pointer that the compiler provides for each name.
RONDO_API void GOMP_critical_name_start(void** slot) {
  abi::acquire(MutexKind::Critical, work::lock_at(slot), __builtin_return_address(0));
}
RONDO_API void GOMP_critical_name_end(void** slot) {
  abi::release(MutexKind::Critical, work::lock_at(slot), __builtin_return_address(0));
}

RONDO_API void GOMP_atomic_start() {
  abi::acquire(MutexKind::Atomic, work::process.wide_atomic, __builtin_return_address(0));
}
RONDO_API void GOMP_atomic_end() {
  abi::release(MutexKind::Atomic, work::process.wide_atomic, __builtin_return_address(0));
}

// gcc writes the lowest byte of the truth value only, and clang, which compiles this, takes a bool for a whole word.
RONDO_API bool GOMP_cancel(int kind, unsigned truth) {
  const bool does_cancel = (truth & 0xff) != 0;
  auto cancel_kind = static_cast<work::CancelKind>(kind);
  // With a false if clause, this is a cancellation point.
  const void* caller = __builtin_return_address(0);
  return does_cancel ? abi::cancel(cancel_kind, caller) : abi::meet_cancellation_point(cancel_kind, caller);
}
RONDO_API bool GOMP_cancellation_point(int kind) {
  return abi::meet_cancellation_point(static_cast<work::CancelKind>(kind), __builtin_return_address(0));
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
  abi::note_error(ompt::Severity::Warning, text.bytes, static_cast<size_t>(text.length), __builtin_return_address(0));
  base::warn("%.*s (error directive of the program)", text.length, text.bytes);
}
// The program itself decides to end; it is no failure of Rondo. libgomp ends it in the same way.
RONDO_API void GOMP_error(const char* message, size_t length) {
  MessageText text = message_text(message, length);
  abi::note_error(ompt::Severity::Fatal, text.bytes, static_cast<size_t>(text.length), __builtin_return_address(0));
  base::warn("%.*s (error directive of the program)", text.length, text.bytes);
  std::exit(EXIT_FAILURE);
}

}  // namespace rondo::gomp
