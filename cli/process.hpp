// SPDX-License-Identifier: Apache-2.0
// Starting other programs: replacing this process, or running a child and taking its output.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace rondo::cli {

using Arguments = std::vector<std::string>;
using EnvironmentChanges = std::vector<std::pair<std::string, std::string>>;

// setenv() for each pair.
void apply(const EnvironmentChanges& changes);

// Becomes the program (PATH is searched as execvp does). Returns only by throwing Failure with env(1)'s statuses.
[[noreturn]] void become(const Arguments& command);

struct ChildResult {
  int status = 0;      // exit status, or 128 + signal
  std::string output;  // standard output, if taken
};

enum class Output { Inherit, Take };

// Runs the command with a changed environment and waits for it. Taken output comes without the child's errors.
ChildResult run_child(const Arguments& command, const EnvironmentChanges& changes, Output output);

}  // namespace rondo::cli
