// SPDX-License-Identifier: Apache-2.0
//
// Makes random programs. A program is a function of its seed and of the limits alone.
#pragma once

#include "program.hpp"

namespace random_tasks {

struct Limits {
  // The block itself only creates tasks, and none that must run undeferred: what a recorded graph can repeat.
  bool repeatable_block = false;
  bool by_pointer = false;  // the block's tasks capture one pointer each, no objects
  // The block is a loop's body: a task that creates others waits for them and comes behind itself, because in the
  // next iteration they are created again.
  bool in_loop = false;
  bool quiet_block = false;
  bool deferred_block = false;  // none of the block's tasks must run undeferred, though the block may wait
  bool reducing_block = false;  // the block itself may reduce; tasks' bodies always may
  bool has_sets = true;  // mutexinoutset and inoutset
  bool portable = false;  // without what libomp 19 gets wrong: untied tasks that wait, mutexinoutset tasks that wait
  std::uint32_t max_tasks = 120;
  std::uint32_t max_depth = 3;
};

class Generator {
 public:
  Generator(Value seed, Limits limits) : random_(seed), limits_(limits) {}

  Program make() {
    program_.tasks.emplace_back();
    program_.quiet_block = limits_.quiet_block;
    n_planned_ = random_.between(1, limits_.max_tasks);
    fill_body(0, 0, random_.between(1, 60));
    return static_cast<Program&&>(program_);
  }

 private:
  // Gives a task up to n children and places to wait for them.
  void fill_body(TaskIndex index, std::uint32_t depth, std::uint32_t n_children) {
    const std::uint32_t n_cells = random_.between(1, depth == 0 ? 12 : 5);
    program_.tasks[index].first_cell = program_.n_cells;
    program_.tasks[index].n_cells = n_cells;
    program_.n_cells += n_cells;
    const bool may_wait = depth > 0 || !limits_.repeatable_block;
    std::vector<Step> body = make_steps(depth, n_children, n_cells, may_wait);
    const bool must_wait = depth > 0 && limits_.in_loop;
    if (must_wait || (may_wait && random_.percent(50))) body.push_back({StepKind::Taskwait, 0, 0, {}});
    program_.tasks[index].body = static_cast<std::vector<Step>&&>(body);
  }

  std::vector<Step> make_steps(std::uint32_t depth, std::uint32_t n_children, std::uint32_t n_cells, bool may_wait) {
    std::vector<Step> steps;
    for (std::uint32_t i = 0; i < n_children && program_.tasks.size() <= n_planned_; i++) {
      if (may_wait && random_.percent(12)) steps.push_back(make_wait(depth, n_cells));
      if ((depth > 0 ? may_wait : limits_.reducing_block) && random_.percent(4))
        steps.push_back(make_reduction(depth, n_cells));
      steps.push_back({StepKind::Spawn, 0, make_task(depth, n_cells), {}});
    }
    return steps;
  }

  Step make_wait(std::uint32_t depth, std::uint32_t n_cells) {
    const auto cell = static_cast<std::uint8_t>(random_.below(n_cells));
    switch (random_.below(4)) {
      case 0:
        return {StepKind::TaskwaitIn, cell, 0, {}};
      case 1:
        return {StepKind::TaskwaitInout, cell, 0, {}};
      case 2:
        return {StepKind::Taskgroup, 0, 0, make_steps(depth, random_.below(6), n_cells, random_.percent(30))};
      default:
        return {StepKind::Taskwait, 0, 0, {}};
    }
  }

  // Tasks of the group, and those that they create, may add to its sum, or to one around it.
  Step make_reduction(std::uint32_t depth, std::uint32_t n_cells) {
    const std::uint32_t outer = sum_;
    Step step{StepKind::Reduce, 0, 0, {}};
    step.sum = sum_ = program_.n_sums++;
    step.group = make_steps(depth, random_.below(8), n_cells, depth > 0 && random_.percent(30));
    sum_ = outer;
    return step;
  }

  TaskIndex make_task(std::uint32_t depth, std::uint32_t n_cells) {
    const auto index = static_cast<TaskIndex>(program_.tasks.size());
    Task task;
    task.salt = random_.below(1u << 30);
    task.work = static_cast<std::uint16_t>(random_.percent(30) ? random_.below(400) : 0);
    task.payload_class = static_cast<std::uint8_t>(random_.below(3));
    if (limits_.by_pointer && depth == 0) task.payload_class = 0;
    task.priority = static_cast<std::uint8_t>(random_.percent(20) ? random_.below(5) : 0);
    task.form = static_cast<Form>(random_.below(3));
    task.untied = random_.percent(15) && !limits_.portable;
    if (depth > 0 || !limits_.repeatable_block) {
      task.undeferred = random_.percent(6);
      task.is_final = random_.percent(6);
    }
    if (depth == 0 && limits_.deferred_block) task.undeferred = false;
    if (sum_ != kNoSum && random_.percent(60)) task.sum = sum_;
    task.dependences = make_dependences(n_cells);
    const bool may_overlap_itself = depth == 0 && limits_.in_loop && !comes_behind_itself(task);
    task.may_overlap_itself = may_overlap_itself;
    program_.tasks.push_back(static_cast<Task&&>(task));
    if (depth < limits_.max_depth && random_.percent(20) && !may_overlap_itself)
      fill_body(index, depth + 1, random_.between(1, 8));
    return index;
  }

  static bool comes_behind_itself(const Task& task) {
    for (const Dependence& d : task.dependences)
      if (d.kind == Kind::Out || d.kind == Kind::Inout) return true;  // the others run in any order
    return false;
  }

  // 0 to 6 dependences, mostly on different cells; a cell may be named twice unless one of the kinds is a set.
  std::vector<Dependence> make_dependences(std::uint32_t n_cells) {
    std::vector<Dependence> list;
    const std::uint32_t wanted = random_.percent(15) ? 0 : random_.between(1, 6);
    for (std::uint32_t i = 0; i < wanted; i++) {
      static constexpr Kind kKinds[] = {
          Kind::In, Kind::In, Kind::In, Kind::Out, Kind::Inout, Kind::Inout, Kind::Mutexinoutset, Kind::Inoutset};
      Dependence candidate{kKinds[random_.below(8)], static_cast<std::uint8_t>(random_.below(n_cells))};
      if (limits_.portable && candidate.kind == Kind::Mutexinoutset) candidate.kind = Kind::Inout;
      if (!limits_.has_sets && candidate.kind >= Kind::Mutexinoutset) candidate.kind = Kind::Inout;
      bool usable = true;
      for (const Dependence& other : list)
        if (other.cell == candidate.cell)
          usable =
              usable && random_.percent(20) && other.kind < Kind::Mutexinoutset && candidate.kind < Kind::Mutexinoutset;
      if (usable) list.push_back(candidate);
    }
    return list;
  }

  Random random_;
  Limits limits_;
  std::uint32_t n_planned_ = 0;
  std::uint32_t sum_ = kNoSum;  // of the innermost group that reduces
  Program program_;
};

}  // namespace random_tasks
