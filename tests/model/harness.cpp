// SPDX-License-Identifier: Apache-2.0
//
// Besides the tests there is the survey of orders.py: with RONDO_MODEL_SURVEY=FILE each program is also run with each
// order in its code left out, one at a time, and what came of it is appended to the file.
#include "harness.hpp"

#include <cstdlib>
#include <fstream>
#include <functional>
#include <iostream>
#include <set>
#include <string>
#include <string_view>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

namespace rondo::model {

namespace {

struct Effort {
  uint64_t n_schedules;
  uint64_t n_samples;  // after these, when there are more schedules
};

// All schedules or many of them.
Result try_hard(const Program& program, Options options, Effort effort, bool samples_first) {
  Options sampled = options;
  sampled.n_samples = effort.n_samples;
  options.stops_after = effort.n_schedules;
  if (samples_first) {
    Result result = explore(program, sampled);
    if (result.failed) return result;
  }
  Result result = explore(program, options);
  if (!result.failed && !result.is_complete && !samples_first) {
    const uint64_t n_schedules = result.n_schedules;
    result = explore(program, sampled);
    result.n_schedules += n_schedules;
  }
  return result;
}

const char* name_of(Weakening weakening) {
  switch (weakening) {
    case Weakening::None:
      return "none";
    case Weakening::Release:
      return "release";
    case Weakening::Acquire:
      return "acquire";
    case Weakening::Fence:
      return "fence";
  }
  return "?";
}

// Of a program that is broken on purpose. Held: in every schedule; Open: in those that were run.
enum class Outcome : uint8_t { Held, Open, Caught };

const char* name_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::Held:
      return "held";
    case Outcome::Open:
      return "open";
    case Outcome::Caught:
      return "caught";
  }
  return "?";
}

// In a process of its own: such a program may write anywhere. If the process does not end by itself, that is noticed.
Outcome outcome_of(const std::function<Result()>& run) {
  const pid_t child = fork();
  if (child < 0) {
    ADD_FAILURE() << "fork() failed";
    return Outcome::Open;
  }
  if (child == 0) {
    const Result result = run();
    const Outcome outcome = result.failed ? Outcome::Caught : result.is_complete ? Outcome::Held : Outcome::Open;
    _exit(static_cast<int>(outcome));
  }
  int status = 0;
  waitpid(child, &status, 0);
  const bool has_ended = WIFEXITED(status) && WEXITSTATUS(status) <= static_cast<int>(Outcome::Caught);
  return has_ended ? static_cast<Outcome>(WEXITSTATUS(status)) : Outcome::Caught;
}

uint64_t number_from(const char* variable, uint64_t otherwise) {
  const char* text = std::getenv(variable);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

// Under total store order. `make test` runs all schedules of small programs, and of the others more than it takes to
// notice what is broken on purpose; `make test-long` runs all, or of those that are sampled four times as many.
Result explore_enough(const Program& program, Options options) {
  const bool is_whole = std::getenv("RONDO_TEST_WHOLE") != nullptr;
  if (options.n_samples != 0) {
    options.n_samples *= is_whole ? 4 : 1;
    return explore(program, options);
  }
  return try_hard(program, options, is_whole ? Effort{0, 0} : Effort{20'000, 5'000}, false);
}

// ---- The survey ---------------------------------------------------------------------------------------------

std::string describe(MemoryModel memory, const OrderAt& order, const char* operation) {
  const Site& site = order.site;
  return std::string(name_of(memory)) + '\t' + site.file + '\t' + std::to_string(site.line) + '\t' +
         std::to_string(site.column) + '\t' + site.function + '\t' + operation + '\t' + name_of(order.weakening);
}

class Survey {
 public:
  explicit Survey(const char* file_name)
      : effort_{number_from("RONDO_MODEL_SCHEDULES", 2'000), number_from("RONDO_MODEL_SAMPLES", 500)},
        file_(file_name, std::ios::in) {
    for (std::string line; std::getline(file_, line);) {
      if (line.starts_with("caught\t")) caught_.insert(line.substr(sizeof "caught"));
    }
    file_ = std::fstream(file_name, std::ios::out | std::ios::app);
  }

  void look_at(const char* name, const Program& program, MemoryModel memory) {
    Orders orders;
    const Effort whole = {10 * effort_.n_schedules, 10 * effort_.n_samples};
    const Result result = try_hard(program, {.memory = memory, .orders = &orders}, whole, false);
    EXPECT_FALSE(result.failed) << name << ", " << name_of(memory) << ": " << result;
    file_ << "program\t" << name_of(memory) << '\t' << name << '\t' << result.n_schedules << '\t'
          << (result.is_complete ? "all" : "some") << '\n'
          << std::flush;
    for (const auto& [order, operation] : orders) {
      const std::string what = describe(memory, order, operation);
      if (caught_.contains(what)) continue;
      const Outcome outcome =
          outcome_of([&] { return try_hard(program, {.memory = memory, .weakened = order}, effort_, true); });
      if (outcome == Outcome::Caught) caught_.insert(what);
      file_ << name_of(outcome) << '\t' << what << '\t' << name << '\n' << std::flush;
    }
  }

 private:
  Effort effort_;
  std::fstream file_;
  std::set<std::string> caught_;
};

}  // namespace

void expect_holds(const char* name, const Program& program, const Options& options) {
  if (const char* only = std::getenv("RONDO_MODEL_ONLY"); only != nullptr && std::string_view(only) != name) return;
  if (const char* file_name = std::getenv("RONDO_MODEL_SURVEY")) {
    static Survey survey(file_name);
    survey.look_at(name, program, MemoryModel::Weak);
    survey.look_at(name, program, MemoryModel::TotalStoreOrder);
    return;
  }
  const Result result = explore_enough(program, options);
  EXPECT_FALSE(result.failed) << name << ": " << result;
  EXPECT_GT(result.n_schedules, 1u) << name << " leaves no choice";
  const Effort effort = {number_from("RONDO_MODEL_SCHEDULES", 500), number_from("RONDO_MODEL_SAMPLES", 250)};
  const Result weak = try_hard(program, {.memory = MemoryModel::Weak}, effort, false);
  EXPECT_FALSE(weak.failed) << name << ", weak memory: " << weak;
  std::cout << name << ": " << result << "; weak memory: " << weak << (weak.is_complete ? "\n" : ", of more\n");
}

void expect_breaks(const char* name, const Program& program, std::initializer_list<Mutation> mutations,
                   Options options) {
  if (std::getenv("RONDO_MODEL_SURVEY") != nullptr) return;
  for (Mutation mutation : mutations) {
    options.mutation = mutation;
    const Outcome outcome = outcome_of([&] { return explore(program, options); });
    EXPECT_EQ(outcome, Outcome::Caught) << name << " holds with " << name_of(mutation);
  }
}

}  // namespace rondo::model
