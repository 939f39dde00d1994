// SPDX-License-Identifier: Apache-2.0
//
// A random task program as data: what each task depends on, which children it creates and where it waits. Every task
// that creates children owns a range of cells, its domain; the dependences of the children are on these cells only,
// because OpenMP orders siblings and nobody else.
#pragma once

#include <cstdint>
#include <cstdio>
#include <vector>

namespace random_tasks {

using Value = std::uint64_t;
using TaskIndex = std::uint32_t;

enum class Kind : std::uint8_t { In, Out, Inout, Mutexinoutset, Inoutset };

struct Dependence {
  Kind kind;
  std::uint8_t cell;  // of the parent's domain
};

// How the dependences of a construct are written in the source; all forms mean the same.
enum class Form : std::uint8_t { Iterators, Depobjs, Clauses };

enum class StepKind : std::uint8_t { Spawn, Taskwait, TaskwaitIn, TaskwaitInout, Taskgroup, Reduce };

// One thing that a task's body does with its children.
struct Step {
  StepKind kind;
  std::uint8_t cell = 0;    // TaskwaitIn, TaskwaitInout
  TaskIndex task = 0;       // Spawn
  std::vector<Step> group;  // Taskgroup, Reduce
  std::uint32_t sum = 0;    // Reduce: a taskgroup that reduces this sum
};

inline constexpr std::uint32_t kNoSum = ~0u;

struct Task {
  std::vector<Dependence> dependences;
  std::vector<Step> body;
  std::uint32_t first_cell = 0;  // the domain of its children
  std::uint32_t n_cells = 0;
  std::uint32_t salt = 0;
  std::uint16_t work = 0;          // steps of spinning between the task's reads and its writes
  std::uint8_t payload_class = 0;  // what is captured: a pointer, or objects of two sizes
  std::uint8_t priority = 0;
  Form form = Form::Iterators;
  bool undeferred = false;
  bool is_final = false;
  bool untied = false;
  std::uint32_t sum = kNoSum;  // that a child of the task adds to; a group around the task reduces it
  bool may_overlap_itself = false;  // in a loop: nothing orders it behind itself in the iteration before
};

struct Program {
  std::vector<Task> tasks;  // tasks[0] is the region's block itself
  std::uint32_t n_cells = 0;
  std::uint32_t n_sums = 0;
  // The block waits, but looks at nothing and writes nothing itself: its own code may be left out of an iteration.
  bool quiet_block = false;
};

inline Value mix(Value a, Value b) {
  Value x = a * 0x9e3779b97f4a7c15u + b;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

// splitmix64: the same programs on every machine and library.
class Random {
 public:
  explicit Random(Value seed) : state_(mix(seed, 0x5eed)) {}
  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>((next() >> 33) % n); }
  bool percent(std::uint32_t probability) { return below(100) < probability; }
  std::uint32_t between(std::uint32_t low, std::uint32_t high) { return low + below(high - low + 1); }

 private:
  Value next() { return mix(state_ += 0x9e3779b97f4a7c15u, 1); }
  Value state_;
};

inline void print_steps(const Program& program, const std::vector<Step>& steps, int indent) {
  static const char* const kKinds[] = {"in", "out", "inout", "mutexinoutset", "inoutset"};
  for (const Step& step : steps) {
    std::printf("%*s", indent, "");
    switch (step.kind) {
      case StepKind::Taskwait:
        std::printf("taskwait\n");
        break;
      case StepKind::TaskwaitIn:
        std::printf("taskwait depend(in: %u)\n", step.cell);
        break;
      case StepKind::TaskwaitInout:
        std::printf("taskwait depend(inout: %u)\n", step.cell);
        break;
      case StepKind::Taskgroup:
        std::printf("taskgroup\n");
        print_steps(program, step.group, indent + 2);
        break;
      case StepKind::Reduce:
        std::printf("taskgroup that reduces sum %u\n", step.sum);
        print_steps(program, step.group, indent + 2);
        break;
      case StepKind::Spawn: {
        const Task& task = program.tasks[step.task];
        if (task.sum != kNoSum) std::printf("(into sum %u) ", task.sum);
        std::printf("task %u%s%s%s", step.task, task.undeferred ? " if(0)" : "", task.is_final ? " final" : "",
                    task.untied ? " untied" : "");
        for (const Dependence& d : task.dependences) std::printf(" %s:%u", kKinds[static_cast<int>(d.kind)], d.cell);
        std::printf(" payload:%u\n", task.payload_class);
        print_steps(program, task.body, indent + 2);
        break;
      }
    }
  }
}

}  // namespace random_tasks
