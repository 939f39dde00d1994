// SPDX-License-Identifier: Apache-2.0
//
// The wavefront of wavefront.c as a flow graph of oneTBB.
#include "common/flow_graph.hpp"

namespace {

struct Cell {
  int updates = 0;
  int errors = 0;
};

class Wavefront {
 public:
  Wavefront(uint64_t turns, bool is_checked, int n)
      : n_(n), cells_(static_cast<size_t>(n) * static_cast<size_t>(n)), graph_(cells_.size()) {
    for (int i = 0; i < n_; i++)
      for (int j = 0; j < n_; j++) {
        if (is_checked)
          graph_.add([this, i, j] { check(i, j); });
        else
          graph_.add([turns] { measure_turn(turns); });
        if (i > 0) graph_.add_edge(index(i - 1, j), index(i, j));
        if (j > 0) graph_.add_edge(index(i, j - 1), index(i, j));
      }
  }

  peer::FlowGraph& graph() { return graph_; }

  long errors(long long n_sweeps) const {
    long total = 0;
    for (const Cell& cell : cells_) total += cell.errors + (cell.updates != n_sweeps);
    return total;
  }

 private:
  size_t index(int i, int j) const { return static_cast<size_t>(i) * static_cast<size_t>(n_) + static_cast<size_t>(j); }

  void check(int i, int j) {
    Cell& self = cells_[index(i, j)];
    const int update = self.updates + 1;
    if (i > 0 && cells_[index(i - 1, j)].updates != update) self.errors++;
    if (j > 0 && cells_[index(i, j - 1)].updates != update) self.errors++;
    self.updates = update;
  }

  int n_;
  std::vector<Cell> cells_;
  peer::FlowGraph graph_;
};

}  // namespace

int main(int argc, char** argv) {
  long long n = 128;
  peer::Plan plan;
  std::vector<measure_option> options = {{"n", "tasks along one side", &n, 1, 4096, 0}};
  plan.append_to(options);
  (void)measure_command_line(argc, argv, peer::kForms, 1, options.data(), options.size());
  peer::measure<Wavefront>("wavefront", plan, static_cast<size_t>(n * n), static_cast<int>(n));
  measure_json_integer("n", n);
  measure_json_end();
  return 0;
}
