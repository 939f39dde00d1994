// SPDX-License-Identifier: Apache-2.0
//
// A peer without OpenMP: oneTBB's flow graph, built once and run again for each sweep, the counterpart of a recorded
// task graph. Programs that use it have the names, options and JSON line of their OpenMP counterparts.
#pragma once

#define TBB_SUPPRESS_DEPRECATED_MESSAGES 1
#include <oneapi/tbb/flow_graph.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <memory>
#include <vector>

extern "C" {
#include "measure.h"
}

namespace peer {

namespace flow = oneapi::tbb::flow;

// Nodes are numbered in the order in which they are added.
class FlowGraph {
 public:
  explicit FlowGraph(size_t n_nodes) { nodes_.reserve(n_nodes); }

  template <class Body>
  void add(Body body) {
    nodes_.push_back(std::make_unique<Node>(graph_, [body](const flow::continue_msg&) { body(); }));
    is_source_.push_back(true);
  }

  void add_edge(size_t from, size_t to) {
    flow::make_edge(*nodes_[from], *nodes_[to]);
    is_source_[to] = false;
  }

  size_t size() const { return nodes_.size(); }

  void run() {
    for (size_t k = 0; k < nodes_.size(); k++)
      if (is_source_[k]) nodes_[k]->try_put(flow::continue_msg());
    graph_.wait_for_all();
  }

 private:
  using Node = flow::continue_node<flow::continue_msg>;
  flow::graph graph_;
  std::vector<std::unique_ptr<Node>> nodes_;
  std::vector<bool> is_source_;
};

constexpr measure_form kForms[] = {{"graph-same", "a flow graph, built once and run again for each sweep"}};

// The options that all programs have.
struct Plan {
  long long n_sweeps = 5;
  long long repeat = 5;
  long long work_ns = 0;
  long long with_verification = 0;
  long long threads = 2;

  uint64_t turns() const { return work_ns ? measure_turns_for(static_cast<double>(work_ns)) : 0; }

  void append_to(std::vector<measure_option>& options) {
    options.push_back({"sweeps", "timed sweeps in one repetition", &n_sweeps, 1, 1000000, 0});
    options.push_back({"repeat", "repetitions; the median is reported", &repeat, 1, 1000, 0});
    options.push_back({"work", "nanoseconds of work in each task", &work_ns, 0, 100000000, 0});
    options.push_back({"threads", "threads of the arena", &threads, 1, 4096, 0});
    options.push_back(
        {"verify", "check the order of all tasks instead of timing empty ones", &with_verification, 0, 1, 1});
  }
};

inline double seconds_of_batches(measure_batches* all) {
  const double start_s = measure_now_s();
  oneapi::tbb::parallel_for(
      0, all->n_threads, [&](int) { measure_take_batches(all); }, oneapi::tbb::simple_partitioner());
  return measure_now_s() - start_s;
}

// Runs, times and reports. A Shape has a constructor (turns, is_checked, sizes), graph(), and errors(n_sweeps): how
// many of its tasks ran out of order or not `n_sweeps` times. The caller adds its own members and ends the line.
template <class Shape, class... Sizes>
void measure(const char* name, const Plan& plan, size_t n_tasks, Sizes... sizes) {
  const auto limit = static_cast<size_t>(plan.threads);
  oneapi::tbb::global_control control(oneapi::tbb::global_control::max_allowed_parallelism, limit);
  const auto n_threads = static_cast<int>(plan.threads);
  oneapi::tbb::task_arena arena(n_threads);
  const uint64_t turns = plan.turns();
  double best_ns = 0;
  std::vector<double> samples_ns;
  arena.execute([&] {
    if (turns) best_ns = measure_best_ns(turns, n_threads, seconds_of_batches);
    Shape shape(turns, plan.with_verification != 0, sizes...);
    shape.graph().run();
    for (long long k = 0; k < plan.repeat; k++) {
      const double start_s = measure_now_s();
      for (long long sweep = 0; sweep < plan.n_sweeps; sweep++) shape.graph().run();
      const double elapsed_s = measure_now_s() - start_s;
      samples_ns.push_back(1e9 * elapsed_s / (static_cast<double>(n_tasks) * static_cast<double>(plan.n_sweeps)));
    }
    if (turns) best_ns = (best_ns + measure_best_ns(turns, n_threads, seconds_of_batches)) / 2;
    const long errors = plan.with_verification ? shape.errors(1 + plan.repeat * plan.n_sweeps) : 0;
    if (errors) measure_fail("%s: %ld tasks ran out of order, twice or not at all", name, errors);
  });

  const double median_ns = measure_median(samples_ns.data(), samples_ns.size());
  measure_json_begin(name, MEASURE_COMPILER, kForms[0].name);
  measure_json_integer("sweeps", plan.n_sweeps);
  measure_json_integer("threads", plan.threads);
  measure_json_integer("work_ns", plan.work_ns);
  measure_json_boolean("verified", plan.with_verification != 0);
  measure_json_reals("samples_ns", samples_ns.data(), samples_ns.size());
  measure_json_real("ns_per_task", median_ns);
  if (turns) {
    measure_json_real("body_ns", static_cast<double>(plan.threads) * best_ns);
    measure_json_real("efficiency", best_ns / median_ns);
  }
}

}  // namespace peer
