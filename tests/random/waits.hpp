// SPDX-License-Identifier: Apache-2.0
//
// Whether waits hold in a loop whose body's code runs once. There is nobody to look behind the wait, so the tasks
// that the block creates after it do: what the wait waits for must have ended in this iteration too. Dependences
// alone would not show it, because most tasks behind a wait have none on those before it.
#pragma once

#include "check.h"
#include "program.hpp"

namespace random_tasks {

class WaitChecks {
 public:
  explicit WaitChecks(const Program& program) {
    if (!program.quiet_block) return;
    const std::size_t n = program.tasks.size();
    n_begun_.resize(n);
    n_ended_.resize(n);
    must_end_before_.resize(n);
    Walk walk{program, must_end_before_, {}, {}, {}};
    walk.collect(program.tasks[0].body);
    walk.behind.resize(n, Lag::None);
    walk.go(program.tasks[0].body);
  }

  // The task begins for the r-th time: of the iterations up to r at least one has reached it (tasks of different
  // iterations may run in any order if they overlap), so that iteration's waits are over, and all earlier ones.
  void begin(TaskIndex task) {
    std::uint32_t round;
    std::uint32_t& begun = n_begun_[task];
#pragma omp atomic capture seq_cst
    round = begun++;
    for (const Before& before : must_end_before_[task]) {
      std::uint32_t n;
      std::uint32_t& ended = n_ended_[before.task];
#pragma omp atomic read seq_cst
      n = ended;
      CHECK(n + (before.lag == Lag::OneIteration ? 1 : 0) > round && "a wait waits");
    }
  }
  void end(TaskIndex task) {
    std::uint32_t& ended = n_ended_[task];
#pragma omp atomic update seq_cst
    ended++;
  }

 private:
  // Created before the wait: ended in the same iteration. Created behind it: in the one before.
  enum class Lag : std::uint8_t { None, SameIteration, OneIteration };
  struct Before {
    TaskIndex task;
    Lag lag;
  };

  struct Walk {
    const Program& program;
    std::vector<std::vector<Before>>& result;
    std::vector<TaskIndex> all, created;  // the block's tasks; in this iteration so far
    std::vector<Lag> behind;              // what a task created now is behind

    void collect(const std::vector<Step>& steps) {
      for (const Step& step : steps) {
        if (step.kind == StepKind::Spawn) all.push_back(step.task);
        collect(step.group);
      }
    }

    template <class Concerns>
    void wait(Concerns concerns) {
      for (TaskIndex task : all)
        if (behind[task] == Lag::None && concerns(program.tasks[task])) behind[task] = Lag::OneIteration;
      for (TaskIndex task : created)
        if (concerns(program.tasks[task])) behind[task] = Lag::SameIteration;
    }
    void wait_for_cell(std::uint8_t cell, bool for_readers) {
      wait([&](const Task& task) {
        for (const Dependence& d : task.dependences)
          if (d.cell == cell && (for_readers || d.kind != Kind::In)) return true;
        return false;
      });
    }

    void go(const std::vector<Step>& steps) {
      for (const Step& step : steps) switch (step.kind) {
          case StepKind::Spawn:
            for (TaskIndex task : all)
              if (behind[task] != Lag::None) result[step.task].push_back({task, behind[task]});
            created.push_back(step.task);
            break;
          case StepKind::Taskwait:
            wait([](const Task&) { return true; });
            break;
          case StepKind::TaskwaitIn:
            wait_for_cell(step.cell, false);
            break;
          case StepKind::TaskwaitInout:
            wait_for_cell(step.cell, true);
            break;
          case StepKind::Reduce:
          case StepKind::Taskgroup: {
            const std::size_t first = created.size();
            go(step.group);
            for (std::size_t i = first; i < created.size(); i++) behind[created[i]] = Lag::SameIteration;
            break;
          }
        }
    }
  };

  std::vector<std::uint32_t> n_begun_, n_ended_;
  std::vector<std::vector<Before>> must_end_before_;
};

}  // namespace random_tasks
