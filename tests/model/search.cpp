// SPDX-License-Identifier: Apache-2.0
#include "search.hpp"

#include <bit>
#include <cstdlib>

namespace rondo::model {

Search* g_search = nullptr;

namespace {

constexpr size_t kStackBytes = size_t{256} * 1024;
constexpr size_t kMaxSteps = 5'000;

uint32_t first_of(Set set) { return static_cast<uint32_t>(std::countr_zero(set)); }

void join(Past& into, const Past& from) {
  for (uint32_t i = 0; i < kMaxProcesses; i++) into[i] = from[i] > into[i] ? from[i] : into[i];
}

// A thread and its own store buffer are independent: a load finds the store in either place.
bool depend_on_order(uint32_t process, const Operation& operation, uint32_t other, const Operation& other_operation) {
  return thread_of(process) != thread_of(other) && depend_on_order(operation, other_operation);
}

struct FailedOutsideThreads {};

}  // namespace

Search::Search(const std::function<void(Execution&)>& program, const Options& options)
    : program_(program), options_(options) {
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
  } while (prepare_next());
  return result_;
}

void Search::run_once() {
  machine_.reset(options_);
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
    const Set left = choice.to_run & ~choice.done & ~choice.asleep;
    if (left == 0) continue;
    choice.chosen = first_of(left);
    choice.done |= only(choice.chosen);
    n_fixed_ = choices_.size();
    return true;
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
  Set asleep = 0;
  for (size_t depth = 0; depth < kMaxSteps; depth++) {
    if (depth >= n_fixed_) {
      Choice choice;
      choice.enabled = enabled();
      choice.asleep = asleep;
      if (choice.enabled == 0) break;
      const Set awake = choice.enabled & ~asleep;
      if (awake == 0) {
        result_.n_cut++;
        return;
      }
      choice.chosen = choose(awake);
      choice.to_run = options_.reduces ? only(choice.chosen) : choice.enabled;
      choice.done = only(choice.chosen);
      choices_.push_back(choice);
    }
    asleep = asleep_after(choices_[depth]);
    take_step(choices_[depth].chosen);
    if (result_.failed) return;
  }
  for (uint32_t thread = 0; thread < n_threads_; thread++) {
    if (!coroutines_[thread].is_finished) fail("threads wait for ever");
  }
  if (execution_->at_end_) execution_->at_end_();
  result_.n_schedules++;
}

uint32_t Search::choose(Set awake) {
  if (is_sampling()) {
    for (uint32_t skip = rng_.below(static_cast<uint32_t>(std::popcount(awake))); skip > 0; skip--) awake &= awake - 1;
    return first_of(awake);
  }
  const uint32_t previous = steps_.empty() ? 0 : steps_.back().process;
  return (awake & only(previous)) != 0 ? previous : first_of(awake);
}

// ---- Reduction ----------------------------------------------------------------------------------------------

bool Search::exists(uint32_t process) const {
  const uint32_t thread = thread_of(process);
  if (thread >= n_threads_) return false;
  return is_buffer(process) ? machine_.has_stores(thread) : !coroutines_[thread].is_finished;
}

Operation Search::next_of(uint32_t process) {
  const uint32_t thread = thread_of(process);
  return is_buffer(process) ? machine_.next_flush(thread) : coroutines_[thread].next;
}

Set Search::enabled() const {
  Set set = 0;
  for (uint32_t process = 0; process < kMaxProcesses; process++) {
    if (!exists(process)) continue;
    if (is_buffer(process) || machine_.is_enabled(process, coroutines_[process].next)) set |= only(process);
  }
  return set;
}

// What comes before the next step of `process` in any case.
Past Search::past_of(uint32_t process) const {
  Past past = last_past_[process];
  const uint32_t thread = thread_of(process);
  if (is_buffer(process)) {
    join(past, stored_[thread].front());
  } else if (coroutines_[thread].next.needs_empty_buffer()) {
    join(past, last_past_[buffer_of(thread)]);
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
    const uint32_t process = needed[i]->process;
    bool is_first = (seen & only(process)) == 0;
    seen |= only(process);
    for (size_t j = 0; is_first && j < i; j++) is_first = !needed[j]->is_in(needed[i]->past);
    if (is_first) initial |= only(process);
  }
  Choice& choice = choices_[index];
  initial &= choice.enabled;  // a step that the other one enables cannot come before it
  if (initial != 0 && (initial & choice.to_run) == 0) choice.to_run |= only(first_of(initial));
}

Set Search::asleep_after(const Choice& choice) {
  if (!options_.reduces || is_sampling()) return 0;
  Set after = 0;
  for (Set before = (choice.asleep | choice.done) & ~only(choice.chosen); before != 0; before &= before - 1) {
    const uint32_t process = first_of(before);
    const bool stays = !depend_on_order(process, next_of(process), choice.chosen, next_of(choice.chosen));
    if (stays) after |= only(process);
  }
  return after;
}

void Search::take_step(uint32_t process) {
  Step step = {process, next_of(process), past_of(process), 0};
  std::vector<size_t> races;
  for (size_t index = steps_.size(); index-- > 0;) {
    const Step& earlier = steps_[index];
    if (earlier.is_in(step.past)) continue;
    if (!depend_on_order(earlier.process, earlier.operation, process, step.operation)) continue;
    races.push_back(index);
    join(step.past, earlier.past);
  }
  step.past[process]++;
  const bool is_new = steps_.size() + 1 >= n_fixed_;
  for (size_t index : races) {
    if (is_new && options_.reduces && !is_sampling()) add_alternative(index, step);
  }
  last_past_[process] = step.past;
  const uint32_t thread = thread_of(process);
  if (step.operation.kind == Kind::Store) stored_[thread].push_back(step.past);
  steps_.push_back(step);
  if (is_buffer(process)) {
    stored_[thread].pop_front();
    note_value(machine_.flush(thread));
  } else {
    switch_to(thread);
  }
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

void Search::announce(Operation operation) {
  coroutines_[current_].next = operation;
  switch_back();
  found(pool_.note_atomic(operation.address), operation.address);
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
  for (const Step& step : steps_) {
    const void* address = step.operation.address;
    text += "\n  thread " + std::to_string(thread_of(step.process)) + ": " + name_of(step.operation.kind);
    if (address == nullptr) continue;
    auto [name, is_new] = names_.try_emplace(address);
    if (is_new) name->second = "word" + std::to_string(names_.size());
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
  found(pool_.note_read(address, bytes, current_, machine_.known_to(current_)), address);
}

void Search::note_write(const void* address, size_t bytes) {
  found(pool_.note_write(address, bytes, current_, machine_.known_to(current_)), address);
}

void Search::found(const char* finding, const void* address) {
  if (finding != nullptr) fail(std::string(finding) + " (" + pool_.describe(address) + ")");
}

}  // namespace rondo::model
