// SPDX-License-Identifier: Apache-2.0
//
// The taskiter construct ("Accelerating Task-based Iterative Applications", sections 3 and 3.2): a loop whose
// iterations all create the same graph of tasks. The first iterations (`unroll`) run by ordinary means and are
// recorded; the others go round a cyclic graph, with no barrier between them. One interface for rondo.h and for
// directives.
#pragma once

#include <cstdint>
#include <span>

#include "depend/access.hpp"
#include "region/taskgraph/taskgraph.hpp"
#include "sched/worker/worker.hpp"

namespace rondo::region {

struct TaskiterClauses {
  static constexpr uint64_t kWhile = ~uint64_t{0};
  static constexpr uint64_t kCounted = kWhile - 1;

  // kWhile: a condition decides, between iterations. kCounted: the number is not known yet, but does not depend on
  // the tasks; Iteration::Count asks for it.
  uint64_t n_iterations = kWhile;
  uint32_t unroll = 1;             // iterations in a round, at least 1
  bool update = false;             // the body is executed for every iteration and fills the nodes' blocks anew
  bool nowait = false;             // no taskgroup around the loop
  bool is_inline = false;          // the tasks are siblings of the encountering task's others; implies nowait
  bool if_clause = true;
  // kWhile: what the condition reads; none: everything that the iteration's tasks write. Copied.
  std::span<const depend::Dependence> condition = {};
};

struct TaskiterLoop;  // one encounter in progress

// Everything below is called by the encountering task. Its code must not leave the loop without leave_taskiter().
TaskiterLoop* enter_taskiter(sched::Worker& worker, const TaskgraphSite& site, const TaskiterClauses& clauses);

// The loop's code belongs to a task of its own, which began with it.
bool has_own_task(const TaskiterLoop& loop);

enum class Iteration : uint8_t {
  Over,     // there is none, or all that are left have been released at once
  Body,     // the caller executes the body, then calls end_iteration()
  Released, // the next iteration runs from the graph: the body is not to be executed
  Count,    // kCounted: the caller counts this iteration and those behind it, then calls release_iterations()
};
// kWhile: the condition has been found true.
Iteration begin_iteration(sched::Worker& worker, TaskiterLoop& loop);

// `complete`: the body was executed to its end; false: it was left by break, return, goto or an exception, and no
// iteration follows.
void end_iteration(sched::Worker& worker, TaskiterLoop& loop, bool complete);

// kWhile: waits until the condition may be looked at.
void await_condition(sched::Worker& worker, TaskiterLoop& loop);

// `n_left`: iterations that have not run, among them the one for which begin_iteration() returned Count.
void release_iterations(sched::Worker& worker, TaskiterLoop& loop, uint64_t n_left);

// The loop is over: waits for its tasks, unless nowait or inline. Frees `loop`.
void leave_taskiter(sched::Worker& worker, TaskiterLoop* loop);

struct TaskiterStats {
  uint64_t loops;         // encounters
  uint64_t cycles;        // of these, loops that became a cyclic graph
  uint64_t updates;       // of these, loops whose body was executed for every iteration
  uint64_t iterations;    // that ran from cyclic graphs
  uint64_t mismatches;    // loops whose later iterations created other tasks than the first ones
  uint64_t nodes, edges;  // of all cyclic graphs
  uint64_t reuses;        // of `cycles`, loops whose graph came from an earlier encounter
};
TaskiterStats taskiter_stats();

}  // namespace rondo::region
