// SPDX-License-Identifier: Apache-2.0
//
// The wavefront of wavefront.c on a peer without OpenMP: oneTBB's flow graph, built once and run again for each
// sweep. The peer's counterpart of a recorded task graph, under the same name, options and JSON line.
#define TBB_SUPPRESS_DEPRECATED_MESSAGES 1
#include <oneapi/tbb/flow_graph.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>

#include <cstdlib>
#include <memory>
#include <vector>

extern "C" {
#include "common/measure.h"
}

namespace flow = oneapi::tbb::flow;
using Node = flow::continue_node<flow::continue_msg>;

namespace {

struct Cell {
  int updates = 0;
  int errors = 0;
};

class Wavefront {
 public:
  Wavefront(int n, bool checked, uint64_t turns)
      : n_(n), checked_(checked), turns_(turns), cells_(static_cast<size_t>(n) * static_cast<size_t>(n)) {
    nodes_.reserve(cells_.size());
    for (int i = 0; i < n_; i++)
      for (int j = 0; j < n_; j++) {
        nodes_.push_back(std::make_unique<Node>(graph_, [this, i, j](const flow::continue_msg&) { run(i, j); }));
        if (i > 0) flow::make_edge(*nodes_[index(i - 1, j)], *nodes_.back());
        if (j > 0) flow::make_edge(*nodes_[index(i, j - 1)], *nodes_.back());
      }
  }

  void sweep() {
    nodes_.front()->try_put(flow::continue_msg());
    graph_.wait_for_all();
  }

  // Cells that ran out of order or not `expected` times.
  long errors(int expected) const {
    long total = 0;
    for (const Cell& cell : cells_) total += cell.errors + (cell.updates != expected);
    return total;
  }

 private:
  size_t index(int i, int j) const { return static_cast<size_t>(i) * static_cast<size_t>(n_) + static_cast<size_t>(j); }

  void run(int i, int j) {
    if (checked_)
      check(i, j);
    else if (turns_)
      measure_turn(turns_);
  }

  void check(int i, int j) {
    Cell& self = cells_[index(i, j)];
    const int update = self.updates + 1;
    if (i > 0 && cells_[index(i - 1, j)].updates != update) self.errors++;
    if (j > 0 && cells_[index(i, j - 1)].updates != update) self.errors++;
    self.updates = update;
  }

  int n_;
  bool checked_;
  uint64_t turns_;
  std::vector<Cell> cells_;
  flow::graph graph_;
  std::vector<std::unique_ptr<Node>> nodes_;
};

const measure_form kForms[] = {{"graph-same", "a flow graph, built once and run again for each sweep"}};

}  // namespace

int main(int argc, char** argv) {
  long long n = 128;
  long long n_sweeps = 5;
  long long repeat = 5;
  long long work_ns = 0;
  long long with_verification = 0;
  long long threads = 2;
  const measure_option options[] = {
      {"n", "tasks along one side", &n, 1, 4096, 0},
      {"sweeps", "timed sweeps in one repetition", &n_sweeps, 1, 1000000, 0},
      {"repeat", "repetitions; the median is reported", &repeat, 1, 1000, 0},
      {"work", "nanoseconds of work in each task", &work_ns, 0, 100000000, 0},
      {"threads", "threads of the arena", &threads, 1, 4096, 0},
      {"verify", "check the order of all tasks instead of timing empty ones", &with_verification, 0, 1, 1},
  };
  (void)measure_command_line(argc, argv, kForms, 1, options, 6);

  const auto limit = static_cast<size_t>(threads);
  oneapi::tbb::global_control control(oneapi::tbb::global_control::max_allowed_parallelism, limit);
  oneapi::tbb::task_arena arena(static_cast<int>(threads));
  const uint64_t turns = work_ns ? measure_turns_for(static_cast<double>(work_ns)) : 0;
  const double serial_ns =
      turns ? measure_serial_ns(turns, static_cast<uint64_t>(n * n), static_cast<size_t>(repeat)) : 0;
  std::vector<double> samples_ns;
  arena.execute([&] {
    Wavefront wave(static_cast<int>(n), with_verification != 0, turns);
    wave.sweep();
    for (long long k = 0; k < repeat; k++) {
      const double start_s = measure_now_s();
      for (long long sweep = 0; sweep < n_sweeps; sweep++) wave.sweep();
      const double elapsed_s = measure_now_s() - start_s;
      samples_ns.push_back(1e9 * elapsed_s / (static_cast<double>(n) * static_cast<double>(n * n_sweeps)));
    }
    const long errors = with_verification ? wave.errors(static_cast<int>(1 + repeat * n_sweeps)) : 0;
    if (errors) measure_fail("wavefront: %ld tasks ran out of order, twice or not at all", errors);
  });

  measure_json_begin("wavefront", MEASURE_COMPILER, kForms[0].name);
  measure_json_integer("n", n);
  measure_json_integer("sweeps", n_sweeps);
  measure_json_integer("threads", threads);
  measure_json_integer("work_ns", work_ns);
  measure_json_boolean("verified", with_verification != 0);
  measure_json_reals("samples_ns", samples_ns.data(), samples_ns.size());
  const double median_ns = measure_median(samples_ns.data(), samples_ns.size());
  measure_json_real("ns_per_task", median_ns);
  if (turns) {
    measure_json_real("serial_ns_per_task", serial_ns);
    measure_json_real("efficiency", serial_ns / (static_cast<double>(threads) * median_ns));
  }
  measure_json_end();
  return 0;
}
