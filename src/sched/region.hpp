// SPDX-License-Identifier: Apache-2.0
//
// What task creation does differently inside a task graph region: it is taken down, or it refreshes a node.
#pragma once

#include "graph/encounter.hpp"
#include "sched/spawn.hpp"
#include "task/reduction.hpp"

namespace rondo::sched {

using graph::Encounter;

// ---- The usual creation of a re-capture, without detours -----------------------------------------------------
//
// What is created is what was recorded, and the program says no more of it: dependences need not be looked at, and of
// the descriptor only `data` and `group` are set, since the rest is the node's. Everything else goes the long way
// below.

// The encounter whose next creation may be a usual one, or nullptr.
inline Encounter* usual_recapture(Worker& worker) {
  const task::Task& creator = *worker.current;
  if (creator.domain == nullptr || creator.domain->encounter == nullptr || creator.has(task::kFinal)) return nullptr;
  Encounter* encounter = creator.domain->encounter;
  return encounter->is_usual() ? encounter : nullptr;
}

// The block to fill; nullptr if another task was recorded here.
inline task::Task* expected_task(Encounter& encounter, const task::TaskSpec& spec) {
  if (encounter.expect(spec) == nullptr) return nullptr;
  task::Task* task = encounter.expected_task();
  task->data = task->block();
  return task;
}

// It is filled.
void captured(Worker& worker, Encounter& encounter, task::Task& task);

// ---- All creations ------------------------------------------------------------------------------------------

// The block of the node that the coming task stands for, or nullptr: an ordinary block is to be used.
task::Task* allocate_in_region(Worker& worker, Encounter& encounter, const task::TaskSpec& spec);

// gcc's `source` has been copied into the block of a task that is about to be submitted: for check mode.
void note_copy_for_check(Encounter& encounter, const task::TaskSpec& spec, void* source, size_t bytes,
                         size_t alignment);
inline void note_copy(Worker& worker, const task::TaskSpec& spec, void* source, size_t bytes, size_t alignment) {
  const task::Domain* domain = worker.current->domain;
  if (domain == nullptr || domain->encounter == nullptr || !domain->encounter->clears_blocks()) return;
  note_copy_for_check(*domain->encounter, spec, source, bytes, alignment);
}

// True: the task was a node's and has been dealt with. False: it is to be submitted as an ordinary task.
bool submit_in_region(Worker& worker, Encounter& encounter, task::Task& task, Dependences dependences, bool if_clause);

// taskwait, taskwait depend, end of a taskgroup: in a re-capture, waits for the nodes concerned. Ordinary tasks are
// left to the caller.
void join_in_region(Worker& worker, Encounter& encounter, Dependences dependences, task::Depth depth);

// The control code's innermost taskgroup reduces.
void begin_reducing_group(Worker& worker, Encounter& encounter, task::Reductions::Items items);

// The region does something a graph cannot hold: recording ends, or the re-capture is abandoned.
void leave_recording(Worker& worker, Encounter& encounter, const char* reason);

// The control code creates a task, or waits for some, and that is not part of the record.
void meet_stranger(Worker& worker, Encounter& encounter);

// Re-capture of a region that no longer does what was recorded: the nodes not captured are run empty, the others are
// waited for; what the region creates from here on are ordinary tasks. Called at most once an encounter.
void abandon(Worker& worker, Encounter& encounter, const char* reason);

// Control code of a loop: works until the node has run `n_rounds` times. Until then its counter and its block are in
// use.
void await_round(Worker& worker, graph::Instance& instance, graph::NodeIndex index, uint64_t n_rounds);
// The next node is a join: waits until it is reached.
void pass_join(Worker& worker, Encounter& encounter);

// The data of the expected node is in place: runs it, or sees to it that it is run.
void start_captured(Worker& worker, Encounter& encounter);

// Gives a ready node to the crew, or runs it in place when the crew has plenty.
void start(Worker& worker, graph::NodeState& node);

}  // namespace rondo::sched
