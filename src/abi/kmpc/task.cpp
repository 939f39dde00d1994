// SPDX-License-Identifier: Apache-2.0
//
// task as clang and flang call it (reference: LLVM's KMP interface, kmp_task_t).
#include "abi/api.hpp"
#include "abi/kmpc/depend.hpp"
#include "abi/kmpc/task_spec.hpp"
#include "abi/observed.hpp"
#include "base/bits.hpp"
#include "region/modes/recapture.hpp"
#include "region/modes/recording.hpp"
#include "sched/create/create.hpp"
#include "sched/run/execute.hpp"
#include "team/fork.hpp"

namespace rondo::kmpc {

using sched::Worker;
using task::KmpBlock;
using task::Task;

namespace {

constexpr uint32_t kSlowPathFlags = task::kDetachable | task::kPrioritised | task::kObserved;

// Of a task that a recording may note and be done with.
bool is_usual(const Task& task, const KmpBlock& block) {
  return (task.flags & kSlowPathFlags) == 0 && block.routine == task.entry.kmp;  // not run_routine_of_block()
}

void set_priority(Task& task, const KmpBlock& block) {
  if (!task.has(task::kPrioritised)) return;
  int32_t priority = block.data2.priority;
  task.priority = static_cast<int16_t>(priority < 0 ? 0 : priority > INT16_MAX ? INT16_MAX : priority);
}

// True if the dependences of the next task are, one by one, the recorded ones.
inline bool is_as_recorded(region::Recapture& recapture, const DependInfo* infos, int32_t n) {
  graph::Comparison& comparison = recapture.comparison;
  if (!comparison.is_exact()) [[unlikely]]
    return false;
  const graph::ListForm& form = recapture.nodes.expected().shape().form;
  if (!are_recorded(form, comparison.addresses(), infos, n)) [[unlikely]]
    return false;
  comparison.pass(form.n);
  return true;
}

// True if the re-capture expects this block next, as a usual task.
inline bool is_expected(const region::Recapture& recapture, const KmpBlock* block) {
  return !recapture.nodes.is_complete() && recapture.nodes.block() == block;
}

// True if the task has been submitted as recorded. Dependences are compared only, not unpacked.
[[gnu::always_inline]] inline bool submit_as_recorded(Worker& worker, region::Recapture& recapture,
                                                      const KmpBlock* block, const DependInfo* infos, int32_t n) {
  if (!is_expected(recapture, block)) return false;
  if (recapture.comparison.is_on() && !is_as_recorded(recapture, infos, n)) [[unlikely]]
    return false;
  region::captured(worker, recapture);
  return true;
}

// The same for dependences whose addresses have moved.
bool submit_moved(Worker& worker, region::Recapture& recapture, const KmpBlock* block, sched::Dependences dependences) {
  if (!is_expected(recapture, block)) return false;
  if (!recapture.keeps_dependences(worker, graph::Act::Task, dependences)) return false;
  region::captured(worker, recapture);
  return true;
}

// The body of a task that was allocated without one: it calls the function that its block names when the task runs,
// if any.
int32_t run_routine_of_block(int32_t gtid, void* memory) {
  auto* block = static_cast<KmpBlock*>(memory);
  return block->routine == nullptr ? 0 : block->routine(gtid, memory);
}

// Fills in what the compiler's code expects in a new block.
KmpBlock* begin_block(void* memory, size_t shareds_offset, task::KmpEntry entry) {
  auto* block = static_cast<KmpBlock*>(memory);
  block->shareds = shareds_offset == 0 ? nullptr : static_cast<char*>(memory) + shareds_offset;
  block->routine = entry;
  block->part_id = 0;
  return block;
}

[[gnu::noinline]] KmpBlock* allocate_other(int32_t flags, size_t task_bytes, size_t shareds_bytes,
                                           task::KmpEntry entry) {
  task::TaskSpec spec = spec_of(flags, task_bytes, shareds_bytes, entry != nullptr ? entry : run_routine_of_block);
  Worker& worker = team::this_worker();
  if (region::Recording* recording = region::repeating_recording(worker)) {
    // This is all that is left of sched::allocate().
    if (Task* task = sched::allocate_fast(worker, spec.entry, spec.block_bytes, spec.flags)) {
      recording->register_allocation(spec);
      return begin_block(task->block(), spec.shareds_offset, entry);
    }
  }
  if (ompt::is_on()) [[unlikely]]
    sched::observe(worker, spec);
  return begin_block(sched::allocate(worker, spec)->data, spec.shareds_offset, entry);
}

// The usual task of a re-capture, or any other one. A function of its own, to which the entry point jumps, so that
// the fast path needs no room on the stack. `used` keeps the arguments in their places.
[[gnu::noinline, gnu::used]] KmpBlock* allocate_block(Ident*, int32_t, int32_t flags, size_t task_bytes,
                                                      size_t shareds_bytes, task::KmpEntry entry) {
  Worker* worker = sched::t_worker;
  if (worker != nullptr && entry != nullptr) {
    if (region::Recapture* recapture = region::fast_recapture(*worker)) {
      if (void* block = recapture->allocate_expected(spec_of(flags, task_bytes, shareds_bytes, entry)))
        return begin_block(block, shareds_offset(task_bytes, shareds_bytes), entry);
    }
  }
  return allocate_other(flags, task_bytes, shareds_bytes, entry);
}

// While a tool is on; as __kmpc_omp_task() is called.
[[gnu::noinline]] int32_t submit_observed(Ident*, int32_t, KmpBlock* block) {
  Worker& worker = team::this_worker();
  sched::Entered entered(worker);
  Task& task = sched::allocated_task(worker, block);
  set_priority(task, *block);
  sched::note_creation(worker, task, sched::is_undeferred(worker), {});
  sched::submit(worker, task, {});
  return 0;
}

[[gnu::noinline]] int32_t submit_block(Ident* location, int32_t gtid, KmpBlock* block) {
  Worker& worker = team::this_worker();
  if (region::Recording* recording = region::repeating_recording(worker)) {
    Task& task = *Task::of_block(block);
    if (is_usual(task, *block) && recording->note_repeated(task, {})) {
      sched::submit_noted(worker, task);
      return 0;
    }
  }
  if (region::Recapture* recapture = region::fast_recapture(worker)) {
    if (submit_as_recorded(worker, *recapture, block, nullptr, 0)) return 0;
    if (submit_moved(worker, *recapture, block, {})) return 0;
  }
  Task& task = sched::allocated_task(worker, block);
  if (task.has(task::kObserved)) [[unlikely]] {
    RONDO_TAIL_CALL return submit_observed(location, gtid, block);
  }
  set_priority(task, *block);
  sched::submit(worker, task, {});
  return 0;
}

}  // namespace

RONDO_API KmpBlock* __kmpc_omp_task_alloc(Ident* location, int32_t gtid, int32_t flags, size_t task_bytes,
                                          size_t shareds_bytes, task::KmpEntry entry) {
  Worker* worker = sched::t_worker;
  constexpr int32_t kSlowFlags = kTaskDestructors | kTaskProxy | kTaskPriority | kTaskDetachable;
  if (worker == nullptr || entry == nullptr || (flags & kSlowFlags) != 0 || !sched::takes_memory_of_slab(*worker))
      [[unlikely]]
    return allocate_block(location, gtid, flags, task_bytes, shareds_bytes, entry);
  uint32_t is = (flags & kTaskTied) != 0 ? task::kKmp : task::kKmp | task::kUntied | task::kUnconstrained;
  if ((flags & kTaskFinal) != 0) is |= task::kFinal;
  Task* task = sched::allocate_fast(*worker, {.kmp = entry}, whole_block(task_bytes, shareds_bytes), is);
  if (task == nullptr) [[unlikely]]
    return allocate_block(location, gtid, flags, task_bytes, shareds_bytes, entry);
  return begin_block(task->block(), shareds_offset(task_bytes, shareds_bytes), entry);
}

RONDO_API KmpBlock* __kmpc_omp_target_task_alloc(Ident* location, int32_t gtid, int32_t flags, size_t task_bytes,
                                                 size_t shareds_bytes, task::KmpEntry entry, int64_t) {
  return __kmpc_omp_task_alloc(location, gtid, flags, task_bytes, shareds_bytes, entry);
}

RONDO_API int32_t __kmpc_omp_task(Ident* location, int32_t gtid, KmpBlock* block) {
  Worker* worker = sched::t_worker;
  Task& task = *Task::of_block(block);  // a node may have none: in a region this must not be read
  if (block->part_id != 0) {  // the task has begun: it is untied, and asks for its next part
    sched::request_next_part(task);
    return 0;
  }
  if (worker != nullptr && sched::takes_memory_of_slab(*worker) && (task.flags & kSlowPathFlags) == 0) [[likely]] {
    if (sched::takes_fast_path(*worker)) {
      sched::submit_fast(*worker, task);
      return 0;
    }
    if (sched::is_plainly_undeferred(*worker, true)) {
      sched::run_undeferred_fast(*worker, task);
      return 0;
    }
  }
  RONDO_TAIL_CALL return submit_block(location, gtid, block);
}

RONDO_API int32_t __kmpc_omp_task_parts(Ident* location, int32_t gtid, KmpBlock* block) {
  RONDO_TAIL_CALL return __kmpc_omp_task(location, gtid, block);
}

// ---- With dependences ----------------------------------------------------------------------------------------

namespace {

// While a tool is on.
[[gnu::noinline]] int32_t submit_with_dependences_observed(Ident*, int32_t, KmpBlock* block, int32_t n,
                                                           const DependInfo* infos, int32_t n_noalias,
                                                           const DependInfo* noalias) {
  Worker& worker = team::this_worker();
  sched::Entered entered(worker);
  Task& task = sched::allocated_task(worker, block);
  abi::DependenceList list(worker, static_cast<size_t>(n) + static_cast<size_t>(n_noalias));
  unpack(list.items(), infos, n);
  unpack(list.items() + n, noalias, n_noalias);
  sched::note_creation(worker, task, sched::is_undeferred(worker), list.view());
  sched::submit(worker, task, list.view());
  return 0;
}

// To a recording: the short way, or the long one.
[[gnu::noinline]] int32_t submit_recorded(Worker& worker, region::Recording& recording, Task& task, int32_t n,
                                          const DependInfo* infos, int32_t n_noalias, const DependInfo* noalias) {
  abi::DependenceList list(worker, static_cast<size_t>(n) + static_cast<size_t>(n_noalias));
  unpack(list.items(), infos, n);
  unpack(list.items() + n, noalias, n_noalias);
  recording.note_repeated(task, list.view()) ? sched::submit_dependent_noted(worker, task, list.view())
                                             : sched::submit(worker, task, list.view());
  return 0;
}

// Each way to submit a task is a function of the entry point's type, to which the entry point jumps. So the fast path
// of a re-capture needs no stack for lists, and only that path saves the registers of its comparison.
[[gnu::noinline]] int32_t submit_with_dependences(Ident* location, int32_t gtid, KmpBlock* block, int32_t n,
                                                  const DependInfo* infos, int32_t n_noalias,
                                                  const DependInfo* noalias) {
  Worker& worker = team::this_worker();
  if (sched::takes_fast_path(worker) && (Task::of_block(block)->flags & kSlowPathFlags) == 0) [[likely]] {
    abi::DependenceList list(worker, static_cast<size_t>(n) + static_cast<size_t>(n_noalias));
    unpack(list.items(), infos, n);
    unpack(list.items() + n, noalias, n_noalias);
    sched::submit_dependent_fast(worker, *Task::of_block(block), list.view());
    return 0;
  }
  Task& task = sched::allocated_task(worker, block);
  if ((task.flags & (task::kPrioritised | task::kObserved)) != 0) [[unlikely]] {
    set_priority(task, *block);
    if (task.has(task::kObserved)) {
      RONDO_TAIL_CALL return submit_with_dependences_observed(location, gtid, block, n, infos, n_noalias, noalias);
    }
  }
  if (worker.current->has(task::kInOrder) && !task.has(task::kDetachable)) {
    // In a block that runs in order, all tasks that this one could depend on have run.
    sched::submit(worker, task, {});
    return 0;
  }
  if (region::Recording* recording = region::repeating_recording(worker)) {
    if (is_usual(task, *block)) return submit_recorded(worker, *recording, task, n, infos, n_noalias, noalias);
  }
  abi::DependenceList list(worker, static_cast<size_t>(n) + static_cast<size_t>(n_noalias));
  unpack(list.items(), infos, n);
  unpack(list.items() + n, noalias, n_noalias);
  sched::submit(worker, task, list.view());
  return 0;
}

// For a worker whose fast_recapture() is not nullptr.
[[gnu::noinline]] int32_t submit_perhaps_moved(KmpBlock* block, int32_t n, const DependInfo* infos, int32_t n_noalias,
                                               const DependInfo* noalias) {
  Worker& worker = *sched::t_worker;
  {
    abi::DependenceList list(worker, static_cast<size_t>(n) + static_cast<size_t>(n_noalias));
    unpack(list.items(), infos, n);
    unpack(list.items() + n, noalias, n_noalias);
    if (submit_moved(worker, *region::fast_recapture(worker), block, list.view())) return 0;
  }
  return submit_with_dependences(nullptr, 0, block, n, infos, n_noalias, noalias);  // no tool is on
}

[[gnu::noinline, gnu::used]] int32_t submit_in_recapture(Ident*, int32_t, KmpBlock* block, int32_t n,
                                                         const DependInfo* infos, int32_t n_noalias,
                                                         const DependInfo* noalias) {
  Worker& worker = *sched::t_worker;
  auto& recapture = static_cast<region::Recapture&>(*worker.current->domain->execution);
  if (n_noalias == 0 && submit_as_recorded(worker, recapture, block, infos, n)) return 0;
  return submit_perhaps_moved(block, n, infos, n_noalias, noalias);
}

[[gnu::noinline]] int32_t submit_independent(Ident* location, int32_t gtid, KmpBlock* block, int32_t, const DependInfo*,
                                             int32_t, const DependInfo*) {
  return __kmpc_omp_task(location, gtid, block);
}

}  // namespace

RONDO_API int32_t __kmpc_omp_task_with_deps(Ident* location, int32_t gtid, KmpBlock* block, int32_t n,
                                            const DependInfo* infos, int32_t n_noalias, const DependInfo* noalias) {
  if (n + n_noalias == 0) [[unlikely]] {
    RONDO_TAIL_CALL return submit_independent(location, gtid, block, n, infos, n_noalias, noalias);
  }
  Worker* worker = sched::t_worker;
  if (worker != nullptr && region::fast_recapture(*worker) != nullptr)
    return submit_in_recapture(location, gtid, block, n, infos, n_noalias, noalias);
  RONDO_TAIL_CALL return submit_with_dependences(location, gtid, block, n, infos, n_noalias, noalias);
}

// The affinity clause is a hint about memory, which Rondo does not use.
RONDO_API int32_t __kmpc_omp_reg_task_with_affinity(Ident*, int32_t, KmpBlock*, int32_t, const void*) { return 0; }

}  // namespace rondo::kmpc
