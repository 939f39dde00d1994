// SPDX-License-Identifier: Apache-2.0
//
// barrier, single, master and masked, copyprivate, critical, reduction, flush and cancel as clang and flang call
// them.
#include <cstring>

#include "abi/api.hpp"
#include "abi/kmpc/task_reduction.hpp"
#include "abi/kmpc/types.hpp"
#include "abi/mutex.hpp"
#include "abi/observed.hpp"
#include "base/message.hpp"
#include "team/fork.hpp"
#include "work/cancel.hpp"
#include "work/lock.hpp"
#include "work/process.hpp"
#include "work/reduce.hpp"
#include "work/single.hpp"

namespace rondo::kmpc {

using ompt::MutexKind;
using sched::Worker;

// ---- Barrier ------------------------------------------------------------------------------------------------

namespace {

ompt::SyncKind kind_of_barrier(const Ident* location) {
  if (location == nullptr || (location->flags & kIdentExplicitBarrier) != 0) return ompt::SyncKind::ExplicitBarrier;
  return (location->flags & kIdentImplicitBarrier) != 0 ? ompt::SyncKind::WorkshareBarrier
                                                        : ompt::SyncKind::ImplementationBarrier;
}

// While a tool is on. Each is called as its entry point is, from where the program has called that.
[[gnu::noinline]] void wait_observed(Ident* location, int32_t) {
  Worker& worker = team::this_worker();
  sched::Entered entered(worker);
  abi::barrier_observed(worker, kind_of_barrier(location));
}
[[gnu::noinline]] int32_t wait_cancellable_observed(Ident* location, int32_t) {
  Worker& worker = team::this_worker();
  sched::Entered entered(worker);
  return abi::barrier_observed(worker, kind_of_barrier(location)) ? 1 : 0;
}

}  // namespace

RONDO_API void __kmpc_barrier(Ident* location, int32_t gtid) {
  if (ompt::is_on()) [[unlikely]] {
    RONDO_TAIL_CALL return wait_observed(location, gtid);
  }
  work::barrier(team::this_worker());
}
RONDO_API int32_t __kmpc_cancel_barrier(Ident* location, int32_t gtid) {
  if (ompt::is_on()) [[unlikely]] {
    RONDO_TAIL_CALL return wait_cancellable_observed(location, gtid);
  }
  return work::barrier(team::this_worker()) ? 1 : 0;
}

// The barrier in two halves, with code of the master between them. Returns 1 on the thread that executes this code.
RONDO_API int32_t __kmpc_barrier_master(Ident*, int32_t) {
  Worker& worker = team::this_worker();
  work::barrier(worker);
  if (worker.slot->index == 0) return 1;
  work::barrier(worker);
  return 0;
}
RONDO_API void __kmpc_end_barrier_master(Ident*, int32_t) { work::barrier(team::this_worker()); }
RONDO_API int32_t __kmpc_barrier_master_nowait(Ident*, int32_t) {
  Worker& worker = team::this_worker();
  work::barrier(worker);
  return worker.slot->index == 0 ? 1 : 0;
}

// ---- Single, masked -----------------------------------------------------------------------------------------

RONDO_API int32_t __kmpc_single(Ident*, int32_t) {
  Worker& worker = team::this_worker();
  const bool is_executor = work::begin_single(worker);
  if (ompt::is_on()) [[unlikely]]
    abi::begin_single_observed(worker, is_executor, __builtin_return_address(0));
  return is_executor ? 1 : 0;
}
RONDO_API void __kmpc_end_single(Ident*, int32_t) {
  if (ompt::is_on()) [[unlikely]]
    abi::end_single_observed(team::this_worker(), __builtin_return_address(0));
}

namespace {

void note_masked(const Worker& worker, ompt::Endpoint endpoint, const void* caller) {
  ompt::masked(endpoint, sched::parallel_of(worker), sched::current_data(worker), caller);
}

[[gnu::always_inline]] inline int32_t begin_masked(uint32_t filter, const void* caller) {
  Worker& worker = team::this_worker();
  const bool is_filtered = worker.slot->index == filter;
  if (ompt::is_on() && is_filtered) [[unlikely]]
    note_masked(worker, ompt::Endpoint::Begin, caller);
  return is_filtered ? 1 : 0;
}

[[gnu::always_inline]] inline void end_masked(const void* caller) {
  if (ompt::is_on()) [[unlikely]]
    note_masked(team::this_worker(), ompt::Endpoint::End, caller);
}

void note_scope(ompt::Endpoint endpoint, const void* caller) {
  const Worker& worker = team::this_worker();
  ompt::work(worker.record, ompt::WorkKind::Scope, endpoint, sched::parallel_of(worker), sched::current_data(worker), 1,
             caller);
}

}  // namespace

RONDO_API int32_t __kmpc_master(Ident*, int32_t) { return begin_masked(0, __builtin_return_address(0)); }
RONDO_API void __kmpc_end_master(Ident*, int32_t) { end_masked(__builtin_return_address(0)); }
RONDO_API int32_t __kmpc_masked(Ident*, int32_t, int32_t filter) {
  return begin_masked(static_cast<uint32_t>(filter), __builtin_return_address(0));
}
RONDO_API void __kmpc_end_masked(Ident*, int32_t) { end_masked(__builtin_return_address(0)); }

RONDO_API void __kmpc_scope(Ident*, int32_t, void*) {
  if (ompt::is_on()) [[unlikely]]
    note_scope(ompt::Endpoint::Begin, __builtin_return_address(0));
}
RONDO_API void __kmpc_end_scope(Ident*, int32_t, void*) {
  if (ompt::is_on()) [[unlikely]]
    note_scope(ompt::Endpoint::End, __builtin_return_address(0));
}

RONDO_API void __kmpc_copyprivate(Ident*, int32_t, size_t, void* data, work::CopyFunction copy, int32_t did_it) {
  work::copy_private(team::this_worker(), data, copy, did_it != 0);
}
// The caller copies, and waits for the others afterwards.
RONDO_API void* __kmpc_copyprivate_light(Ident*, int32_t, void* data) {
  Worker& worker = team::this_worker();
  if (data == nullptr) return work::await_copy(worker);
  work::publish_copy(worker, data);
  return data;
}

// ---- Critical -----------------------------------------------------------------------------------------------

// kmp_critical_name is 32 zeroed bytes; hints do not change what a lock does here.
RONDO_API void __kmpc_critical(Ident*, int32_t, void* name) {
  abi::acquire(MutexKind::Critical, work::lock_at(name), __builtin_return_address(0));
}
RONDO_API void __kmpc_critical_with_hint(Ident*, int32_t, void* name, uint32_t) {
  abi::acquire(MutexKind::Critical, work::lock_at(name), __builtin_return_address(0));
}
RONDO_API void __kmpc_end_critical(Ident*, int32_t, void* name) {
  abi::release(MutexKind::Critical, work::lock_at(name), __builtin_return_address(0));
}

RONDO_API void __kmpc_atomic_start() {
  abi::acquire(MutexKind::Atomic, work::process.wide_atomic, __builtin_return_address(0));
}
RONDO_API void __kmpc_atomic_end() {
  abi::release(MutexKind::Atomic, work::process.wide_atomic, __builtin_return_address(0));
}

RONDO_API void __kmpc_flush(Ident*) {
  base::fence_seq_cst();
  if (ompt::is_on()) [[unlikely]]
    ompt::flush(&team::this_worker().record.data, __builtin_return_address(0));
}

// ---- Reduction ----------------------------------------------------------------------------------------------

namespace {

// Only reductions in turn, which the runtime has a part in. The end may also be that of another one.
void note_reduction(const Worker& worker, ompt::Endpoint endpoint, const void* caller) {
  bool& is_reducing = team::member_of(worker).is_reducing;
  const bool is_begin = endpoint == ompt::Endpoint::Begin;
  if (is_reducing == is_begin) return;
  is_reducing = is_begin;
  ompt::sync_region(worker.record, ompt::Event::Reduction, ompt::SyncKind::Reduction, endpoint,
                    sched::parallel_of(worker), sched::current_data(worker), caller);
}

// While a tool is on, at the end of a reduction with a barrier; as __kmpc_end_reduce() is called.
[[gnu::noinline]] void end_reduction_observed(Ident*, int32_t, void*) {
  Worker& worker = team::this_worker();
  sched::Entered entered(worker);
  note_reduction(worker, ompt::Endpoint::End, worker.record.caller);
  work::end_reduction(worker);
  abi::barrier_observed(worker, ompt::SyncKind::WorkshareBarrier);
}

// Returns 1 if the caller combines its copies and then calls end, 2 if it combines them with atomic instructions.
[[gnu::always_inline]] inline int32_t begin_reduction(const Ident* ident, int32_t n_variables, void* name,
                                                      const void* caller) {
  Worker& worker = team::this_worker();
  bool has_atomic = (ident->flags & kIdentAtomicReduce) != 0;
  work::ReductionMethod method =
      work::begin_reduction(worker, work::lock_at(name), has_atomic, static_cast<uint32_t>(n_variables));
  if (method != work::ReductionMethod::InTurn) return 2;
  if (ompt::is_on()) [[unlikely]]
    note_reduction(worker, ompt::Endpoint::Begin, caller);
  return 1;
}

}  // namespace

RONDO_API int32_t __kmpc_reduce_nowait(Ident* ident, int32_t, int32_t n_variables, size_t, void*,
                                       void (*)(void*, void*), void* name) {
  return begin_reduction(ident, n_variables, name, __builtin_return_address(0));
}
RONDO_API void __kmpc_end_reduce_nowait(Ident*, int32_t, void*) {
  Worker& worker = team::this_worker();
  if (ompt::is_on()) [[unlikely]]
    note_reduction(worker, ompt::Endpoint::End, __builtin_return_address(0));
  work::end_reduction(worker);
}

RONDO_API int32_t __kmpc_reduce(Ident* ident, int32_t, int32_t n_variables, size_t, void*, void (*)(void*, void*),
                                void* name) {
  return begin_reduction(ident, n_variables, name, __builtin_return_address(0));
}
RONDO_API void __kmpc_end_reduce(Ident* location, int32_t gtid, void* name) {
  if (ompt::is_on()) [[unlikely]] {
    RONDO_TAIL_CALL return end_reduction_observed(location, gtid, name);
  }
  Worker& worker = team::this_worker();
  work::end_reduction(worker);
  work::barrier(worker);
}

// ---- Cancel, error ------------------------------------------------------------------------------------------

namespace {

work::CancelKind cancel_kind(int32_t code) {
  switch (code) {
    case 1:
      return work::kCancelParallel;
    case 2:
      return work::kCancelLoop;
    case 3:
      return work::kCancelSections;
    default:
      return work::kCancelTaskgroup;
  }
}

// Returns 1 if the thread leaves the construct. Its code then does not end the taskgroup that a loop or sections with
// a reduction have begun, so this does.
int32_t leaves(Worker& worker, work::CancelKind kind, bool is_cancelled) {
  if (is_cancelled && (kind == work::kCancelLoop || kind == work::kCancelSections)) abandon_worksharing(worker);
  return is_cancelled ? 1 : 0;
}

}  // namespace

RONDO_API int32_t __kmpc_cancel(Ident*, int32_t, int32_t code) {
  Worker& worker = team::this_worker();
  const work::CancelKind kind = cancel_kind(code);
  return leaves(worker, kind, abi::cancel(kind, __builtin_return_address(0)));
}
RONDO_API int32_t __kmpc_cancellationpoint(Ident*, int32_t, int32_t code) {
  Worker& worker = team::this_worker();
  const work::CancelKind kind = cancel_kind(code);
  return leaves(worker, kind, abi::meet_cancellation_point(kind, __builtin_return_address(0)));
}

// Whether the innermost construct of the kind has been cancelled; 0 for a number that is no kind.
RONDO_API int kmp_get_cancellation_status(int kind) {
  if (kind < 1 || kind > 4) return 0;
  return work::is_cancelled(team::this_worker(), cancel_kind(kind)) ? 1 : 0;
}
RONDO_API int kmp_get_cancellation_status_(const int32_t* kind) { return kmp_get_cancellation_status(*kind); }

RONDO_API void __kmpc_error(Ident* ident, int32_t severity, const char* message) {
  constexpr int32_t kFatal = 2;
  const char* place = ident != nullptr && ident->source != nullptr ? ident->source : "";
  const char* text = message != nullptr ? message : "error directive";
  abi::note_error(severity == kFatal ? ompt::Severity::Fatal : ompt::Severity::Warning, text, std::strlen(text),
                  __builtin_return_address(0));
  if (severity == kFatal) base::fatal("%s (error directive of the program%s%s)", text, *place != 0 ? ", " : "", place);
  base::warn("%s (error directive of the program%s%s)", text, *place != 0 ? ", " : "", place);
}

}  // namespace rondo::kmpc
