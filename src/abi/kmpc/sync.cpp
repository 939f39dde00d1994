// SPDX-License-Identifier: Apache-2.0
//
// barrier, single, master and masked, copyprivate, critical, reduction, flush and cancel as clang and flang call
// them.
#include "abi/api.hpp"
#include "abi/kmpc/task_reduction.hpp"
#include "abi/kmpc/types.hpp"
#include "base/message.hpp"
#include "team/fork.hpp"
#include "work/cancel.hpp"
#include "work/lock.hpp"
#include "work/process.hpp"
#include "work/reduce.hpp"
#include "work/single.hpp"

namespace rondo::kmpc {

using sched::Worker;

// ---- Barrier ------------------------------------------------------------------------------------------------

RONDO_API void __kmpc_barrier(Ident*, int32_t) { work::barrier(team::this_worker()); }
RONDO_API int32_t __kmpc_cancel_barrier(Ident*, int32_t) { return work::barrier(team::this_worker()) ? 1 : 0; }

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

RONDO_API int32_t __kmpc_single(Ident*, int32_t) { return work::begin_single(team::this_worker()) ? 1 : 0; }
RONDO_API void __kmpc_end_single(Ident*, int32_t) {}

RONDO_API int32_t __kmpc_master(Ident*, int32_t) { return team::this_worker().slot->index == 0 ? 1 : 0; }
RONDO_API void __kmpc_end_master(Ident*, int32_t) {}
RONDO_API int32_t __kmpc_masked(Ident*, int32_t, int32_t filter) {
  return static_cast<int32_t>(team::this_worker().slot->index) == filter ? 1 : 0;
}
RONDO_API void __kmpc_end_masked(Ident*, int32_t) {}

RONDO_API void __kmpc_scope(Ident*, int32_t, void*) {}
RONDO_API void __kmpc_end_scope(Ident*, int32_t, void*) {}

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
RONDO_API void __kmpc_critical(Ident*, int32_t, void* name) { work::lock_at(name).lock(); }
RONDO_API void __kmpc_critical_with_hint(Ident*, int32_t, void* name, uint32_t) { work::lock_at(name).lock(); }
RONDO_API void __kmpc_end_critical(Ident*, int32_t, void* name) { work::lock_at(name).unlock(); }

RONDO_API void __kmpc_atomic_start() { work::process.wide_atomic.lock(); }
RONDO_API void __kmpc_atomic_end() { work::process.wide_atomic.unlock(); }

RONDO_API void __kmpc_flush(Ident*) { base::fence_seq_cst(); }

// ---- Reduction ----------------------------------------------------------------------------------------------

namespace {

// Returns 1 if the caller combines its copies and then calls end, 2 if it combines them with atomic instructions.
int32_t begin_reduction(const Ident* ident, int32_t n_variables, void* name) {
  bool has_atomic = (ident->flags & kIdentAtomicReduce) != 0;
  work::ReductionMethod method =
      work::begin_reduction(team::this_worker(), work::lock_at(name), has_atomic, static_cast<uint32_t>(n_variables));
  return method == work::ReductionMethod::InTurn ? 1 : 2;
}

}  // namespace

RONDO_API int32_t __kmpc_reduce_nowait(Ident* ident, int32_t, int32_t n_variables, size_t, void*,
                                       void (*)(void*, void*), void* name) {
  return begin_reduction(ident, n_variables, name);
}
RONDO_API void __kmpc_end_reduce_nowait(Ident*, int32_t, void*) { work::end_reduction(team::this_worker()); }

RONDO_API int32_t __kmpc_reduce(Ident* ident, int32_t, int32_t n_variables, size_t, void*, void (*)(void*, void*),
                                void* name) {
  return begin_reduction(ident, n_variables, name);
}
RONDO_API void __kmpc_end_reduce(Ident*, int32_t, void*) {
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
  return leaves(worker, kind, work::cancel(worker, kind));
}
RONDO_API int32_t __kmpc_cancellationpoint(Ident*, int32_t, int32_t code) {
  Worker& worker = team::this_worker();
  const work::CancelKind kind = cancel_kind(code);
  return leaves(worker, kind, work::is_cancelled(worker, kind));
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
  if (severity == kFatal) base::fatal("%s (error directive of the program%s%s)", text, *place != 0 ? ", " : "", place);
  base::warn("%s (error directive of the program%s%s)", text, *place != 0 ? ", " : "", place);
}

}  // namespace rondo::kmpc
