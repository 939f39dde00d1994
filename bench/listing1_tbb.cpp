// SPDX-License-Identifier: Apache-2.0
//
// The chains of listing1.c as a flow graph of oneTBB, built once and run again for each repetition.
#include <algorithm>

#include "common/flow_graph.hpp"

namespace {

struct Workload {
  long long n_tasks = 100000;
  long long n_chains = 0;
  long long instructions = 10000;
  long long repeat = 5;
  long long threads = 2;

  uint64_t turns() const { return static_cast<uint64_t>(instructions) / 2; }
};

// 192 bytes, as in listing1.c.
struct alignas(64) Chain {
  int executed = 0;
  char rest[128];
};

void work(int& executed, uint64_t turns) {
  measure_turn(turns);
  ++executed;
}

void add_chains(peer::FlowGraph& graph, std::vector<Chain>& chains, const Workload& load) {
  const size_t n_tasks = static_cast<size_t>(load.n_tasks), n_chains = chains.size();
  for (size_t i = 0; i < n_tasks; i++) {
    int& executed = chains[i % n_chains].executed;
    graph.add([&executed, turns = load.turns()] { work(executed, turns); });
    if (i >= n_chains) graph.add_edge(i - n_chains, i);
  }
}

double milliseconds_of_run(peer::FlowGraph& graph) {
  const double start_s = measure_now_s();
  graph.run();
  return 1e3 * (measure_now_s() - start_s);
}

// The work alone, on one thread.
double serial_ms(const Workload& load) {
  return 1e-6 * measure_serial_ns(load.turns(), static_cast<uint64_t>(load.n_tasks), 3) *
         static_cast<double>(load.n_tasks);
}

void require_counts(const std::vector<Chain>& chains, long long expected) {
  long long executed = 0;
  for (const Chain& chain : chains) executed += chain.executed;
  if (executed != expected) measure_fail("listing1: %lld tasks counted, %lld in the graph", executed, expected);
}

void report(const Workload& load, const std::vector<double>& samples_ms, double alone_ms) {
  const long long sharers = std::min({load.n_tasks, load.n_chains, load.threads});
  const auto longest = static_cast<double>((load.n_tasks + sharers - 1) / sharers);
  const double elapsed_ms = measure_median(samples_ms.data(), samples_ms.size());
  const double computation_ms = alone_ms / static_cast<double>(load.n_tasks) * longest;
  measure_json_begin("listing1", MEASURE_COMPILER, peer::kForms[0].name);
  measure_json_integer("tasks", load.n_tasks);
  measure_json_integer("chains", load.n_chains);
  measure_json_integer("instructions", load.instructions);
  measure_json_integer("threads", load.threads);
  measure_json_real("serial_ms", alone_ms);
  measure_json_reals("samples_ms", samples_ms.data(), samples_ms.size());
  measure_json_real("elapsed_ms", elapsed_ms);
  measure_json_real("computation_ms", computation_ms);
  measure_json_real("overhead_ms", elapsed_ms - computation_ms);
  measure_json_real("ns_per_task", 1e6 * elapsed_ms / static_cast<double>(load.n_tasks));
  measure_json_end();
}

}  // namespace

int main(int argc, char** argv) {
  Workload load;
  const measure_option options[] = {
      {"tasks", "tasks in one repetition", &load.n_tasks, 1, 100000000, 0},
      {"chains", "chains of dependent tasks; 0: one for each thread", &load.n_chains, 0, 1000000, 0},
      {"instructions", "instructions of work in each task", &load.instructions, 0, 1000000000, 0},
      {"repeat", "repetitions; the median is reported", &load.repeat, 1, 1000, 0},
      {"threads", "threads of the arena", &load.threads, 1, 4096, 0},
  };
  (void)measure_command_line(argc, argv, peer::kForms, 1, options, 5);
  if (!load.n_chains) load.n_chains = load.threads;
  const double alone_ms = serial_ms(load);

  using Control = oneapi::tbb::global_control;
  const Control control(Control::max_allowed_parallelism, static_cast<size_t>(load.threads));
  oneapi::tbb::task_arena arena(static_cast<int>(load.threads));
  std::vector<Chain> chains(static_cast<size_t>(load.n_chains));
  std::vector<double> samples_ms;
  arena.execute([&] {
    peer::FlowGraph graph(static_cast<size_t>(load.n_tasks));
    add_chains(graph, chains, load);
    (void)milliseconds_of_run(graph);
    for (long long k = 0; k < load.repeat; k++) samples_ms.push_back(milliseconds_of_run(graph));
  });
  require_counts(chains, (load.repeat + 1) * load.n_tasks);
  report(load, samples_ms, alone_ms);
  return 0;
}
