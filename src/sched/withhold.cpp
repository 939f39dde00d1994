// SPDX-License-Identifier: Apache-2.0
#include "sched/withhold.hpp"

#include <cstring>

#include "sched/wait.hpp"
#include "task/kmp_block.hpp"

namespace rondo::sched {

using graph::Instance;
using graph::Node;
using graph::NodeIndex;
using task::Task;
using task::TaskSpec;

namespace {

TaskSpec spec_of(const Node& node) {
  return {node.entry, node.block_bytes, node.shareds_offset, node.task_flags, node.priority, node.is_trivial};
}

// An ordinary task with a copy of the block, recorded if the encounter records.
void create_copy(Worker& worker, Encounter& encounter, const TaskSpec& spec, const void* block,
                 Dependences dependences) {
  if (encounter.mode() == Encounter::Mode::Record) encounter.recorder().add_task(spec, block, dependences);
  task::Domain& domain = domain_of_current(worker);
  Encounter* attached = domain.encounter;
  domain.encounter = nullptr;
  Task* task = allocate(worker, spec);
  if (spec.block_bytes != 0) std::memcpy(task->data, block, spec.block_bytes);
  if (spec.shareds_offset != 0) {
    static_cast<task::KmpBlock*>(task->data)->shareds = static_cast<char*>(task->data) + spec.shareds_offset;
  }
  submit(worker, *task, dependences);
  domain.encounter = attached;
}

}  // namespace

bool withhold(Worker& worker, Encounter& encounter, Task& task, Dependences dependences, bool is_undeferred) {
  if (is_undeferred) {
    hand_over(worker, encounter, "a task became undeferred");
    // Its data lies in the node's block, which stays until the iteration ends.
    run_in_place(worker, TaskSpec{task.entry, 0, 0, task.flags, task.priority, false}, task.data, dependences);
  } else if (!encounter.accesses().is_same(encounter.cursor(), dependences)) {
    TaskSpec spec = spec_of(encounter.instance().graph->nodes[encounter.cursor()]);
    hand_over(worker, encounter, "its tasks have other dependences");
    create_copy(worker, encounter, spec, task.data, dependences);
  } else {
    encounter.withhold();
  }
  return true;
}

void hand_over(Worker& worker, Encounter& encounter, const char* reason) {
  Instance& instance = encounter.instance();
  NodeIndex end = encounter.cursor();
  bool is_recording = encounter.record_instead();
  if (!is_recording) {
    encounter.set_mismatch(reason);
    TallyLatch is_over(instance.domain.tally, task::Depth::Descendants);
    work_until(worker, *worker.seat->crew, is_over, instance.domain.outer);
  }
  uint16_t copy_in_turn = is_recording ? encounter.recorder().copy : uint16_t{0};
  for (NodeIndex index = encounter.first_withheld(); index < end; index++) {
    const Node& node = instance.graph->nodes[index];
    if (is_recording) encounter.recorder().copy = node.copy;
    create_copy(worker, encounter, spec_of(node), instance.data_of(node), encounter.accesses().of(index));
  }
  if (is_recording) encounter.recorder().copy = copy_in_turn;  // the iteration goes on
}

}  // namespace rondo::sched
