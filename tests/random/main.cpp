// SPDX-License-Identifier: Apache-2.0
//
// Random task programs with dependences: executes each program with OpenMP, several encounters in a row on changing
// data, and compares every cell and every task's result with a serial execution of the same encounters.
//
//     random_tasks [--mode MODE] [--seed S] [--count N] [--encounters E] [--portable] [--print]
//
// A failure prints its seed and the command that repeats it; --print shows the program of the seed. --portable leaves
// out what libomp 19 gets wrong: untied tasks that wait (an assertion stops the program) and mutexinoutset tasks that
// wait (it hangs).
//
// The tests; each runs the mode that its name begins with, up to a `_`. A third of the blocks hold what cannot be
// repeated; Rondo may say so, once a region.
//
// test dynamic:
// test graph: STDERR_MAY 'main.cpp:.* cannot be recorded'
// test pure:
// test ids: STDERR_MAY 'main.cpp:.* cannot be recorded'
// test concurrent: STDERR_MAY 'main.cpp:.* cannot be recorded'
// test concurrent: NOT_STOCK clang 'dependences of foreign threads end in an assertion of libomp 19'
// test pattern: STDERR_MAY 'main.cpp:.* cannot be recorded'
// test pattern-concurrent: STDERR_MAY 'main.cpp:.* cannot be recorded'
// test pattern-concurrent: NOT_STOCK clang 'dependences of foreign threads end in an assertion of libomp 19'
// test taskiter: STDERR_MAY 'main.cpp:.* cannot be recorded|loop.hpp:.* cannot be made a cyclic graph'
// test taskiter-update: STDERR_MAY 'main.cpp:.* cannot be recorded|loop.hpp:.* cannot be made a cyclic graph'
// test taskiter-while: STDERR_MAY 'main.cpp:.* cannot be recorded|loop.hpp:.* cannot be made a cyclic graph'
// test taskiter-again: STDERR_MAY 'main.cpp:.* cannot be recorded|loop.hpp:.* cannot be made a cyclic graph'
// test siblings: STDERR_MAY '(siblings.hpp:|dep_pattern "segment).*cannot be (recorded|made a cyclic graph)'
//
// Dependences may be forecast where tasks of regions and loops have siblings.
// test siblings_forecast: ENV RONDO_AUTOGRAPH=true RONDO_AT_ONCE_NS=0
// test siblings_forecast: STDERR_MAY '(siblings.hpp:|dep_pattern "segment).*cannot be (recorded|made a cyclic graph)'
// test steps: ENV RONDO_AUTOGRAPH=true RONDO_AT_ONCE_NS=0
// Any task may run when it is created, if those of its construct seem to be short.
// test dynamic_at_once: ENV RONDO_AT_ONCE_NS=1000000
// Mechanisms decide how fast a program is, and never what it computes.
// test graph_no: STDERR_MAY 'main.cpp:.* cannot be recorded'
// test graph_no: ENV RONDO_WITHOUT=steal_backoff,batches,rows,shares,halves,wakes_elsewhere,processor_spread
// The way in which a graph's tasks run changes from encounter to encounter, is none, or is the runtime's choice.
// test graph_ways: THREADS 2/turns 8/turns 1/plain 4/plain 2/auto 8/auto STDERR_MAY 'main.cpp:.* cannot be recorded'
// test pure_ways: THREADS 2/turns 8/turns 1/plain 4/plain 2/auto 8/auto STDERR_MAY 'main.cpp:.* cannot be recorded'
// test ids_ways: THREADS 2/turns 8/turns 1/plain 4/plain 2/auto 8/auto STDERR_MAY 'main.cpp:.* cannot be recorded'
// test concurrent_ways: THREADS 2/turns 8/turns 1/plain 4/plain 2/auto 8/auto
// test concurrent_ways: STDERR_MAY 'main.cpp:.* cannot be recorded'
// test pattern_ways: THREADS 2/turns 8/turns 1/plain 4/plain 2/auto 8/auto
// test pattern_ways: STDERR_MAY 'main.cpp:.* cannot be recorded'
// test pattern-concurrent_ways: THREADS 2/turns 8/turns 1/plain 4/plain 2/auto 8/auto
// test pattern-concurrent_ways: STDERR_MAY 'main.cpp:.* cannot be recorded'
// test taskiter_ways: THREADS 2/turns
// test taskiter_ways: STDERR_MAY 'main.cpp:.* cannot be recorded|loop.hpp:.* cannot be made a cyclic graph'
// test taskiter-while_ways: THREADS 2/turns
// test taskiter-while_ways: STDERR_MAY 'main.cpp:.* cannot be recorded|loop.hpp:.* cannot be made a cyclic graph'
// Blocks in order do not see what differs from the record.
// test shape: ENV RONDO_GRAPH_WAY=spread STDERR 'main.cpp'
// test pattern-shape: ENV RONDO_GRAPH_WAY=spread STDERR 'main.cpp'
// test pattern-shape: NOT_STOCK gcc 'libgomp 12 now and then loses a wake-up at the end of nested taskgroups'
// test aliasing: ENV RONDO_GRAPH_WAY=spread STDERR 'main.cpp:.* (does not fit|cannot be recorded)'
// test shape_in_order: ENV RONDO_GRAPH_WAY=alone STDERR_MAY 'main.cpp:.* (does not fit|cannot be recorded)'
// test pattern-shape_in_order: ENV RONDO_GRAPH_WAY=alone STDERR_MAY 'main.cpp:.* (does not fit|cannot be recorded)'
// test aliasing_in_order: ENV RONDO_GRAPH_WAY=alone STDERR_MAY 'main.cpp:.* (does not fit|cannot be recorded)'
#include <pthread.h>
#include <rondo.h>

#include <cstring>
#include <memory>

#include "aliasing.hpp"
#include "generator.hpp"
#include "interpreter.hpp"
#include "loop.hpp"
#include "siblings.hpp"
#include "steps.hpp"

namespace {

using namespace random_tasks;

enum class Mode {
  Dynamic,
  Graph,
  Pure,
  Ids,
  Shape,
  Aliasing,
  Concurrent,
  Pattern,
  PatternShape,
  PatternConcurrent,
  Taskiter,
  TaskiterUpdate,
  TaskiterWhile,
  TaskiterAgain,
  Siblings,
  Steps
};

struct ModeName {
  const char* name;
  Mode mode;
  const char* text;
};

constexpr ModeName kModes[] = {
    {"dynamic", Mode::Dynamic, "ordinary tasks"},
    {"graph", Mode::Graph, "recorded at the first encounter, re-captured later"},
    {"pure", Mode::Pure, "replayed without running the block (rondo_same_data)"},
    {"ids", Mode::Ids, "two programs and two data sets in turns, one record each (rondo_graph_id)"},
    {"shape", Mode::Shape, "two programs in turns under one record: falls back to ordinary tasks"},
    {"aliasing", Mode::Aliasing, "the same tasks with the same or other dependences: replays or falls back"},
    {"concurrent", Mode::Concurrent, "several encounters of one region at the same time"},
    {"pattern", Mode::Pattern, "dependences from a pattern (dep_pattern), a tag for each program"},
    {"pattern-shape", Mode::PatternShape, "two programs in turns under few tags: falls back to ordinary tasks"},
    {"pattern-concurrent", Mode::PatternConcurrent, "several uses of one pattern at the same time"},
    {"taskiter", Mode::Taskiter, "a loop's body: as ordinary tasks, recorded, and round a cyclic graph"},
    {"taskiter-update", Mode::TaskiterUpdate, "as taskiter, the body executed for every iteration (rondo_update)"},
    {"taskiter-while", Mode::TaskiterWhile, "as taskiter, for as long as a condition holds"},
    {"taskiter-again", Mode::TaskiterAgain, "as both, each loop entered several times, with other captured data"},
    {"siblings", Mode::Siblings, "in turns ordinary tasks, regions, patterns and loops that depend on each other"},
    {"steps", Mode::Steps, "ordinary tasks of a block that is repeated, at times on other data or with tasks left out"},
};

// The compilers' builds execute different programs, so that together they execute twice as many.
#ifdef __clang__
constexpr Value kFirstSeed = 1001;
#else
constexpr Value kFirstSeed = 1;
#endif

struct Options {
  const ModeName* mode = &kModes[0];
  Value seed = kFirstSeed;
  unsigned count = RANDOM_COUNT;
  unsigned encounters = 5;
  bool portable = false;
  bool print = false;
};

Options options;

// The one region of this file: its records are told apart by id, as a program's own would be.
void graph_encounter(const Program& program, Data& data, Value argument, Value id, bool reset, bool pure) {
  RONDO_TASKGRAPH(rondo_graph_id(id), rondo_graph_reset(reset), pure ? rondo_same_data() : rondo_no_clause()) {
    Interpreter<How::Parallel>(program, data).run_block(argument);
  }
}

// The region whose shape changes, apart from the other so that its message does not hide a wrong one.
void shape_encounter(const Program& program, Data& data, Value argument) {
  RONDO_TASKGRAPH(rondo_graph_id(0)) { Interpreter<How::Parallel>(program, data).run_block(argument); }
}

// The region whose tasks' dependences change.
void aliasing_encounter(const Program& program, Data& data, Value argument, bool resets) {
  RONDO_TASKGRAPH(rondo_graph_id(0), rondo_graph_reset(resets)) {
    Interpreter<How::Parallel>(program, data).run_block(argument);
  }
}

// The one block whose dependences come from patterns.
void pattern_encounter(const Program& program, Data& data, Value argument, Value id) {
  char tag[32];
  std::snprintf(tag, sizeof tag, "program %llu", static_cast<unsigned long long>(id));
#pragma omp taskgroup
  RONDO_DEP_PATTERN(tag) { Interpreter<How::Parallel>(program, data).run_block(argument); }
}

// One program, its data, and the data that a serial execution leaves.
struct Trial {
  Program program;
  Data data;
  Data expected;

  Trial(Value seed, Limits limits)
      : program(Generator(seed, limits).make()), data(program, seed), expected(program, seed) {}
  Trial(const Program& its_program, const Data& initial) : program(its_program), data(initial), expected(initial) {}

  void expect_encounter(Value argument) { Interpreter<How::Serial>(program, expected).run_block(argument); }

  // The result of the block, task 0, follows from each of its executions; a pure replay does not execute it, nor does
  // a quiet block's loop.
  bool compare(Mode mode) const {
    for (std::size_t i = mode == Mode::Pure || program.quiet_block ? 1 : 0; i < data.results.size(); i++)
      if (data.results[i] != expected.results[i]) {
        std::printf("task %zu of %zu differs from the serial execution\n", i, data.results.size());
        return false;
      }
    for (std::size_t i = 0; i < data.cells.size(); i++)
      if (data.cells[i] != expected.cells[i]) {
        std::printf("cell %zu of %zu differs from the serial execution\n", i, data.cells.size());
        return false;
      }
    for (std::size_t i = 0; i < data.sums.size(); i++)
      if (data.sums[i] != expected.sums[i] || data.seen[i] != expected.seen[i]) {
        std::printf("sum %zu of %zu differs from the serial execution\n", i, data.sums.size());
        return false;
      }
    return true;
  }
};

Value argument_of(Mode mode, Value seed, unsigned encounter) {
  return mode == Mode::Pure ? mix(seed, 99) : mix(seed, encounter);
}

bool is_loop(Mode mode) {
  return mode == Mode::Taskiter || mode == Mode::TaskiterUpdate || mode == Mode::TaskiterWhile ||
         mode == Mode::TaskiterAgain;
}

bool is_updated(Mode mode, Value seed) {
  return mode == Mode::TaskiterUpdate || (mode == Mode::TaskiterWhile && seed % 4 == 3);
}

// In two of three programs of the graph modes the block can be repeated; the others hold what makes it fall back.
// Waits do not in a loop.
Limits limits_of(Mode mode, Value seed) {
  Limits limits;
  // gcc's records of regions that capture objects cannot be replayed without the block.
  limits.by_pointer = (mode == Mode::Pure || mode == Mode::TaskiterAgain || mode == Mode::Siblings) && seed % 4 >= 2;
  limits.portable = options.portable;
  limits.repeatable_block = mode == Mode::Pure || (mode != Mode::Dynamic && seed % 3 != 0);
  const bool is_repeated = mode == Mode::Siblings || mode == Mode::Steps;
  limits.in_loop = is_loop(mode) || is_repeated;  // encounters may overlap as iterations do
  // A loop that waits is not kept; a pattern's block that reduces is ordinary.
  limits.reducing_block = mode != Mode::TaskiterAgain && mode != Mode::Pattern && mode != Mode::PatternShape &&
                          mode != Mode::PatternConcurrent && !is_repeated;
  limits.quiet_block = (is_loop(mode) && !is_updated(mode, seed)) || is_repeated;
  limits.deferred_block = (is_loop(mode) && seed % 6 != 0) || is_repeated;
  limits.has_sets = mode != Mode::Steps || seed % 8 == 0;  // mutexinoutset is not forecast
  return limits;
}

bool run_dynamic(Value seed, unsigned encounters) {
  Trial trial(seed, limits_of(Mode::Dynamic, seed));
#pragma omp parallel
#pragma omp single
  for (unsigned e = 0; e < encounters; e++) {
#pragma omp taskgroup
    Interpreter<How::Parallel>(trial.program, trial.data).run_block(argument_of(Mode::Dynamic, seed, e));
  }
  for (unsigned e = 0; e < encounters; e++) trial.expect_encounter(argument_of(Mode::Dynamic, seed, e));
  return trial.compare(Mode::Dynamic);
}

bool run_graph(Mode mode, Value seed, unsigned encounters) {
  Trial trial(seed, limits_of(mode, seed));
  const Value id = seed % 3;  // few ids: a record is discarded by graph_reset when the next program takes over
#pragma omp parallel
#pragma omp single
  for (unsigned e = 0; e < encounters; e++)
    mode == Mode::Pattern
        ? pattern_encounter(trial.program, trial.data, argument_of(mode, seed, e), seed)
        : graph_encounter(trial.program, trial.data, argument_of(mode, seed, e), id, e == 0, mode == Mode::Pure);
  for (unsigned e = 0; e < encounters; e++) trial.expect_encounter(argument_of(mode, seed, e));
  return trial.compare(mode);
}

// Two programs by turns, with records of their own or under one id.
bool run_alternating(Mode mode, Value seed, unsigned encounters) {
  Trial a(seed, limits_of(mode, seed)), b(mix(seed, 1), limits_of(mode, seed));
  Random order(seed);
  std::vector<bool> takes_b(encounters * 2);
  for (std::size_t e = 0; e < takes_b.size(); e++) takes_b[e] = mode == Mode::Ids ? e % 2 : order.percent(25);
  bool first[2] = {true, true};
#pragma omp parallel
#pragma omp single
  for (unsigned e = 0; e < takes_b.size(); e++) {
    Trial& trial = takes_b[e] ? b : a;
    const Value argument = argument_of(mode, seed, e);
    if (mode == Mode::Shape)
      shape_encounter(trial.program, trial.data, argument);
    else if (mode == Mode::PatternShape)
      pattern_encounter(trial.program, trial.data, argument, seed / 4);
    else
      graph_encounter(trial.program, trial.data, argument, 10 + takes_b[e], first[takes_b[e]], false);
    first[takes_b[e]] = false;
  }
  for (unsigned e = 0; e < takes_b.size(); e++) (takes_b[e] ? b : a).expect_encounter(argument_of(mode, seed, e));
  return a.compare(mode) && b.compare(mode);
}

bool run_aliasing(Value seed, unsigned encounters) {
  Trial trial(seed, limits_of(Mode::Aliasing, seed));
  Random random(seed);
  for (unsigned e = 0; e < 2 * encounters; e++) {
    const Value argument = argument_of(Mode::Aliasing, seed, e);
    if (random.percent(40)) Aliasing(trial.program, random).rename(random.percent(80));
    if (random.percent(20)) Aliasing(trial.program, random).change();
#pragma omp parallel
#pragma omp single
    aliasing_encounter(trial.program, trial.data, argument, e == 0);
    trial.expect_encounter(argument);
  }
  return trial.compare(Mode::Aliasing);
}

bool has_undeferred(const Program& program, const std::vector<Step>& steps) {
  for (const Step& step : steps) {
    if (step.kind == StepKind::Spawn && program.tasks[step.task].undeferred) return true;
    if (has_undeferred(program, step.group)) return true;
  }
  return false;
}

// While a tool is on, graphs run as ordinary tasks.
bool is_watched() { return std::getenv("OMP_TOOL_LIBRARIES") != nullptr; }

// Whether tasks are to run in that way (RONDO_GRAPH_WAY).
bool is_way(const char* name) {
  const char* way = std::getenv("RONDO_GRAPH_WAY");
  return way != nullptr && std::strcmp(way, name) == 0;
}
// Whether a loop, or a region, may create ordinary tasks although there could be a graph.
bool may_be_plain() { return is_way("plain") || is_way("auto") || is_way("turns"); }

// How many loops have become cyclic graphs.
Value n_cycles() {
  if (!rondo_get_taskiter_stats) return 0;
  rondo_taskiter_stats stats;
  rondo_get_taskiter_stats(&stats);
  return stats.cycles;
}

// One body, three times the same loop.
bool run_loop(Mode mode, Value seed, unsigned max_iterations) {
  const Program program = Generator(seed, limits_of(mode, seed)).make();
  const bool is_while = mode == Mode::TaskiterWhile || (mode == Mode::TaskiterAgain && seed % 2 == 0);
  LoopForm form(seed, max_iterations, program, is_updated(mode, seed), is_while);
  const Data initial(program, seed, max_iterations + 1);
  Trial ordinary(program, initial), recorded(program, initial), cyclic(program, initial);
  bool is_new = true;
  for (unsigned encounter = 0; encounter < (mode == Mode::TaskiterAgain ? 4 : 1); encounter++) {
    if (encounter != 0) form.enter_again(max_iterations);
    ordinary.data.first_call = cyclic.data.first_call = 0;
    const Value n = run_serially(program, ordinary.expected, form);
    Value n_cyclic = 0, n_closed = n_cycles();
#pragma omp parallel
#pragma omp single
    {
      run_ordinarily(program, ordinary.data, form, n);
      touch(recorded.data.cells[form.cell], 1);
      for (Value t = 0; t < n; t++, is_new = false)
        graph_encounter(program, recorded.data, form.argument(t), 2000, is_new, false);
      touch(recorded.data.cells[form.cell], 2);
      n_cyclic = run_cyclically(program, cyclic.data, form);
    }
    n_closed = n_cycles() - n_closed;
    CHECK_EQ(n_cyclic, n);
    if (rondo_get_taskiter_stats && !is_watched())
      CHECK(n_closed == (n > form.unroll && !has_undeferred(program, program.tasks[0].body)) ||
            (n_closed == 0 && may_be_plain()));
  }
  recorded.expected = cyclic.expected = ordinary.expected;
  const auto is_right = [mode](const char* form, const Trial& trial) {
    if (trial.compare(mode)) return true;
    std::printf("... %s\n", form);
    return false;
  };
  return is_right("as ordinary tasks", ordinary) && is_right("as regions", recorded) && is_right("as a loop", cyclic);
}

bool run_siblings(Value seed, unsigned encounters) {
  const Limits limits = limits_of(Mode::Siblings, seed);
  const Program program = Generator(seed, limits).make();
  const std::vector<Segment> segments = cut(program, seed, limits.repeatable_block && seed % 5 == 0);
  const Data initial(program, seed, encounters);
  Trial trial(program, initial);
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup
  for (unsigned e = 0; e < encounters; e++) run_siblings(program, trial.data, segments, seed, e);
  for (unsigned e = 0; e < encounters; e++) expect_siblings(program, trial.expected, segments, seed, e);
  return trial.compare(Mode::Siblings);
}

bool run_repeatedly(Value seed, unsigned encounters) {
  const Program program = Generator(seed, limits_of(Mode::Steps, seed)).make();
  const unsigned n_steps = 10 * encounters;
  const std::vector<Data> initial(Steps(program, seed).n_data(), Data(program, seed, n_steps));
  std::vector<Data> data = initial, expected = initial;
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup
  run_steps<How::Parallel>(program, data, seed, n_steps);
  run_steps<How::Serial>(program, expected, seed, n_steps);
  return data == expected;
}

// Several encounters of one region at the same time, each on its own data: by all threads of a team, by tasks, or by
// threads that the runtime does not know.
struct Instance {
  Mode mode;
  const Program* program;
  Data data;
  Value id;
  Value seed;
  unsigned encounters;
  bool own_team;
};

void run_instance(Instance& instance) {
  for (unsigned e = 0; e < instance.encounters; e++) {
    const Value argument = argument_of(instance.mode, instance.seed, e);
    instance.mode == Mode::PatternConcurrent
        ? pattern_encounter(*instance.program, instance.data, argument, instance.id)
        : graph_encounter(*instance.program, instance.data, argument, instance.id, false, false);
  }
}

void* run_instance_thread(void* argument) {
  Instance& instance = *static_cast<Instance*>(argument);
  if (instance.own_team) {
#pragma omp parallel num_threads(2)
#pragma omp single
    run_instance(instance);
  } else {
    run_instance(instance);
  }
  return nullptr;
}

bool run_concurrent(Mode mode, Value seed, unsigned encounters) {
  constexpr unsigned kInstances = 4;
  const Program program = Generator(seed, limits_of(mode, seed)).make();
  std::vector<Instance> instances;
  const bool by_team = seed % 4 == 0;
  const auto team = static_cast<unsigned>(omp_get_max_threads());
  for (unsigned i = 0; i < (by_team ? team : kInstances); i++)
    instances.push_back({mode, &program, Data(program, seed + i), 1000 + seed, seed + i, encounters, seed % 2 != 0});
  if (by_team) {
#pragma omp parallel
    run_instance(instances[static_cast<unsigned>(omp_get_thread_num())]);
  } else if (seed % 4 == 1) {
    pthread_t threads[kInstances];
    for (unsigned i = 0; i < kInstances; i++) pthread_create(&threads[i], nullptr, run_instance_thread, &instances[i]);
    for (pthread_t thread : threads) pthread_join(thread, nullptr);
  } else {
#pragma omp parallel
#pragma omp single
    for (Instance& instance : instances) {
#pragma omp task shared(instance)
      run_instance(instance);
    }
  }
  bool right = true;
  for (std::size_t i = 0; i < instances.size(); i++) {
    Data expected(program, seed + i);
    for (unsigned e = 0; e < encounters; e++)
      Interpreter<How::Serial>(program, expected).run_block(argument_of(mode, seed + i, e));
    if (instances[i].data == expected) continue;
    std::printf("instance %zu differs from the serial execution\n", i);
    right = false;
  }
  return right;
}

bool run(Mode mode, Value seed, unsigned encounters) {
  switch (mode) {
    case Mode::Dynamic:
      return run_dynamic(seed, encounters);
    case Mode::Graph:
    case Mode::Pure:
    case Mode::Pattern:
      return run_graph(mode, seed, encounters);
    case Mode::Ids:
    case Mode::Shape:
    case Mode::PatternShape:
      return run_alternating(mode, seed, encounters);
    case Mode::Aliasing:
      return run_aliasing(seed, encounters);
    case Mode::Concurrent:
    case Mode::PatternConcurrent:
      return run_concurrent(mode, seed, encounters);
    case Mode::Taskiter:
    case Mode::TaskiterUpdate:
    case Mode::TaskiterWhile:
    case Mode::TaskiterAgain:
      return run_loop(mode, seed, 2 * encounters);
    case Mode::Siblings:
      return run_siblings(seed, encounters);
    case Mode::Steps:
      return run_repeatedly(seed, encounters);
  }
  return false;
}

// A graph mode that never replays would be a second dynamic mode. Only Rondo counts, and only over many programs.
void check_that_it_replayed(Mode mode, unsigned count) {
  if (!rondo_get_graph_stats || is_watched()) return;
  rondo_graph_stats stats;
  rondo_get_graph_stats(&stats);
  if (is_way("plain") || is_way("auto")) return;
  if (mode == Mode::Graph || mode == Mode::Ids || mode == Mode::Concurrent) CHECK(stats.recaptures > 0);
  if (mode == Mode::Pure) CHECK(stats.pure_replays > 0);
  const bool in_order = is_way("alone");  // which sees no difference
  if (mode == Mode::Shape && !in_order) CHECK(stats.mismatches > 0);
  if (mode == Mode::Aliasing && !in_order) {
    CHECK(stats.mismatches > count / 8);
    CHECK(stats.recaptures > stats.mismatches + count / 2);
  }
  if (mode == Mode::Dynamic) CHECK_EQ(stats.records, 0);
  rondo_pattern_stats patterns;
  rondo_get_pattern_stats(&patterns);
  if (mode == Mode::Pattern || mode == Mode::PatternConcurrent) {
    CHECK(patterns.uses > 0);
    CHECK_EQ(patterns.mismatches, 0);
  }
  if (mode == Mode::PatternShape && !in_order) CHECK(patterns.mismatches > 0);
  if (mode == Mode::Siblings) {
    CHECK(stats.pure_replays > 0);
    CHECK(stats.recaptures > 0);
    CHECK(patterns.uses > 0);
    CHECK_EQ(patterns.mismatches, 0);
  }
  if (!is_loop(mode)) return;
  rondo_taskiter_stats loops;
  rondo_get_taskiter_stats(&loops);
  CHECK(loops.iterations > loops.loops);
  CHECK_EQ(loops.mismatches, 0);
  if (mode == Mode::TaskiterUpdate) CHECK_EQ(loops.updates, loops.cycles);
  if (mode != Mode::TaskiterAgain || may_be_plain()) return;
  CHECK(rondo_get_taskiter_reuses() > loops.cycles / 16);  // one of seven; how many depends on how long loops take
  rondo_coarsening_stats units;
  rondo_get_coarsening_stats(&units);
  CHECK(units.graphs > rondo_get_taskiter_reuses() / 8);
}

int usage(const char* program) {
  std::printf("usage: %s [--mode MODE] [--seed S] [--count N] [--encounters E] [--portable] [--print]\n", program);
  for (const ModeName& mode : kModes) std::printf("  %-18s %s\n", mode.name, mode.text);
  return 2;
}

bool parse(int argc, char** argv) {
  for (int i = 1; i < argc; i++) {
    const char* name = argv[i];
    if (std::strcmp(name, "--print") == 0) {
      options.print = true;
      continue;
    }
    if (std::strcmp(name, "--portable") == 0) {
      options.portable = true;
      continue;
    }
    if (++i == argc) return false;
    const char* value = argv[i];
    if (std::strcmp(name, "--seed") == 0) {
      options.seed = std::strtoull(value, nullptr, 10);
    } else if (std::strcmp(name, "--count") == 0) {
      options.count = static_cast<unsigned>(std::atoi(value));
    } else if (std::strcmp(name, "--encounters") == 0) {
      options.encounters = static_cast<unsigned>(std::atoi(value));
    } else if (std::strcmp(name, "--mode") == 0) {
      options.mode = nullptr;
      for (const ModeName& mode : kModes)
        if (std::strcmp(mode.name, value) == 0) options.mode = &mode;
      if (!options.mode) return false;
    } else {
      return false;
    }
  }
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  if (!parse(argc, argv)) return usage(argv[0]);
  const Mode mode = options.mode->mode;
  unsigned count = options.count > 1 ? TEST_SCALE(options.count) : 1;
  if (mode == Mode::Steps && count > 4) count /= 4;  // each is run more often
  for (Value seed = options.seed; seed < options.seed + count; seed++) {
    if (options.print) {
      const Program program = Generator(seed, limits_of(mode, seed)).make();
      print_steps(program, program.tasks[0].body, 0);
    }
    if (run(mode, seed, options.encounters)) continue;
    std::printf("again: OMP_NUM_THREADS=%d %s --mode %s --seed %llu --count 1 --encounters %u%s --print\n",
                omp_get_max_threads(), argv[0], options.mode->name, static_cast<unsigned long long>(seed),
                options.encounters, options.portable ? " --portable" : "");
    CHECK(0 && "the parallel execution differs");
    break;
  }
  if (count >= 20) check_that_it_replayed(mode, count);
  return check_finish();
}
