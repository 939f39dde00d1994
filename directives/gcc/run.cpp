// SPDX-License-Identifier: Apache-2.0
#include "gcc/run.hpp"

#include <fcntl.h>
#include <unistd.h>

#include "gcc/stage.hpp"
#include "shell/process.hpp"

namespace rondo::gcc {
namespace {

// gcc checks its options before it loads plugins, and has printed its messages about them already: those of the next
// run are dropped. take_stage() brings standard error back.
void silence_options() {
  int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere >= 0) (void)dup2(nowhere, STDERR_FILENO);
}

// Of a memory file, which is closed then.
std::string content_of(int file) {
  if (file < 0) return {};
  shell::rewind(file);
  std::string text = shell::read_all(file);
  (void)close(file);
  return text;
}

}  // namespace

Output preprocess(const Arguments& arguments) {
  int output = shell::memory_file("");
  int errors = shell::memory_file("");
  auto in_child = [&] {
    announce_stage(Stage::Preprocess, errors);
    (void)dup2(output, STDOUT_FILENO);
    silence_options();
  };
  Output result;
  result.has_succeeded = output >= 0 && errors >= 0 && shell::run_again(arguments, in_child) == 0;
  result.standard_output = content_of(output);
  result.standard_error = content_of(errors);
  return result;
}

void become(const Arguments& arguments) {
  int standard_error = dup(STDERR_FILENO);
  announce_stage(Stage::Compile, standard_error);
  silence_options();
  shell::become(arguments);
  (void)take_stage();
}

}  // namespace rondo::gcc
