// SPDX-License-Identifier: Apache-2.0
#include "abi/observed.hpp"

namespace rondo::abi {

using sched::Worker;

void taskwait_observed(sched::Call call) {
  Worker& worker = team::this_worker();
  sched::Entered entered(worker, call);
  sched::observe_sync(worker, ompt::SyncKind::Taskwait, [&] { sched::taskwait(worker); });
}

void begin_taskgroup_observed(sched::Call call) {
  Worker& worker = team::this_worker();
  sched::Entered entered(worker, call);
  sched::begin_taskgroup(worker);
  sched::begin_sync(worker, ompt::SyncKind::Taskgroup, call.address);
}

void end_taskgroup_observed(sched::Call call) {
  Worker& worker = team::this_worker();
  sched::Entered entered(worker, call);
  sched::end_taskgroup_observed(worker);
}

void note_section(const Worker& worker, const void* caller) {
  ompt::Data instance;
  instance.value = reinterpret_cast<uintptr_t>(caller);
  ompt::dispatch(worker.record, sched::parallel_of(worker), sched::current_data(worker), ompt::DispatchKind::Section,
                 instance);
}

void begin_single_observed(Worker& worker, bool is_executor, const void* caller) {
  ompt::Data* parallel = sched::parallel_of(worker);
  ompt::Data* task = sched::current_data(worker);
  if (is_executor)
    return ompt::work(worker.record, ompt::WorkKind::SingleExecutor, ompt::Endpoint::Begin, parallel, task, 1, caller);
  ompt::work(worker.record, ompt::WorkKind::SingleOther, ompt::Endpoint::Begin, parallel, task, 1, caller);
  ompt::work(worker.record, ompt::WorkKind::SingleOther, ompt::Endpoint::End, parallel, task, 1, caller);
}

void end_single_observed(Worker& worker, const void* caller) {
  ompt::work(worker.record, ompt::WorkKind::SingleExecutor, ompt::Endpoint::End, sched::parallel_of(worker),
             sched::current_data(worker), 1, caller);
}

void begin_taskloop_observed(Worker& worker, bool has_group, uint64_t n_iterations) {
  const void* caller = worker.record.caller;
  if (has_group) sched::begin_sync(worker, ompt::SyncKind::Taskgroup, caller);
  ompt::work(worker.record, ompt::WorkKind::Taskloop, ompt::Endpoint::Begin, sched::parallel_of(worker),
             sched::current_data(worker), n_iterations, caller);
}

void end_taskloop_observed(Worker& worker, bool has_group, uint64_t n_iterations) {
  ompt::work(worker.record, ompt::WorkKind::Taskloop, ompt::Endpoint::End, sched::parallel_of(worker),
             sched::current_data(worker), n_iterations, worker.record.caller);
  if (has_group) sched::end_taskgroup_observed(worker);
}

void observe_taskloop_task(Worker& worker, task::TaskSpec& spec, bool if_clause, ompt::DispatchChunk chunk) {
  sched::observe(worker, spec);
  spec.entry.observed->chunk = chunk;
  sched::note_creation(worker, *spec.entry.observed, spec, !if_clause || sched::is_undeferred(worker), {});
}

void taskwait_depend(Worker& worker, sched::Dependences dependences) {
  if (!ompt::is_on()) return sched::taskwait_depend(worker, dependences);
  sched::ObservedTaskwait waiting(worker, dependences);
  sched::taskwait_depend(worker, dependences);
}

void submit_empty(Worker& worker, task::TaskSpec spec, sched::Dependences dependences) {
  if (ompt::is_on()) {
    sched::observe(worker, spec, ompt::kTaskwaitTask);
    sched::note_creation(worker, *spec.entry.observed, spec, sched::is_undeferred(worker), dependences);
  }
  sched::submit(worker, *sched::allocate(worker, spec), dependences);
}

namespace {

void note_cancel(Worker& worker, work::CancelKind kind, uint32_t how, const void* caller) {
  uint32_t flags = how;
  switch (kind) {
    case work::kCancelParallel:
      flags |= ompt::kCancelsParallel;
      break;
    case work::kCancelLoop:
      flags |= ompt::kCancelsLoop;
      break;
    case work::kCancelSections:
      flags |= ompt::kCancelsSections;
      break;
    case work::kCancelTaskgroup:
      flags |= ompt::kCancelsTaskgroup;
      break;
  }
  ompt::cancel(sched::current_data(worker), flags, caller);
}

}  // namespace

bool cancel(work::CancelKind kind, const void* caller) {
  Worker& worker = team::this_worker();
  const bool is_cancelled = work::cancel(worker, kind);
  if (is_cancelled && ompt::is_on()) note_cancel(worker, kind, ompt::kActivated, caller);
  return is_cancelled;
}

bool meet_cancellation_point(work::CancelKind kind, const void* caller) {
  Worker& worker = team::this_worker();
  const bool is_cancelled = work::is_cancelled(worker, kind);
  if (is_cancelled && ompt::is_on()) note_cancel(worker, kind, ompt::kDetected, caller);
  return is_cancelled;
}

void note_error(ompt::Severity severity, const char* text, size_t length, const void* caller) {
  team::start_runtime();
  ompt::error(severity, text, length, caller);
}

}  // namespace rondo::abi
