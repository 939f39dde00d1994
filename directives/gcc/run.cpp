// SPDX-License-Identifier: Apache-2.0
#include "gcc/run.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cerrno>
#include <vector>

#include "gcc/stage.hpp"

namespace rondo::gcc {
namespace {

constexpr const char* kThisProgram = "/proc/self/exe";

std::vector<char*> pointers(const Arguments& arguments) {
  std::vector<char*> result;
  for (const std::string& argument : arguments) result.push_back(const_cast<char*>(argument.c_str()));
  result.push_back(nullptr);
  return result;
}

int new_file() { return memfd_create("rondo", 0); }

void rewind(int file) { (void)lseek(file, 0, SEEK_SET); }

std::string read_all(int file) {
  std::string text;
  char buffer[65536];
  ssize_t n;
  while ((n = read(file, buffer, sizeof buffer)) != 0) {
    if (n > 0)
      text.append(buffer, static_cast<size_t>(n));
    else if (errno != EINTR)
      break;
  }
  return text;
}

// gcc looks at its options before it loads plugins, and has already told the user what it thinks of them: what the
// next run has to say about them goes nowhere. take_stage() ends the silence.
void silence_options() {
  int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere >= 0) (void)dup2(nowhere, STDERR_FILENO);
}

[[noreturn]] void run_child(const Arguments& arguments, int output, int errors) {
  announce_stage(Stage::Preprocess, errors);
  (void)dup2(output, STDOUT_FILENO);
  silence_options();
  auto words = pointers(arguments);
  execv(kThisProgram, words.data());
  _exit(127);
}

}  // namespace

bool write_all(int file, const std::string& text) {
  size_t at = 0;
  while (at < text.size()) {
    ssize_t n = write(file, text.data() + at, text.size() - at);
    if (n < 0 && errno != EINTR) return false;
    if (n > 0) at += static_cast<size_t>(n);
  }
  return true;
}

Output preprocess(const Arguments& arguments) {
  int output = new_file();
  int errors = new_file();
  pid_t child = output >= 0 && errors >= 0 ? fork() : -1;
  if (child == 0) run_child(arguments, output, errors);
  Output result;
  int status = -1;
  while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  result.has_succeeded = child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
  for (int file : {output, errors}) {
    if (file < 0) continue;
    rewind(file);
    (file == output ? result.standard_output : result.standard_error) = read_all(file);
    (void)close(file);
  }
  return result;
}

std::string memory_file(const std::string& text) {
  int file = new_file();
  if (file < 0 || !write_all(file, text)) return {};
  rewind(file);
  return "/proc/self/fd/" + std::to_string(file);
}

void keep_standard_input() {
  std::string text = read_all(STDIN_FILENO);
  int file = new_file();
  if (file >= 0 && write_all(file, text)) (void)dup2(file, STDIN_FILENO);
  if (file >= 0) (void)close(file);
  rewind_standard_input();
}

void rewind_standard_input() { rewind(STDIN_FILENO); }

void become(const Arguments& arguments) {
  int standard_error = dup(STDERR_FILENO);
  announce_stage(Stage::Compile, standard_error);
  silence_options();
  auto words = pointers(arguments);
  execv(kThisProgram, words.data());
  (void)take_stage();
}

}  // namespace rondo::gcc
