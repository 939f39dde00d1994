// SPDX-License-Identifier: Apache-2.0
#include "gcc/stage.hpp"

#include <unistd.h>
#include <cstdio>
#include <cstdlib>

namespace rondo::gcc {
namespace {

// "<stage> <file descriptor of standard error>". It is passed in the environment, because gcc passes no argument to a
// plugin whose name has a hyphen, and because arguments appear in the debug information.
constexpr const char* kVariable = "RONDO_GCC_STAGE";

}  // namespace

Stage take_stage() {
  const char* value = std::getenv(kVariable);
  int stage = 0;
  int standard_error = -1;
  bool is_ours = value && std::sscanf(value, "%d %d", &stage, &standard_error) == 2;
  (void)unsetenv(kVariable);
  if (!is_ours) return Stage::Users;
  (void)dup2(standard_error, STDERR_FILENO);
  (void)close(standard_error);
  return static_cast<Stage>(stage);
}

void announce_stage(Stage stage, int standard_error) {
  char value[32];
  (void)std::snprintf(value, sizeof value, "%d %d", static_cast<int>(stage), standard_error);
  (void)setenv(kVariable, value, 1);
}

}  // namespace rondo::gcc
