// SPDX-License-Identifier: Apache-2.0
//
// The stencil of stencil.c as a flow graph of oneTBB. The edges from three points to one of the next step are all:
// those that read what a task overwrites are the three it follows anyhow.
#include "common/flow_graph.hpp"

namespace {

struct Point {
  long long step = 0;  // that wrote it
  int errors = 0;
};

class Stencil {
 public:
  Stencil(uint64_t turns, bool is_checked, int width, int steps)
      : width_(width), graph_(static_cast<size_t>(width) * static_cast<size_t>(steps)) {
    for (int k = 0; k < 2; k++) buffers_[k].assign(static_cast<size_t>(width), Point{-k, 0});
    for (int step = 0; step < steps; step++)
      for (int x = 0; x < width; x++) {
        if (is_checked)
          graph_.add([this, step, x] { check(step % 2, x); });
        else
          graph_.add([turns] { measure_turn(turns); });
        for (int side = -1; side <= 1; side++)
          if (step > 0 && is_inside(x + side)) graph_.add_edge(index(step - 1, x + side), index(step, x));
      }
  }

  peer::FlowGraph& graph() { return graph_; }

  long errors(long long n_sweeps) const {
    long total = 0;
    for (int k = 0; k < 2; k++)
      for (const Point& point : buffers_[k]) total += point.errors + (point.step != n_sweeps * steps() - k);
    return total;
  }

 private:
  bool is_inside(int x) const { return x >= 0 && x < width_; }
  long long steps() const { return static_cast<long long>(graph_.size()) / width_; }
  size_t index(int step, int x) const {
    return static_cast<size_t>(step) * static_cast<size_t>(width_) + static_cast<size_t>(x);
  }

  void check(int from, int x) {
    const std::vector<Point>& old = buffers_[from];
    Point& self = buffers_[1 - from][static_cast<size_t>(x)];
    const long long before = old[static_cast<size_t>(x)].step;
    for (int side = -1; side <= 1; side += 2)
      if (is_inside(x + side) && old[static_cast<size_t>(x + side)].step != before) self.errors++;
    if (self.step != before - 1) self.errors++;
    self.step = before + 1;
  }

  int width_;
  std::vector<Point> buffers_[2];
  peer::FlowGraph graph_;
};

}  // namespace

int main(int argc, char** argv) {
  long long width = 128;
  long long steps = 128;
  peer::Plan plan;
  std::vector<measure_option> options = {
      {"width", "points, and tasks in one time step", &width, 1, 1000000, 0},
      {"steps", "time steps in one sweep, an even number", &steps, 2, 1000000, 0},
  };
  plan.append_to(options);
  (void)measure_command_line(argc, argv, peer::kForms, 1, options.data(), options.size());
  if (steps % 2) {
    fprintf(stderr, "stencil: --steps %lld is odd, and two buffers take turns; choose an even number\n", steps);
    return 2;
  }
  const auto n_tasks = static_cast<size_t>(width * steps);
  peer::measure<Stencil>("stencil", plan, n_tasks, static_cast<int>(width), static_cast<int>(steps));
  measure_json_integer("width", width);
  measure_json_integer("steps", steps);
  measure_json_end();
  return 0;
}
