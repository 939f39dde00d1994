// SPDX-License-Identifier: Apache-2.0
//
// Check mode of loops: the variables of the control code that tasks capture by reference. When an iteration creates
// its first task, they should have the same values as when all tasks of the iteration before were done: only the
// control code can have changed them in between, and it runs for the recorded iterations only.
#pragma once

#include "base/pod_vector.hpp"
#include "graph/record/findings.hpp"
#include "graph/record/recorder.hpp"

namespace rondo::graph {

class CapturedAddresses {
 public:
  // All tasks that were recorded are done. `begin`, `end`: the control code's stack; captured words that point into
  // it are taken for addresses of its variables.
  void note(const Recorder& recorder, uintptr_t begin, uintptr_t end);
  // The control code is about to create the first task since then.
  void look();
  void add_to(Findings& findings) const;

 private:
  struct Variable {
    const unsigned char* address;
    NodeIndex node;
    const void* body;
    // The first byte only: nothing says how many there are, and what is behind them may be another variable.
    unsigned char before, now;
  };
  base::PodVector<Variable> variables_;
  bool has_looked_ = false;
};

}  // namespace rondo::graph
