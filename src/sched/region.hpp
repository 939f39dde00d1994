// SPDX-License-Identifier: Apache-2.0
//
// What task creation does differently inside a task graph region: it is taken down, or it refreshes a node.
#pragma once

#include "graph/encounter.hpp"
#include "sched/spawn.hpp"

namespace rondo::sched {

using graph::Encounter;

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

// The region does something a graph cannot hold: recording ends, or the re-capture is abandoned.
void leave_recording(Worker& worker, Encounter& encounter, const char* reason);

// The control code creates a task that is not part of the record.
void meet_stranger(Worker& worker, Encounter& encounter);

// Re-capture of a region that no longer does what was recorded: the nodes not captured are run empty, the others are
// waited for; what the region creates from here on are ordinary tasks. Called at most once an encounter.
void abandon(Worker& worker, Encounter& encounter, const char* reason);

// Control code of a loop: works until the node has run `n_rounds` times. Until then its counter and its block are in
// use.
void await_round(Worker& worker, graph::Instance& instance, graph::NodeIndex index, uint64_t n_rounds);
// The next node is a join: waits until it is reached.
void pass_join(Worker& worker, Encounter& encounter);

// After a creation: from time to time what is ready is run here, so that the control code does not run far ahead.
void run_captured_now_and_then(Worker& worker, Encounter& encounter);

// Gives ready work to the crew, or runs it in place when the crew has plenty.
void start(Worker& worker, Work work);

}  // namespace rondo::sched
