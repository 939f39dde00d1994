// SPDX-License-Identifier: Apache-2.0
#include "region/modes/validation.hpp"

#include <cstring>

#include "graph/replay/kept_tasks.hpp"
#include "region/modes/recording.hpp"
#include "sched/create/create.hpp"
#include "sched/run/observe_nodes.hpp"
#include "sched/wait/taskwait.hpp"
#include "sched/wait/wait.hpp"
#include "task/kmp_block.hpp"

namespace rondo::region {

using graph::Instance;
using graph::Node;
using graph::NodeIndex;
using sched::Dependences;
using sched::Worker;
using task::Task;
using task::TaskSpec;

Validation::Validation(Instance& instance, NodeIndex begin, NodeIndex end, const graph::RecordedAccesses& accesses,
                       NodeIndex first_validated, graph::Recorder* otherwise)
    : nodes_(instance, begin, end), accesses_(accesses), first_validated_(first_validated), recorder_(otherwise) {}

// ---- As long as it is the kept loop ------------------------------------------------------------------------------

void* Validation::block_of_node(Worker& worker, const TaskSpec& spec) {
  if (state_ != State::Withholding) return nullptr;
  if (const Node* node = nodes_.expect(spec)) return nodes_.instance().block_of(*node);
  if (nodes_.expects_taskloop_of(spec.entry)) return nullptr;
  fall_back(worker);
  return nullptr;
}

// The block is the expected node's.
void Validation::validate(Worker& worker, Task& task, Dependences dependences, bool is_undeferred) {
  if (is_undeferred) {
    fall_back(worker);
    // Its data lies in the node's block, which stays until the iteration ends.
    sched::run_in_place(worker, TaskSpec{task.entry, 0, 0, task.flags, task.priority, false}, task.data, dependences);
  } else if (!accesses_.is_same(nodes_.index(), dependences)) {
    TaskSpec spec = nodes_.expected().shape().spec;
    if (task.has(task::kObserved)) task::give_record(spec, task.entry.observed);
    fall_back(worker);
    create_copy(worker, spec, task.data, dependences);
  } else {
    if (task.has(task::kObserved)) sched::adopt_record(nodes_.instance(), nodes_.index(), *task.entry.observed);
    nodes_.pass();
  }
}

bool Validation::end(Worker& worker, bool complete) {
  if (state_ != State::Withholding) return false;
  if (complete && nodes_.is_complete()) return true;
  fall_back(worker);
  return false;
}

// ---- When it is another one --------------------------------------------------------------------------------------

// Creates an ordinary task with a copy of the block, which is recorded if the loop is.
void Validation::create_copy(Worker& worker, const TaskSpec& spec, const void* block, Dependences dependences) {
  if (is_recording()) recorder_->add_task(task::without_record(spec), block, dependences);
  task::Domain& domain = sched::domain_of_current(worker);
  domain.execution = nullptr;
  Task* task = sched::allocate(worker, spec);
  if (spec.block_bytes != 0) std::memcpy(task->data, block, spec.block_bytes);
  if (spec.shareds_offset != 0) {
    static_cast<task::KmpBlock*>(task->data)->shareds = static_cast<char*>(task->data) + spec.shareds_offset;
  }
  const bool is_kept = is_recording() && sched::submit_kept(worker, *task, *recorder_, dependences);
  if (!is_kept) sched::submit(worker, *task, dependences);
  domain.execution = this;
}

void Validation::fall_back(Worker& worker) {
  Instance& instance = nodes_.instance();
  const NodeIndex end = nodes_.index();
  state_ = recorder_ != nullptr ? State::Recording : State::FallenBack;
  if (!is_recording()) {
    sched::JoinLatch is_over(instance.domain.join_counter, task::Depth::Descendants);
    sched::work_until(worker, *worker.slot->arena, is_over, instance.domain.outer);
  }
  const uint16_t iteration_in_turn = is_recording() ? recorder_->copy : uint16_t{0};
  for (NodeIndex index = first_validated_; index < end; index++) {
    const Node& node = instance.graph->nodes[index];
    if (is_recording()) recorder_->copy = node.shape().copy;
    TaskSpec spec = node.shape().spec;
    if (task::Observed* record = sched::take_record(instance, index)) task::give_record(spec, record);
    create_copy(worker, spec, instance.block_of(node), accesses_.of(index));
  }
  if (is_recording()) recorder_->copy = iteration_in_turn;  // the iteration goes on
}

bool Validation::records_instead(Worker& worker) {
  if (state_ == State::Withholding) fall_back(worker);
  return is_recording();
}

bool Validation::submit(Worker& worker, Task& task, Dependences dependences, bool& if_clause) {
  if (task.has(task::kNotReplayable)) return false;
  const bool runs_now = is_undeferred(worker, if_clause);
  if (state_ == State::Withholding) {
    validate(worker, task, dependences, runs_now);
    return true;
  }
  if (owns(task)) {  // allocated before
    leave(worker, kUndeferred);
    if_clause = false;
    return false;
  }
  return is_recording() && record_task(worker, *recorder_, *this, task, dependences, runs_now ? kUndeferred : nullptr);
}

uintptr_t Validation::order_of_next(Dependences dependences) const {
  if (graph::KeptTasks::is_ordered(dependences)) return 0;
  if (state_ == State::Withholding) return graph::KeptTasks::variable_of(nodes_.index());
  return is_recording() ? graph::KeptTasks::variable_of(recorder_->n_met) : 0;
}

void Validation::join(Worker& worker, Dependences dependences, task::Depth depth) {
  if (records_instead(worker)) record_join(worker, *recorder_, dependences, depth);
}

void Validation::meet_unrecorded(Worker& worker) {
  if (records_instead(worker)) recorder_->note_unrecorded_task();
}

void Validation::leave(Worker& worker, const char* reason) {
  if (records_instead(worker)) recorder_->give_up(reason);
}

void Validation::begin_reducing_group(Worker& worker, task::Reductions::Items items) {
  if (records_instead(worker)) recorder_->begin_group(items);
}

void Validation::require_code(Worker& worker) {
  if (records_instead(worker)) recorder_->require_code();
}

}  // namespace rondo::region
