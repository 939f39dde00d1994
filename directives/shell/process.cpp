// SPDX-License-Identifier: Apache-2.0
#include "shell/process.hpp"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>

namespace rondo::shell {

namespace {

constexpr const char* kThisProgram = "/proc/self/exe";
constexpr int kNotStarted = 127;  // as shells say it

std::vector<char*> pointers(const std::vector<std::string>& arguments) {
  std::vector<char*> result;
  result.reserve(arguments.size() + 1);
  for (const std::string& argument : arguments) result.push_back(const_cast<char*>(argument.c_str()));
  result.push_back(nullptr);
  return result;
}

}  // namespace

int memory_file(std::string_view content) {
  int file = memfd_create("rondo", 0);
  if (file < 0) return -1;
  if (!write_all(file, content)) {
    (void)close(file);
    return -1;
  }
  rewind(file);
  return file;
}

std::string path_of(int file) { return "/proc/self/fd/" + std::to_string(file); }

std::string read_all(int file) {
  std::string text;
  std::array<char, 65536> buffer{};
  for (;;) {
    ssize_t n = read(file, buffer.data(), buffer.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return text;
    text.append(buffer.data(), static_cast<std::size_t>(n));
  }
}

bool write_all(int file, std::string_view text) {
  while (!text.empty()) {
    ssize_t n = write(file, text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(n));
  }
  return true;
}

void rewind(int file) { (void)lseek(file, 0, SEEK_SET); }

bool keep_standard_input() {
  int file = memory_file(read_all(STDIN_FILENO));
  if (file < 0) return false;
  bool is_kept = dup2(file, STDIN_FILENO) == STDIN_FILENO;
  (void)close(file);
  return is_kept;
}

int run_again(const std::vector<std::string>& arguments, const std::function<void()>& in_child) {
  pid_t child = fork();
  if (child < 0) return -1;
  if (child == 0) {
    in_child();
    become(arguments);
    _exit(kNotStarted);
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void become(const std::vector<std::string>& arguments) {
  std::vector<char*> argv = pointers(arguments);
  execv(kThisProgram, argv.data());
}

}  // namespace rondo::shell
