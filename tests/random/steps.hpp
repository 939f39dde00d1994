// SPDX-License-Identifier: Apache-2.0
//
// A program's block again and again, as the steps of a simulation: the stream of its tasks' dependences repeats, or
// nearly so. Some steps leave tasks out or end early (if the block does not wait), or are on other data: arrays that
// moved. Between steps there is a wait always, now and then, or never.
#pragma once

#include <vector>

#include "siblings.hpp"

namespace random_tasks {

class Steps {
 public:
  Steps(const Program& program, Value seed) : random_(mix(seed, 4711)), whole_(program.tasks[0].body) {
    n_data_ = random_.percent(40) ? 1 : random_.between(2, 4);
    in_turns_ = random_.percent(60);
    odd_percent_ = random_.percent(30) || random_tasks::waits(whole_) ? 0 : random_.between(5, 40);  // see waits.hpp
    wait_percent_ = 50 * random_.below(3);
    cut_ = whole_;
    if (!cut_.empty()) cut_.resize(random_.below(static_cast<std::uint32_t>(cut_.size())));
    for (const Step& step : whole_)
      if (!random_.percent(10)) thinned_.push_back(step);
  }

  std::uint32_t n_data() const { return n_data_; }

  // What the next step is, the same for each object with this seed.
  void next() {
    data_ = in_turns_ ? (data_ + 1) % n_data_ : random_.below(n_data_);
    const bool is_odd = random_.percent(odd_percent_);
    steps_ = !is_odd ? &whole_ : random_.percent(50) ? &cut_ : &thinned_;
    waits_ = random_.percent(wait_percent_);
  }
  std::uint32_t data() const { return data_; }
  const std::vector<Step>& steps() const { return *steps_; }
  bool waits() const { return waits_; }

 private:
  Random random_;
  std::vector<Step> whole_, cut_, thinned_;
  const std::vector<Step>* steps_ = nullptr;
  std::uint32_t n_data_, data_ = 0, odd_percent_, wait_percent_;
  bool in_turns_, waits_ = false;
};

template <How kHow>
void run_steps(const Program& program, std::vector<Data>& data, Value seed, unsigned n_steps) {
  Steps steps(program, seed);
  for (unsigned step = 0; step < n_steps; step++) {
    steps.next();
    Data& at = data[steps.data()];
    Interpreter<kHow>(program, at).run_part(steps.steps(), mix(seed, step));
    at.first_call += program.tasks.size();
    if (kHow == How::Parallel && steps.waits()) {
#pragma omp taskwait
    }
  }
}

}  // namespace random_tasks
