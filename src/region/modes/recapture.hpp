// SPDX-License-Identifier: Apache-2.0
//
// The mode in which the region's code runs again to fill the nodes of its graph: the k-th creation gets the block of
// the k-th node, which starts when the block is filled. Used by Recapture, Refresh and CreateKnown, and by each
// iteration of a loop whose body is executed again. Dependences are compared with the recorded ones, nothing is
// looked up.
#pragma once

#include "graph/replay/comparison.hpp"
#include "graph/replay/node_cursor.hpp"
#include "region/modes/hand_over.hpp"
#include "sched/run/region.hpp"

namespace rondo::region {

class Recapture final : public sched::RegionExecution {
 public:
  // `objects`: the objects of the record that its tasks have saved.
  Recapture(graph::Instance& instance, Unannounced unannounced, const graph::SavedObjects* objects);
  // Of the nodes [begin, end) only: one iteration of a loop. A node's block is filled when it has run in the round
  // before.
  Recapture(graph::Instance& instance, graph::NodeIndex begin, graph::NodeIndex end);

  bool submit(sched::Worker& worker, task::Task& task, sched::Dependences dependences, bool& if_clause) override;
  void join(sched::Worker& worker, sched::Dependences dependences, task::Depth depth) override;
  void leave(sched::Worker& worker, const char* reason) override;
  void* saved_object(graph::DestroyObject destroy) override;

  // Called in order of creation: the expected node has these dependences now. False: others were recorded, so that
  // the graph does not fit; the re-capture has been abandoned.
  bool keeps_dependences(sched::Worker& worker, graph::Act act, sched::Dependences dependences);

  // The region does not do what was recorded: the nodes not captured are run empty, the others are waited for; from
  // here on the region creates ordinary tasks. Called at most once.
  void abandon(sched::Worker& worker, const char* reason);
  // A graph with events, for code that is not waited for: later siblings come behind each node by itself.
  void follow_nodes(sched::Worker& worker) { region::follow_nodes(worker, nodes.instance(), lists_); }
  // What was created is not to come any more: nothing waits for it.
  void forget_creation() { pending_ = nullptr; }
  bool has_events() const { return has_events_; }
  const char* mismatch() const { return mismatch_; }  // why it was abandoned; nullptr: it was not
  bool has_mismatch() const { return mismatch_ != nullptr; }

  // ---- The fast path, without detours: see fast_recapture() ----------

  // The block to fill; nullptr if another task was recorded here.
  void* expected_block(const task::TaskSpec& spec) const {
    const graph::Node* node = nodes.expect(spec);
    return node == nullptr ? nullptr : nodes.instance().block_of(*node);
  }
  // The same for a task that is created in two calls, of which this is the first.
  void* allocate_expected(const task::TaskSpec& spec) {
    void* block = expected_block(spec);
    if (block != nullptr) register_allocation(nodes.expected().shape().spec, block);
    return block;
  }
  // The expected block is filled; the dependences may be others.
  void submit_expected(sched::Worker& worker, sched::Dependences dependences);

  graph::NodeCursor nodes;
  graph::Comparison comparison;  // unless nothing is to be compared

 private:
  void* block_of_node(sched::Worker& worker, const task::TaskSpec& spec) override;
  void give_node(task::Task& task);
  // What is not as recorded does not wait for events. A loop's do not come from its code.
  bool hands_over() const { return has_events_ && nodes.instance().cycle == nullptr; }

  bool looks_at_each_ = false;  // of each task more than its data is of interest
  const graph::SavedObjects* objects_ = nullptr;
  size_t next_object_ = 0;  // in objects_
  const char* mismatch_ = nullptr;
  NodeLists lists_;  // a graph with events
};

// Applies where the created task is the recorded one and the program says no more about it: then dependences are only
// compared. There is no descriptor, since it would only repeat what the node says. All other creations go the long
// way, by sched::allocate() and sched::submit(). Returns the execution whose next creation may take the fast path, or
// nullptr.
inline Recapture* fast_recapture(sched::Worker& worker) {
  const task::Task& creator = *worker.current;
  if (creator.domain == nullptr || creator.domain->execution == nullptr || creator.has(task::kFinal)) return nullptr;
  sched::RegionExecution* execution = creator.domain->execution;
  return execution->is_on_fast_path() ? static_cast<Recapture*>(execution) : nullptr;
}

// ---- Shared by the modes that fill nodes --------------------------------------------------------------------------

// After so many captures, and whenever the node `ready` has become ready.
inline constexpr graph::NodeIndex kCaptureStride = 32;  // docs/tuning.md
void run_captured(sched::Worker& worker, graph::NodeCursor& nodes, graph::NodeState* ready);

// Others have nodes that are not captured yet, and may have nothing left to run before those come if the control code
// runs nodes of its own now: sched/create/README.md, "Ahead".
bool may_starve_others(const sched::Worker& worker, graph::NodeCursor& nodes);

// The data of the expected node is in place: runs it, or makes sure that it will run. Most captures save no register.
inline void start_captured(sched::Worker& worker, graph::NodeCursor& nodes) {
  graph::NodeState* ready = nodes.captured();
  if (ready != nullptr || nodes.index() % kCaptureStride == 0) run_captured(worker, nodes, ready);
}

// The expected node is a join: waits until the join is reached.
void pass_join(sched::Worker& worker, graph::NodeCursor& nodes);

// The nodes that have not been captured run empty; waits until all nodes have run.
void run_out_empty(sched::Worker& worker, const graph::NodeCursor& nodes);

// ---- The end of a creation on the fast path -----------------------------------------------------------------------

// The block of the expected node is filled, its dependences are the recorded ones.
void captured_in_group(sched::Worker& worker, Recapture& recapture);
inline void captured(sched::Worker& worker, Recapture& recapture) {
  if (!recapture.nodes.instance().is_usual_group(worker.current->group)) [[unlikely]]
    return captured_in_group(worker, recapture);
  start_captured(worker, recapture.nodes);
}

}  // namespace rondo::region
