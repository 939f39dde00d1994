// SPDX-License-Identifier: Apache-2.0
//
// The search over schedules: depth first by running the program again from its start, with dynamic partial-order
// reduction by source sets (Abdulla, Aronis, Jonsson and Sagonas, POPL 2014) and sleep sets, so that of all schedules
// that differ only in the order of independent steps one is run. A store buffer is scheduled like a thread of its
// own.
#pragma once

#include <array>
#include <csetjmp>
#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <ucontext.h>

#include "base/rng.hpp"
#include "explorer.hpp"
#include "machine.hpp"

namespace rondo::model {

using Set = uint32_t;  // of processes
constexpr Set only(uint32_t process) { return Set{1} << process; }

// How many steps of each process come before a step in every schedule that is equivalent to this one.
using Past = std::array<uint32_t, kMaxProcesses>;

struct Step {
  Event event;
  Past past;  // this step included
  uint64_t value;  // read or written, for the report

  bool is_in(const Past& other) const { return past[event.process] <= other[event.process]; }
};

// A step that can be taken.
struct Possible {
  Event event;
  bool is_done;  // or asleep: it would only repeat a schedule that is equivalent to one that was run
};

// A point of a schedule at which a step was chosen.
struct Choice {
  std::vector<Possible> possible;
  size_t chosen = 0;  // of `possible`
  Set enabled = 0;
  Set to_run = 0;  // processes that have to be tried here, in all ways

  const Event& event() const { return possible[chosen].event; }
};

// A thread of the program; `resume` is valid while it is started.
struct Coroutine {
  ucontext_t context;
  jmp_buf resume;
  std::unique_ptr<char[]> stack;
  bool is_started = false;
  bool is_finished = false;
  Operation next;  // what it will do when it is chosen
};

class Search {
 public:
  Search(const std::function<void(Execution&)>& program, const Options& options);
  Search(const Search&) = delete;
  Search& operator=(const Search&) = delete;
  ~Search();

  Result run();

  // For the operations of the program.
  bool is_in_thread() const { return current_ != kNobody; }
  uint32_t current() const { return current_; }
  Machine& machine() { return *machine_; }
  const Options& options() const { return options_; }
  Way announce(const Operation& operation);  // returns when the search has chosen it, and in which way
  void note_value(uint64_t value) { steps_.back().value = value; }
  uint64_t n_steps_before() const;  // that come before this moment of the thread in every equivalent schedule
  void name(const void* address, const char* text) { names_.emplace_back(address, text); }  // a literal
  [[noreturn]] void fail(const std::string& what);

  void* allocate(size_t bytes);
  void release(void* block);
  size_t n_allocated() const { return pool_.n_allocated(); }
  size_t bytes_of(const void* block) const { return pool_.bytes_of(block); }
  void note_read(const void* address, size_t bytes);
  void note_write(const void* address, size_t bytes);

 private:
  static constexpr uint32_t kNobody = ~0u;
  void run_once();
  void schedule();
  bool prepare_next();
  bool is_sampling() const { return options_.n_samples != 0; }
  // The step at this place is that of the run before, and so is what led to it: only the last fixed choice differs.
  bool is_repeated(size_t index) const { return index + 1 < n_fixed_; }

  bool exists(uint32_t process) const;
  Operation next_of(uint32_t process);
  void find_possible(const std::vector<Event>& asleep, Choice& choice);
  bool choose(Choice& choice);
  Past past_of(const Event& event) const;
  void add_alternative(size_t index, const Step& step);
  std::vector<Event> asleep_after(const Choice& choice) const;
  void find_past(Step& step);
  void take_step(const Event& event);
  void expect_the_same(const Event& event);

  static void thread_main(unsigned thread);
  void switch_to(uint32_t thread);
  void switch_back();
  void found(const char* finding, const void* address);
  std::string describe();

  const std::function<void(Execution&)>& program_;
  const Options options_;
  std::unique_ptr<Machine> machine_;
  Result result_;

  std::array<Coroutine, kMaxThreads> coroutines_ = {};
  jmp_buf search_;
  uint32_t current_ = kNobody;
  Execution* execution_ = nullptr;
  uint32_t n_threads_ = 0;

  std::vector<Choice> choices_;
  Choice sample_;  // the last one of a sample, which takes none back
  std::vector<Way> ways_;  // of one process, for a moment
  size_t n_fixed_ = 0;  // choices that this run repeats
  base::Rng rng_{1};  // for samples
  std::vector<Step> steps_;
  std::vector<Step> steps_before_;  // of the run before
  std::array<Past, kMaxProcesses> last_past_ = {};  // of the last step of each process
  std::array<std::deque<Past>, kMaxThreads> stored_;  // of the stores in each buffer

  MemoryPool pool_;
  bool is_tearing_down_ = false;
  std::vector<std::pair<const void*, const char*>> names_;
};

// The search under way.
extern Search* g_search;

}  // namespace rondo::model
