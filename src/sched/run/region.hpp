// SPDX-License-Identifier: Apache-2.0
//
// The interface that creations, waits and other constructs use while the code of a task region runs, if the region
// does more than create ordinary tasks. Its implementations, the modes of a region, are in region/. A domain points
// to the execution of the region that its task is in. Only the worker that runs the task uses it.
#pragma once

#include "graph/record/saved_objects.hpp"
#include "graph/record/task_hints.hpp"
#include "sched/run/domain.hpp"
#include "task/observed.hpp"
#include "task/reduction.hpp"

namespace rondo::sched {

class RegionExecution {
 public:
  // Which tasks are part of the record if nothing is said of them before they are created.
  enum class Unannounced : bool { Recorded, Left };

  RegionExecution(const RegionExecution&) = delete;
  RegionExecution& operator=(const RegionExecution&) = delete;

  // ---- Task creation ----

  // A descriptor with room for the compiler's block: the node's own, if the coming task stands for one.
  task::Task* allocate(Worker& worker, const task::TaskSpec& spec);
  // The block is filled. True: the task has been dealt with. False: the caller submits it as an ordinary task; as an
  // undeferred one if its data lies in a node's block, which stays until the region is left.
  virtual bool submit(Worker& worker, task::Task& task, Dependences dependences, bool& if_clause);
  // Its block is a node's, not one of a slab.
  bool owns(const task::Task& task) const { return created_ == &task; }
  // Nothing but notes is taken of tasks with these dependences: a fine-grained one may run where it is created.
  virtual bool may_run_inline(Dependences dependences) const;
  // It does so, right after this, on the creator's own data, and has not been allocated.
  void note_inline(Worker& worker, const task::TaskSpec& spec, const void* data, Dependences dependences);
  // gcc's `source` has been copied into the block of a task that is about to be submitted; only if watches_copies().
  virtual void note_copy(const task::TaskSpec& spec, void* source, size_t bytes, size_t alignment);

  // The tool is about to be told of a task with these dependences: the address of a variable that stands for what
  // else orders it; 0: nothing does.
  virtual uintptr_t order_of_next(Dependences dependences) const;

  // ---- What else the region's code does ----

  // taskwait, taskwait depend, end of a taskgroup: waits for the nodes concerned. The caller waits for ordinary
  // tasks.
  virtual void join(Worker& worker, Dependences dependences, task::Depth depth);
  // It creates a task, or waits for some, and that is not part of the record.
  virtual void meet_unrecorded(Worker& worker);
  // It does something that a graph cannot hold.
  virtual void leave(Worker& worker, const char* reason);
  // The innermost taskgroup reduces.
  virtual void begin_reducing_group(Worker& worker, task::Reductions::Items items);
  // It does something, beside creating tasks, that each replay has to do again.
  virtual void require_code(Worker& worker);

  // ---- Objects that tasks save: firstprivate(saved: ...) ----

  // The announced task saves an object that `destroy` ends. Returns what it is to copy: the record's object, or
  // nullptr for the program's own, of which the record keeps a copy if wants_object().
  virtual void* saved_object(graph::DestroyObject destroy);
  virtual bool wants_object() const;
  virtual void keep_object(void* object, graph::DestroyObject destroy);

  // ---- What the program says of the coming task ----

  // A task is being created: is it part of the record?
  bool takes_creation() {
    if (hints.is_idle()) return unannounced_ == Unannounced::Recorded;
    hints.take();
    return hints.is_replayable(unannounced_ == Unannounced::Recorded);
  }
  // The region's code waits for tasks with some dependences: is that part of the record? Yes if nothing was said: one
  // more wait changes no result.
  bool takes_wait() {
    hints.take();
    return hints.is_replayable(true);
  }
  // The next creation is on the fast path of a re-capture: if it is the expected one, only its data is of interest.
  // Then this is a region::Recapture.
  bool is_on_fast_path() const { return is_on_fast_path_ && hints.is_idle(); }
  // The program says nothing of the next creation, and if it is like an earlier one, the region only notes it. Then
  // this is a region::Recording.
  bool may_repeat() const { return may_repeat_ && hints.is_idle(); }
  bool watches_copies() const { return clears_blocks_; }
  // A taskloop may be one task of the region (lazy_taskloop.hpp). Not if something was said of its tasks.
  bool takes_whole_taskloops() const { return unannounced_ == Unannounced::Recorded && hints.is_idle(); }
  const task::TaskSpec& allocated_spec() const { return allocated_spec_; }

  // ---- Nodes that are created: between allocation and submission, a task stands for the node ----

  // By a creation on the fast path: what its submission needs if that is not on it.
  void register_allocation(const task::TaskSpec& spec) { allocated_spec_ = spec; }
  void register_allocation(const task::TaskSpec& spec, const void* block) {
    allocated_spec_ = spec;
    created_block_ = block;
    created_ = nullptr;
  }
  // An untied task lies in front of its block, since its body may be about to run, and so does each task of a graph
  // with events; others have no memory there.
  task::Task* create(const task::TaskSpec& spec, void* block);
  // The task of this block; nullptr: it is no node's.
  task::Task* created_in(void* block) {
    if (created_block_ != block) return nullptr;
    return created_ != nullptr ? created_ : create(allocated_spec_, block);
  }

  graph::TaskHints hints;

 protected:
  explicit RegionExecution(Unannounced unannounced = Unannounced::Recorded) : unannounced_(unannounced) {}
  bool takes_unannounced() const { return unannounced_ == Unannounced::Recorded; }
  ~RegionExecution() = default;

  // A task that is part of the record runs where it is created.
  virtual void note_task(const task::TaskSpec& spec, const void* data, Dependences dependences);
  // The block of the node that the coming task stands for, or nullptr: an ordinary block is to be used.
  virtual void* block_of_node(Worker& worker, const task::TaskSpec& spec);

  bool is_on_fast_path_ = false;
  bool may_repeat_ = false;
  bool clears_blocks_ = false;  // check mode: the bytes between captured variables are 0
  bool has_events_ = false;  // blocks are those of a graph with events
  task::Task* pending_ = nullptr;  // created, and not submitted yet

 private:
  const Unannounced unannounced_;
  task::TaskSpec allocated_spec_ = {};  // KMP creates a task in two calls: of the first, for the second
  task::Task creation_ = {};
  task::Task* created_ = nullptr;  // creation_, or the task in front of a block
  const void* created_block_ = nullptr;
};

// The execution of the region that the current task is in; nullptr: it is in none, or the region's tasks are ordinary
// ones.
inline RegionExecution* region_execution_of(const Worker& worker) {
  const task::Domain* domain = worker.current->domain;
  return domain == nullptr ? nullptr : domain->execution;
}

// Where the program's hints on the next task construct go; nullptr: they have no effect.
inline graph::TaskHints* hints_of(const Worker& worker) {
  RegionExecution* execution = region_execution_of(worker);
  return execution == nullptr ? nullptr : &execution->hints;
}

inline void note_copy(const Worker& worker, const task::TaskSpec& spec, void* source, size_t bytes, size_t alignment) {
  RegionExecution* execution = region_execution_of(worker);
  if (execution != nullptr && execution->watches_copies())
    execution->note_copy(task::without_record(spec), source, bytes, alignment);
}

// If `task` was just allocated in a region that is recorded or captured again: the arguments of that allocation.
const task::TaskSpec* spec_in_region(const Worker& worker, const task::Task& task);

// KMP, between the two calls of a creation: the task of this block, or what stands for it.
inline task::Task& allocated_task(const Worker& worker, void* block) {
  RegionExecution* execution = region_execution_of(worker);
  task::Task* created = execution == nullptr ? nullptr : execution->created_in(block);
  return created != nullptr ? *created : *task::Task::of_block(block);
}

// True: `task` was just allocated to fill the block of a node.
bool is_in_region(const Worker& worker, const task::Task& task);

// Called for something that the control code does beside creating tasks, and that each replay has to do again.
void require_code(Worker& worker);

// Called for something that a graph cannot hold: the current region, if there is one, is not recorded.
void cannot_record(Worker& worker, const char* reason);

// A construct that creates many tasks (taskloop): a hint on it holds for each of them. `has_begun`: it has already
// allocated a task.
class [[nodiscard]] ManyTasks {
 public:
  ManyTasks(const Worker& worker, bool has_begun);
  ~ManyTasks();
  ManyTasks(const ManyTasks&) = delete;
  ManyTasks& operator=(const ManyTasks&) = delete;

 private:
  RegionExecution* execution_;
};

}  // namespace rondo::sched
