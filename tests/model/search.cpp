// SPDX-License-Identifier: Apache-2.0
#include "search.hpp"

#include <bit>
#include <cstdlib>
#include <map>

namespace rondo::model {

Search* g_search = nullptr;

namespace {

constexpr size_t kStackBytes = size_t{256} * 1024;
constexpr size_t kMaxSteps = 5'000;

uint32_t first_of(Set set) { return static_cast<uint32_t>(std::countr_zero(set)); }

void join_past(Past& into, const Past& from) {
  for (uint32_t i = 0; i < kMaxProcesses; i++) into[i] = from[i] > into[i] ? from[i] : into[i];
}

struct FailedOutsideThreads {};

}  // namespace

Search::Search(const std::function<void(Execution&)>& program, const Options& options)
    : program_(program),
      options_(options),
      machine_(options_.memory == MemoryModel::Weak ? make_weak_memory(options_) : make_total_store_order(options_)) {
  g_search = this;
}

Search::~Search() { g_search = nullptr; }

Result Search::run() {
  while (is_sampling() && !result_.failed && result_.n_schedules < options_.n_samples) {
    choices_.clear();
    run_once();
  }
  if (is_sampling()) return result_;
  do {
    run_once();
    if (result_.failed) break;
    if (result_.n_schedules + result_.n_cut >= options_.max_schedules) {
      result_.failed = true;
      result_.failure = "more schedules than the limit; make the program smaller";
      break;
    }
    if (options_.stops_after != 0 && result_.n_schedules + result_.n_cut >= options_.stops_after) return result_;
  } while (prepare_next());
  result_.is_complete = !result_.failed;
  return result_;
}

void Search::run_once() {
  steps_.swap(steps_before_);
  steps_.clear();
  last_past_ = {};
  for (auto& pasts : stored_) pasts.clear();
  pool_.reset();
  names_.clear();
  is_tearing_down_ = false;
  Execution execution;
  execution_ = &execution;
  try {
    program_(execution);
    n_threads_ = static_cast<uint32_t>(execution.threads_.size());
    if (n_threads_ > kMaxThreads) fail("more threads than the explorer has room for");
    machine_->reset(n_threads_);
    schedule();
  } catch (const FailedOutsideThreads&) {
    // The result says what.
  }
  is_tearing_down_ = true;
}

// Takes back choices until there is one that has to be made differently.
bool Search::prepare_next() {
  for (; !choices_.empty(); choices_.pop_back()) {
    Choice& choice = choices_.back();
    for (size_t i = 0; i < choice.possible.size(); i++) {
      Possible& possible = choice.possible[i];
      if (possible.is_done || (choice.to_run & only(possible.event.process)) == 0) continue;
      possible.is_done = true;
      choice.chosen = i;
      n_fixed_ = choices_.size();
      return true;
    }
  }
  return false;
}

void Search::schedule() {
  for (uint32_t thread = 0; thread < n_threads_; thread++) {
    Coroutine& coroutine = coroutines_[thread];
    if (!coroutine.is_finished) coroutine.is_started = false;  // left behind in the middle of an earlier run
    coroutine.is_finished = false;
    switch_to(thread);  // up to its first operation
    if (result_.failed) return;
  }
  std::vector<Event> asleep;
  for (size_t depth = 0; depth < kMaxSteps; depth++) {
    if (is_sampling()) {
      sample_.possible.clear();
      find_possible(asleep, sample_);
      if (!choose(sample_)) break;
      take_step(sample_.event());
      if (result_.failed) return;
      continue;
    }
    if (depth >= n_fixed_) {
      Choice choice;
      find_possible(asleep, choice);
      if (choice.possible.empty()) break;
      if (!choose(choice)) {
        result_.n_cut++;
        return;
      }
      choices_.push_back(std::move(choice));
    }
    if (depth < n_fixed_) expect_the_same(choices_[depth].event());
    if (result_.failed) return;
    if (!is_repeated(depth)) asleep = asleep_after(choices_[depth]);
    take_step(choices_[depth].event());
    if (result_.failed) return;
  }
  for (uint32_t thread = 0; thread < n_threads_; thread++) {
    if (!coroutines_[thread].is_finished) fail("threads wait for ever");
  }
  if (execution_->at_end_) execution_->at_end_();
  result_.n_schedules++;
}

// What `thread` did last goes on, if it can. False: all is asleep.
bool Search::choose(Choice& choice) {
  std::vector<Possible>& possible = choice.possible;
  const uint32_t previous = steps_.empty() ? 0 : steps_.back().event.process;
  size_t chosen = possible.size();
  if (possible.empty()) return false;
  if (is_sampling()) {
    chosen = rng_.below(static_cast<uint32_t>(possible.size()));
  } else {
    for (size_t i = possible.size(); i-- > 0;) {
      const bool goes_on = possible[i].event.process == previous;
      const bool is_better = chosen == possible.size() || goes_on || possible[chosen].event.process != previous;
      if (!possible[i].is_done && is_better) chosen = i;
    }
  }
  if (chosen == possible.size()) return false;
  choice.chosen = chosen;
  possible[chosen].is_done = true;
  choice.to_run = options_.reduces ? only(possible[chosen].event.process) : choice.enabled;
  return true;
}

// ---- Reduction ----------------------------------------------------------------------------------------------

bool Search::exists(uint32_t process) const {
  const uint32_t thread = thread_of(process);
  if (thread >= n_threads_) return false;
  return is_outside(process) ? machine_->has_step_outside(thread) : !coroutines_[thread].is_finished;
}

Operation Search::next_of(uint32_t process) {
  const uint32_t thread = thread_of(process);
  return is_outside(process) ? machine_->next_outside(thread) : coroutines_[thread].next;
}

void Search::find_possible(const std::vector<Event>& asleep, Choice& choice) {
  for (uint32_t process = 0; process < kMaxProcesses; process++) {
    if (!exists(process)) continue;
    const Operation next = next_of(process);
    ways_.clear();
    machine_->find_ways(process, next, ways_);
    if (!ways_.empty()) choice.enabled |= only(process);
    for (Way way : ways_) {
      bool is_asleep = false;
      for (const Event& event : asleep) is_asleep |= event.process == process && event.way == way;
      choice.possible.push_back({{process, next, way}, is_asleep});
    }
  }
}

// What comes before this step of its process in any case.
Past Search::past_of(const Event& event) const {
  Past past = last_past_[event.process];
  const uint32_t thread = thread_of(event.process);
  if (event.operation.kind == Kind::Flush) {
    join_past(past, stored_[thread].front());
  } else if (machine_->waits_for_outside(event.operation)) {
    join_past(past, last_past_[outside_of(thread)]);
  }
  return past;
}

// The step `step`, about to be taken, could also have come before steps_[index], together with what it needs: the
// steps since then that do not come after that one in any case. One of those that could begin has to be tried there.
void Search::add_alternative(size_t index, const Step& step) {
  const Step& other = steps_[index];
  std::vector<const Step*> needed;
  for (size_t later = index + 1; later < steps_.size(); later++) {
    if (!other.is_in(steps_[later].past)) needed.push_back(&steps_[later]);
  }
  needed.push_back(&step);
  Set seen = 0;
  Set initial = 0;
  for (size_t i = 0; i < needed.size(); i++) {
    const uint32_t process = needed[i]->event.process;
    bool is_first = (seen & only(process)) == 0;
    seen |= only(process);
    for (size_t j = 0; is_first && j < i; j++) is_first = !needed[j]->is_in(needed[i]->past);
    if (is_first) initial |= only(process);
  }
  Choice& choice = choices_[index];
  initial &= choice.enabled;  // a step that the other one enables cannot come before it
  if (initial != 0 && (initial & choice.to_run) == 0) choice.to_run |= only(first_of(initial));
}

std::vector<Event> Search::asleep_after(const Choice& choice) const {
  std::vector<Event> after;
  if (!options_.reduces || is_sampling()) return after;
  const Event& chosen = choice.event();
  for (const Possible& possible : choice.possible) {
    const Event& event = possible.event;
    if (!possible.is_done || event.process == chosen.process) continue;
    if (!machine_->is_ordered(event, chosen) && !machine_->is_ordered(chosen, event)) after.push_back(event);
  }
  return after;
}

// What comes before the step in this schedule, and where it could have come earlier.
void Search::find_past(Step& step) {
  step.past = past_of(step.event);
  std::vector<size_t> races;
  for (size_t index = steps_.size(); index-- > 0;) {
    const Step& earlier = steps_[index];
    if (earlier.is_in(step.past)) continue;
    if (options_.reduces && machine_->is_race(earlier.event, step.event)) races.push_back(index);
    if (machine_->is_ordered(earlier.event, step.event)) join_past(step.past, earlier.past);
  }
  step.past[step.event.process]++;
  for (size_t index : races) add_alternative(index, step);
}

void Search::take_step(const Event& event) {
  Step step = {event, {}, 0};
  const uint32_t process = event.process;
  const uint32_t thread = thread_of(process);
  if (event.operation.writes() && !is_outside(process)) step.event.written = machine_->name_of_store(thread);
  if (is_repeated(steps_.size())) {
    step.past = steps_before_[steps_.size()].past;
  } else if (!is_sampling()) {
    find_past(step);
  }
  last_past_[process] = step.past;
  if (event.operation.kind == Kind::Store) stored_[thread].push_back(step.past);
  steps_.push_back(step);
  if (event.operation.kind == Kind::Flush) stored_[thread].pop_front();
  is_outside(process) ? note_value(machine_->step_outside(thread, event.way)) : switch_to(thread);
}

uint64_t Search::n_steps_before() const {
  if (is_sampling()) return steps_.size();  // one schedule for itself is equivalent to no other
  uint64_t n = 0;
  for (uint32_t steps : last_past_[current_]) n += steps;
  return n;
}

// A program that does something else when it is run again cannot be searched.
void Search::expect_the_same(const Event& event) {
  const Operation next = exists(event.process) ? next_of(event.process) : Operation{};
  if (next.kind != event.operation.kind || next.address != event.operation.address)
    fail("the program does not do the same in the same schedule");
}

// ---- Coroutines ---------------------------------------------------------------------------------------------
// Contexts are made by ucontext and switched by setjmp, which needs no system call a switch.

void Search::thread_main(unsigned thread) {
  for (;;) {
    g_search->execution_->threads_[thread]();
    g_search->coroutines_[thread].is_finished = true;
    g_search->switch_back();
  }
}

void Search::switch_to(uint32_t thread) {
  Coroutine& coroutine = coroutines_[thread];
  current_ = thread;
  if (_setjmp(search_) != 0) {
    current_ = kNobody;
    return;
  }
  if (coroutine.is_started) _longjmp(coroutine.resume, 1);
  coroutine.is_started = true;
  if (coroutine.stack == nullptr) coroutine.stack = std::make_unique_for_overwrite<char[]>(kStackBytes);
  getcontext(&coroutine.context);
  coroutine.context.uc_stack.ss_sp = coroutine.stack.get();
  coroutine.context.uc_stack.ss_size = kStackBytes;
  coroutine.context.uc_link = nullptr;
  makecontext(&coroutine.context, reinterpret_cast<void (*)()>(thread_main), 1, thread);
  setcontext(&coroutine.context);
}

void Search::switch_back() {
  if (_setjmp(coroutines_[current_].resume) == 0) _longjmp(search_, 1);
}

Way Search::announce(const Operation& operation) {
  coroutines_[current_].next = operation;
  switch_back();
  if (operation.address != nullptr) {
    const Clock* known = options_.memory == MemoryModel::Weak ? &machine_->known_to(current_) : nullptr;
    found(pool_.note_atomic(operation.address, known), operation.address);
  }
  return steps_.back().event.way;
}

void Search::fail(const std::string& what) {
  if (!result_.failed) {
    result_.failed = true;
    result_.failure = what + describe();
  }
  if (!is_in_thread()) throw FailedOutsideThreads();
  switch_back();
  std::abort();  // a failed run is not resumed
}

std::string Search::describe() {
  std::string text;
  std::map<const void*, std::string> names;
  for (const auto& [address, name] : names_) names[address] = name;
  for (const Step& step : steps_) {
    const Operation& operation = step.event.operation;
    const void* address = operation.address;
    text += "\n  thread " + std::to_string(thread_of(step.event.process)) + ": " + name_of(operation.kind);
    if (address == nullptr) continue;
    auto [name, is_new] = names.try_emplace(address);
    if (is_new) name->second = "word" + std::to_string(names.size());
    text += " " + name->second;
    if (step.value > 0xFFFF'FFFF) {
      text += " (large value)";
    } else {
      text += " = " + std::to_string(static_cast<int32_t>(step.value));
    }
  }
  return text;
}

// ---- Memory -------------------------------------------------------------------------------------------------

void* Search::allocate(size_t bytes) {
  void* block = pool_.allocate(bytes);
  if (block == nullptr) fail("the explored program allocates without end");
  return block;
}

void Search::release(void* block) {
  if (is_tearing_down_) return;
  if (is_in_thread()) note_write(block, pool_.bytes_of(block));
  found(pool_.release(block), block);
}

void Search::note_read(const void* address, size_t bytes) {
  found(pool_.note_read(address, bytes, current_, machine_->known_to(current_)), address);
  if (pool_.has_atomic(address, bytes)) found(machine_->note_plain_read(current_, address, bytes), address);
}

void Search::note_write(const void* address, size_t bytes) {
  found(pool_.note_write(address, bytes, current_, machine_->known_to(current_)), address);
  if (pool_.has_atomic(address, bytes)) found(machine_->note_plain_write(current_, address, bytes), address);
}

void Search::found(const char* finding, const void* address) {
  if (finding != nullptr) fail(std::string(finding) + " (" + pool_.describe(address) + ")");
}

}  // namespace rondo::model
