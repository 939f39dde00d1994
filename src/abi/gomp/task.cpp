// SPDX-License-Identifier: Apache-2.0
//
// task, taskwait, taskgroup and taskyield as gcc calls them. Parameters were added over the years; the later ones are
// read only when their flag is set.
#include <cstring>

#include "abi/api.hpp"
#include "abi/gomp/block.hpp"
#include "abi/gomp/depend.hpp"
#include "abi/observed.hpp"
#include "region/modes/recapture.hpp"
#include "region/modes/recording.hpp"
#include "sched/create/create.hpp"
#include "sched/wait/taskwait.hpp"
#include "team/fork.hpp"

namespace rondo::gomp {

using sched::Worker;
using task::Task;

namespace {

// Only the body destroys what has been copied: the task is not created where the body would not run.
bool is_left_out(const Worker& worker, const TaskArguments& arguments, unsigned flags) {
  return arguments.copy != nullptr && (flags & kTaskDetach) == 0 && sched::is_in_cancelled_construct(worker);
}

void submit_task(Worker& worker, const TaskArguments& arguments, const task::TaskSpec& spec, bool if_clause,
                 unsigned flags, void* detach, sched::Dependences dependences) {
  bool is_detachable = (flags & kTaskDetach) != 0;
  if (is_left_out(worker, arguments, flags)) return;
  if (!is_detachable && (!if_clause || sched::is_undeferred(worker))) {
    if (arguments.copy == nullptr) return sched::run_in_place(worker, spec, arguments.data, dependences);
    void* memory = worker.slab.allocate(spec.block_bytes);
    void* block = aligned(memory, arguments.alignment);
    arguments.copy(block, arguments.data);
    sched::run_in_place(worker, spec, block, dependences);
    worker.slab.release(memory);
    return;
  }
  const bool may_run_here = if_clause && !dependences.empty() && arguments.copy == nullptr;
  if (may_run_here && sched::run_inline(worker, spec, arguments.data, dependences)) return;
  Task* task = sched::allocate(worker, spec);
  task->data = aligned(task->data, arguments.alignment);
  if (is_detachable) [[unlikely]] {
    // The event is the task itself; the compiler expects it in the variable and in the first word of the block.
    *static_cast<void**>(detach) = task;
    if (arguments.data != nullptr) *static_cast<void**>(arguments.data) = task;
  }
  fill(arguments, task->data);
  sched::note_copy(worker, spec, arguments.data, arguments.bytes, arguments.alignment);
  sched::submit(worker, *task, dependences, if_clause);
}

// An argument that came on the stack stays there until this; or the compiler loads all of them first, and the fast
// path has to save registers for them.
template <class T>
T read_here(T& argument) {
  asm("" : "+m"(argument));
  return argument;
}

// True if the dependences of the next task are, one by one, the recorded ones. `depend` is nullptr if there are none.
inline bool is_as_recorded(region::Recapture& recapture, void* const* depend) {
  graph::Comparison& comparison = recapture.comparison;
  if (!comparison.is_exact()) [[unlikely]]
    return !comparison.is_on();  // then nothing is to be compared
  const graph::ListForm& form = recapture.nodes.expected().shape().form;
  const bool is_same = depend != nullptr ? are_recorded(form, comparison.addresses(), depend) : form.n == 0;
  if (is_same) [[likely]]
    comparison.pass(form.n);
  return is_same;
}

// For dependences that are not: they may still have the same meaning. The block is filled already.
[[gnu::noinline]] void submit_recaptured(Worker& worker, region::Recapture& recapture, void* const* depend) {
  if (depend == nullptr) return recapture.submit_expected(worker, {});
  abi::DependenceList list(worker, count_dependences(depend));
  unpack(list.items(), depend);
  recapture.submit_expected(worker, list.view());
}

// The fast path of a re-capture; false: it cannot be taken. Dependences are compared last, when few registers are in
// use.
template <class Fill>
[[gnu::always_inline]] inline bool create_in_recapture(Worker& worker, const TaskArguments& arguments, unsigned flags,
                                                       void**& depend, Fill fill_block) {
  region::Recapture* recapture = region::fast_recapture(worker);
  if (recapture == nullptr) return false;
  void* block = recapture->expected_block(spec_of(arguments, flags, 0));
  if (block == nullptr) return false;
  fill_block(block);
  void* const* list = (flags & kTaskDepend) == 0 ? nullptr : read_here(depend);
  is_as_recorded(*recapture, list) ? region::captured(worker, *recapture) : submit_recaptured(worker, *recapture, list);
  return true;
}

constexpr unsigned kFastPathFlags = kTaskUntied | kTaskFinal | kTaskMergeable;

// The list takes some 400 bytes of stack, which tasks without dependences do without when they are nested in place.
[[gnu::noinline]] void submit_with_dependences(Worker& worker, const TaskArguments& arguments, bool if_clause,
                                               unsigned flags, int priority, void* detach, void** depend) {
  abi::DependenceList list(worker, count_dependences(depend));
  unpack(list.items(), depend);
  submit_task(worker, arguments, spec_of(arguments, flags, priority), if_clause, flags, detach, list.view());
}

// While a tool is on. Called as the entry point is, from where the program has called that.
[[gnu::noinline]] void create_observed(void (*body)(void*), void* data, void (*copy)(void*, void*), long bytes,
                                       long alignment, bool if_clause, unsigned flags, void** depend, int priority,
                                       void* detach) {
  Worker& worker = *sched::t_worker;
  sched::Entered entered(worker);
  const TaskArguments arguments{body, data, copy, static_cast<size_t>(bytes), static_cast<size_t>(alignment)};
  if (is_left_out(worker, arguments, flags)) return;  // the tool is not told
  if ((flags & kTaskDepend) == 0) depend = nullptr;
  abi::DependenceList list(worker, depend != nullptr ? count_dependences(depend) : 0);
  if (depend != nullptr) unpack(list.items(), depend);
  task::TaskSpec spec = spec_of(arguments, flags, (flags & kTaskPriority) != 0 ? priority : 0);
  sched::observe(worker, spec,
                 (flags & kTaskMergeable) != 0 ? ompt::kExplicitTask | ompt::kMergeableTask : ompt::kExplicitTask);
  sched::note_creation(worker, *spec.entry.observed, spec, !if_clause || sched::is_undeferred(worker), list.view());
  submit_task(worker, arguments, spec, if_clause, flags, detach, list.view());
}

// Functions of their own, with the same arguments in the same places (`used` keeps them there), so that the fast path
// needs no room on the stack: these are jumped to.
[[gnu::noinline, gnu::used]] void create_other(void (*body)(void*), void* data, void (*copy)(void*, void*), long bytes,
                                               long alignment, bool if_clause, unsigned flags, void** depend,
                                               int priority, void* detach) {
  Worker& worker = *sched::t_worker;
  const TaskArguments arguments{body, data, copy, static_cast<size_t>(bytes), static_cast<size_t>(alignment)};
  if (if_clause && create_in_recapture(worker, arguments, flags, depend, [&](void* block) { fill(arguments, block); }))
    return;
  if ((flags & kTaskPriority) == 0) priority = 0;
  if ((flags & kTaskDepend) != 0) {
    return submit_with_dependences(worker, arguments, if_clause, flags, priority, detach, depend);
  }
  submit_task(worker, arguments, spec_of(arguments, flags, priority), if_clause, flags, detach, {});
}

// In a recording, by its short way or the long one.
[[gnu::noinline]] void create_dependent_recorded(Worker& worker, region::Recording& recording,
                                                 const TaskArguments& arguments, unsigned flags, void* const* depend) {
  abi::DependenceList list(worker, count_dependences(depend));
  unpack(list.items(), depend);
  const uint32_t is = task_flags(flags);
  const task::TaskSpec spec = sched::fast_path_spec(arguments.body, arguments.bytes, is);
  if (recording.note_repeated(spec, arguments.data, list.view()))
    return sched::spawn_dependent_noted(worker, arguments.body, arguments.data, arguments.bytes, is, list.view());
  submit_task(worker, arguments, spec, true, flags, nullptr, list.view());
}

// After repeating_recording() has found one.
[[gnu::noinline, gnu::used]] void create_recorded(void (*body)(void*), void* data, void (*copy)(void*, void*),
                                                  long bytes, long alignment, bool if_clause, unsigned flags,
                                                  void** depend, int priority, void* detach) {
  Worker& worker = *sched::t_worker;
  auto& recording = static_cast<region::Recording&>(*worker.current->domain->execution);
  const auto n_bytes = static_cast<size_t>(bytes);
  const bool is_usual = if_clause && copy == nullptr && is_aligned_anyway(static_cast<size_t>(alignment)) &&
                        (flags & ~(kFastPathFlags | kTaskDepend)) == 0;
  if (is_usual && (flags & kTaskDepend) != 0) {
    return create_dependent_recorded(worker, recording, {body, data, nullptr, n_bytes, 1}, flags, depend);
  }
  const uint32_t is = task_flags(flags);
  if (is_usual && recording.note_repeated(sched::fast_path_spec(body, n_bytes, is), data, {}))
    return sched::spawn_noted(body, data, n_bytes, is, worker);
  RONDO_TAIL_CALL return create_other(body, data, copy, bytes, alignment, if_clause, flags, read_here(depend),
                                      read_here(priority), read_here(detach));
}

// The usual task of a re-capture, or any other one.
[[gnu::noinline, gnu::used]] void create_task(void (*body)(void*), void* data, void (*copy)(void*, void*), long bytes,
                                              long alignment, bool if_clause, unsigned flags, void** depend,
                                              int priority, void* detach) {
  Worker& worker = *sched::t_worker;
  const TaskArguments arguments{body, data, nullptr, static_cast<size_t>(bytes), static_cast<size_t>(alignment)};
  const bool is_usual = if_clause && copy == nullptr && is_aligned_anyway(arguments.alignment);
  if (is_usual && sched::is_few_words(arguments.bytes) && has_no_task_flags(flags) &&
      create_in_recapture(worker, arguments, flags, depend,
                          [&](void* block) { sched::copy_words(block, data, arguments.bytes); }))
    return;
  if (region::repeating_recording(worker) != nullptr) {
    RONDO_TAIL_CALL return create_recorded(body, data, copy, bytes, alignment, if_clause, flags, read_here(depend),
                                           read_here(priority), read_here(detach));
  }
  RONDO_TAIL_CALL return create_other(body, data, copy, bytes, alignment, if_clause, flags, read_here(depend),
                                      read_here(priority), read_here(detach));
}

// After takes_fast_path() said yes.
[[gnu::noinline, gnu::used]] void create_dependent(void (*body)(void*), void* data, void (*copy)(void*, void*),
                                                   long bytes, long alignment, bool if_clause, unsigned flags,
                                                   void** depend, int priority, void* detach) {
  {
    Worker& worker = *sched::t_worker;
    abi::DependenceList list(worker, count_dependences(depend));
    unpack(list.items(), depend);
    if (sched::spawn_dependent_fast(worker, body, data, static_cast<size_t>(bytes), task_flags(flags), list.view()))
      return;
  }
  create_task(body, data, copy, bytes, alignment, if_clause, flags, depend, priority, detach);
}

// As the entry points are called.
[[gnu::noinline]] void taskwait_observed() { abi::taskwait_observed(); }
[[gnu::noinline]] void begin_taskgroup_observed() { abi::begin_taskgroup_observed(); }
[[gnu::noinline]] void end_taskgroup_observed() { abi::end_taskgroup_observed(); }

// By a thread that has not called Rondo yet, while a tool is on, or in a block that runs in order.
[[gnu::noinline, gnu::used]] void create_unusual(void (*body)(void*), void* data, void (*copy)(void*, void*),
                                                 long bytes, long alignment, bool if_clause, unsigned flags,
                                                 void** depend, int priority, void* detach) {
  Worker& worker = team::this_worker();
  if (worker.current->has(task::kObserved)) {
    RONDO_TAIL_CALL return create_observed(body, data, copy, bytes, alignment, if_clause, flags, depend, priority,
                                           detach);
  }
  // In a block that runs in order, all tasks that this one could depend on have run.
  const bool is_usual = copy == nullptr && (flags & kTaskDetach) == 0;
  if (worker.current->has(task::kInOrder) && is_usual && sched::is_plainly_undeferred(worker, if_clause)) {
    return sched::run_undeferred_fast(body, data, task_flags(flags), worker);
  }
  RONDO_TAIL_CALL return create_other(body, data, copy, bytes, alignment, if_clause, flags, read_here(depend),
                                      read_here(priority), read_here(detach));
}

}  // namespace

RONDO_API void GOMP_task(void (*body)(void*), void* data, void (*copy)(void*, void*), long bytes, long alignment,
                         bool if_clause, unsigned flags, void** depend, int priority, void* detach);

namespace {

// Without OMP_MAX_TASK_PRIORITY it is a task like any other.
[[gnu::noinline, gnu::used]] void create_prioritised(void (*body)(void*), void* data, void (*copy)(void*, void*),
                                                     long bytes, long alignment, bool if_clause, unsigned flags,
                                                     void** depend, int priority, void* detach) {
  const bool is_heeded = sched::settings.max_task_priority != 0;
  return is_heeded
             ? create_task(body, data, copy, bytes, alignment, if_clause, flags, depend, priority, detach)
             : GOMP_task(body, data, copy, bytes, alignment, if_clause, flags & ~kTaskPriority, depend, 0, detach);
}

}  // namespace

RONDO_API void GOMP_task(void (*body)(void*), void* data, void (*copy)(void*, void*), long bytes, long alignment,
                         bool if_clause, unsigned flags, void** depend, int priority, void* detach) {
  if (Worker* worker = sched::t_worker) [[likely]] {
    const auto n_bytes = static_cast<size_t>(bytes);
    const bool is_aligned = is_aligned_anyway(static_cast<size_t>(alignment));
    if ((flags & ~kFastPathFlags) == 0) [[likely]] {
      if (if_clause && is_aligned && sched::takes_fast_path(*worker)) [[likely]]
        return sched::spawn_fast(body, data, copy, n_bytes, task_flags(flags), *worker);
      asm("" : "+r"(worker));  // or the fast path saves registers for what it has in common with this
      if (sched::is_plainly_undeferred(*worker, if_clause)) {
        if (copy == nullptr) return sched::run_undeferred_fast(body, data, task_flags(flags), *worker);
        if (is_aligned && sched::fits_on_stack(n_bytes))
          return sched::run_undeferred_fast(body, data, copy, n_bytes, task_flags(flags), *worker);
      }
    } else if ((flags & ~kFastPathFlags) == kTaskDepend && sched::takes_fast_path(*worker)) {
      if (if_clause && copy == nullptr && is_aligned) [[likely]] {
        RONDO_TAIL_CALL return create_dependent(body, data, copy, bytes, alignment, if_clause, flags, read_here(depend),
                                                read_here(priority), read_here(detach));
      }
    }
    if ((worker->current->flags & (task::kObserved | task::kInOrder)) == 0) [[likely]] {
      if ((flags & kTaskPriority) != 0) [[unlikely]] {
        RONDO_TAIL_CALL return create_prioritised(body, data, copy, bytes, alignment, if_clause, flags,
                                                  read_here(depend), read_here(priority), read_here(detach));
      }
      RONDO_TAIL_CALL return create_task(body, data, copy, bytes, alignment, if_clause, flags, read_here(depend),
                                         read_here(priority), read_here(detach));
    }
  }
  RONDO_TAIL_CALL return create_unusual(body, data, copy, bytes, alignment, if_clause, flags, read_here(depend),
                                        read_here(priority), read_here(detach));
}

RONDO_API void GOMP_taskwait() {
  if (ompt::is_on()) [[unlikely]] {
    RONDO_TAIL_CALL return taskwait_observed();
  }
  sched::taskwait(team::this_worker());
}

RONDO_API void GOMP_taskwait_depend(void** depend) {
  Worker& worker = team::this_worker();
  sched::Entered entered(worker);
  abi::DependenceList list(worker, count_dependences(depend));
  unpack(list.items(), depend);
  abi::taskwait_depend(worker, list.view());
}

RONDO_API void GOMP_taskwait_depend_nowait(void** depend) {
  Worker& worker = team::this_worker();
  sched::Entered entered(worker);
  abi::DependenceList list(worker, count_dependences(depend));
  unpack(list.items(), depend);
  TaskArguments nothing{[](void*) {}, nullptr, nullptr, 0, 1};
  abi::submit_empty(worker, spec_of(nothing, 0, 0), list.view());
}

RONDO_API void GOMP_taskyield() {
  Worker& worker = team::this_worker();
  sched::Entered entered(worker);
  sched::taskyield(worker);
}
RONDO_API void GOMP_taskgroup_start() {
  if (ompt::is_on()) [[unlikely]] {
    RONDO_TAIL_CALL return begin_taskgroup_observed();
  }
  sched::begin_taskgroup(team::this_worker());
}
RONDO_API void GOMP_taskgroup_end() {
  if (ompt::is_on()) [[unlikely]] {
    RONDO_TAIL_CALL return end_taskgroup_observed();
  }
  sched::end_taskgroup(team::this_worker());
}

}  // namespace rondo::gomp
