// SPDX-License-Identifier: Apache-2.0
//
// What the harnesses share: a program holds under every schedule, and stops holding when it is broken on purpose, so
// that no harness passes because it looks at nothing.
#pragma once

#include <initializer_list>
#include <iostream>

#include <gtest/gtest.h>

#include "explorer.hpp"

namespace rondo::model {

using Program = std::function<void(Execution&)>;

inline void expect_holds(const char* name, const Program& program, const Options& options = {}) {
  const Result result = explore(program, options);
  EXPECT_FALSE(result.failed) << name << ": " << result;
  EXPECT_GT(result.n_schedules, 1u) << name << " leaves no choice";
  std::cout << name << ": " << result << "\n";
}

inline void expect_breaks(const char* name, const Program& program, std::initializer_list<Mutation> mutations,
                          Options options = {}) {
  for (Mutation mutation : mutations) {
    options.mutation = mutation;
    const Result result = explore(program, options);
    EXPECT_TRUE(result.failed) << name << " holds with " << name_of(mutation) << ": " << result;
  }
}

}  // namespace rondo::model
