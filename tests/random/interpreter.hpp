// SPDX-License-Identifier: Apache-2.0
//
// Executes a program, serially or with OpenMP, by the same code. A task's result follows from everything it may see:
// its argument, the cells it reads, and, after a wait, the cells and results of what it waited for. In and inout
// read, out and inout write by a hash in which the order of writes shows; members of a mutexinoutset or inoutset set
// add, so that every legal order gives one result. A task reads at its start and writes at its end: whoever runs too
// early or beside it sees old values.
#pragma once

#include "spawn.hpp"
#include "waits.hpp"

namespace random_tasks {

struct Data;

// What a task is to do, where it is captured as one pointer. It is kept beside the data, one for each task of the
// program and, in a loop, for each time that the loop's body is executed, so that a recorded pointer stays right.
struct Call {
  const Program* program;
  Data* data;
  TaskIndex index;
  TaskIndex parent;
  Value argument;
  void operator()() const;
};

struct Data {
  std::vector<Value> cells;
  std::vector<Value> results;  // of each task
  std::vector<Value> sums;     // that groups reduce
  std::vector<Value> seen;     // of each sum, by a task behind its group
  std::vector<Call> calls;     // of each task
  std::size_t first_call = 0;  // of the block's tasks in this iteration; used by the block's code only
  WaitChecks waits;            // for the tasks of a quiet block

  Data(const Program& program, Value seed, std::size_t n_iterations = 1)
      : cells(program.n_cells),
        results(program.tasks.size()),
        sums(program.n_sums),
        seen(program.n_sums),
        calls(program.tasks.size() * n_iterations),
        waits(program) {
    for (Value& cell : cells) cell = seed = mix(seed, 7);
  }
  bool operator==(const Data& other) const {
    return cells == other.cells && results == other.results && sums == other.sums && seen == other.seen;
  }
};

// By a participant of a group that reduces the sum.
inline void add_by_task(Value& sum, Value value) {
#pragma omp task in_reduction(+ : sum) firstprivate(value)
  sum += value;
}

enum class How { Serial, Parallel };

template <How kHow>
class Interpreter {
 public:
  Interpreter(const Program& program, Data& data) : program_(&program), data_(&data) {}

  // The region's block. To be called inside a construct that waits for all descendants.
  void run_block(Value argument) const {
    Value hash = argument;
    run_steps(task_at(0), task_at(0).body, hash);
    data_->results[0] = mix(data_->results[0], hash);
  }

  // Some steps of the block, which is quiet.
  void run_part(const std::vector<Step>& steps, Value argument) const {
    Value hash = argument;
    run_steps(task_at(0), steps, hash);
  }

  // The body of a task.
  void run_task(TaskIndex index, TaskIndex parent, Value argument) const {
    const Task& task = task_at(index);
    Value* domain = domain_of(task_at(parent));
    const bool checks_waits = parent == 0 && program_->quiet_block;
    if (checks_waits) data_->waits.begin(index);
    Value hash = mix(argument, task.salt);
    for (const Dependence& d : task.dependences)
      if (d.kind == Kind::In || d.kind == Kind::Inout) hash = mix(hash, domain[d.cell]);
    spin_for(task.work);
    if (task.sum != kNoSum) add_to_sum(task.sum, hash);
    run_steps(task, task.body, hash);
    for (const Dependence& d : task.dependences) write(d, domain[d.cell], hash);
    if (task.may_overlap_itself) {
#pragma omp atomic
      data_->results[index] += hash;
    } else {
      data_->results[index] = mix(data_->results[index], hash);
    }
    if (checks_waits) data_->waits.end(index);
  }

 private:
  void write(const Dependence& dependence, Value& cell, Value hash) const {
    switch (dependence.kind) {
      case Kind::In:
        break;
      case Kind::Out:
        cell = mix(hash, dependence.cell);
        break;
      case Kind::Inout:
        cell = mix(cell, hash);
        break;
      case Kind::Mutexinoutset: {
        const Value before = cell;  // not atomic: a second member at the same time is noticed
        spin_for(20);
        cell = before + hash;
        break;
      }
      case Kind::Inoutset: {
#pragma omp atomic
        cell += hash;
        break;
      }
    }
  }

  void run_steps(const Task& owner, const std::vector<Step>& steps, Value& hash) const {
    const TaskIndex owner_index = static_cast<TaskIndex>(&owner - program_->tasks.data());
    Value* domain = domain_of(owner);
    const bool looks = owner_index != 0 || !program_->quiet_block;
    for (const Step& step : steps) switch (step.kind) {
        case StepKind::Spawn:
          hash = mix(hash, step.task);
          create(step.task, owner_index, domain, hash);
          break;
        case StepKind::Taskwait:
          if (kHow == How::Parallel) {
#pragma omp taskwait
          }
          for (std::uint32_t i = 0; looks && i < owner.n_cells; i++) hash = mix(hash, domain[i]);
          break;
        case StepKind::TaskwaitIn: {
          Value& cell = domain[step.cell];
          if (kHow == How::Parallel) {
#pragma omp taskwait depend(in : cell)
          }
          if (looks) hash = mix(hash, cell);
          break;
        }
        case StepKind::TaskwaitInout: {
          Value& cell = domain[step.cell];
          if (kHow == How::Parallel) {
#pragma omp taskwait depend(inout : cell)
          }
          if (!looks) break;
          hash = mix(hash, cell);
          cell = mix(cell, owner.salt);
          break;
        }
        case StepKind::Taskgroup:
          if (kHow == How::Parallel) {
#pragma omp taskgroup
            run_steps(owner, step.group, hash);
          } else {
            run_steps(owner, step.group, hash);
          }
          if (looks) fold_results(step.group, hash);
          break;
        case StepKind::Reduce:
          reduce(owner, step, hash);
          if (owner_index != 0) hash = mix(hash, data_->sums[step.sum]);
          break;
      }
  }

  void add_to_sum(std::uint32_t sum, Value value) const {
    kHow == How::Parallel ? add_by_task(data_->sums[sum], value) : void(data_->sums[sum] += value);
  }

  // Some participants are the group's own tasks. What it has made is seen by a task of another group.
  void reduce(const Task& owner, const Step& step, Value& hash) const {
    Value& sum = data_->sums[step.sum];
    Value& seen = data_->seen[step.sum];
    if (kHow == How::Parallel) {
#pragma omp taskgroup task_reduction(+ : sum)
      {
        add_to_sum(step.sum, step.sum + 1);
        run_steps(owner, step.group, hash);
      }
#pragma omp taskgroup
      {
#pragma omp task shared(sum, seen)
        seen = mix(seen, sum);
      }
    } else {
      add_to_sum(step.sum, step.sum + 1);
      run_steps(owner, step.group, hash);
      seen = mix(seen, sum);
    }
  }

  // The results of all descendants that a group has waited for.
  void fold_results(const std::vector<Step>& steps, Value& hash) const {
    for (const Step& step : steps) {
      fold_results(step.group, hash);
      if (step.kind != StepKind::Spawn) continue;
      hash = mix(hash, data_->results[step.task]);
      fold_results(task_at(step.task).body, hash);
    }
  }

  void create(TaskIndex index, TaskIndex parent, Value* domain, Value argument) const {
    if (kHow == How::Serial) {
      run_task(index, parent, argument);
      return;
    }
    switch (task_at(index).payload_class) {
      case 0: {
        Call* call = &data_->calls[parent == 0 ? data_->first_call + index : index];
        *call = {program_, data_, index, parent, argument};
        spawn(task_at(index), domain, call);
        break;
      }
      case 1:
        create_with<Payload<40>>(index, parent, domain, argument);
        break;
      default:
        create_with<Payload<700>>(index, parent, domain, argument);
        break;
    }
  }

  template <class PayloadType>
  void create_with(TaskIndex index, TaskIndex parent, Value* domain, Value argument) const {
    PayloadType payload(argument);
    spawn(task_at(index), domain, [interpreter = *this, payload, index, parent]() mutable {
      const Value argument_seen = payload.argument;
      CHECK(payload.consume());
      interpreter.run_task(index, parent, argument_seen);
    });
  }

  Value* domain_of(const Task& owner) const { return data_->cells.data() + owner.first_cell; }
  const Task& task_at(TaskIndex index) const { return program_->tasks[index]; }

  const Program* program_;
  Data* data_;
};

inline void Call::operator()() const { Interpreter<How::Parallel>(*program, *data).run_task(index, parent, argument); }

}  // namespace random_tasks
