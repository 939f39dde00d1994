// SPDX-License-Identifier: Apache-2.0
// See process.hpp.
#include "process.hpp"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstdlib>

#include "shell/file.hpp"

namespace rondo::fortran {

namespace {

constexpr const char* kProgram = "/proc/self/exe";

std::vector<char*> pointers(const std::vector<std::string>& arguments) {
  std::vector<char*> result;
  result.reserve(arguments.size() + 1);
  for (const std::string& argument : arguments) result.push_back(const_cast<char*>(argument.c_str()));
  result.push_back(nullptr);
  return result;
}

}  // namespace

int memory_file(const std::string& content) {
  int file = memfd_create("rondo-fortran", 0);
  std::size_t written = 0;
  while (file >= 0 && written < content.size()) {
    ssize_t n = write(file, content.data() + written, content.size() - written);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) {
      close(file);
      return -1;
    }
    written += static_cast<std::size_t>(n);
  }
  if (file >= 0) lseek(file, 0, SEEK_SET);
  return file;
}

std::string rest_of(int file) {
  std::string result;
  std::array<char, 65536> buffer{};
  for (;;) {
    ssize_t n = read(file, buffer.data(), buffer.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    result.append(buffer.data(), static_cast<std::size_t>(n));
  }
  return result;
}

std::string content_of(int file) {
  lseek(file, 0, SEEK_SET);
  std::string result = rest_of(file);
  lseek(file, 0, SEEK_SET);
  return result;
}

std::string path_of(int file) { return "/proc/self/fd/" + std::to_string(file); }

std::string this_program() {
  std::array<char, PATH_MAX> path{};
  ssize_t n = readlink(kProgram, path.data(), path.size());
  return n <= 0 ? std::string() : std::string(path.data(), static_cast<std::size_t>(n));
}

std::vector<std::string> this_command_line() {
  std::vector<std::string> result;
  std::string text = shell::read_file("/proc/self/cmdline").value_or("");
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t end = std::min(text.find('\0', begin), text.size());
    result.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return result;
}

int run_again(const std::vector<std::string>& arguments, int messages) {
  std::string program = this_program();  // asked before the fork: the answer needs memory
  std::vector<char*> argv = pointers(arguments);
  pid_t child = fork();
  if (child < 0) return -1;
  if (child == 0) {
    dup2(messages, STDERR_FILENO);
    execv(program.c_str(), argv.data());
    _exit(127);
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void become(const std::vector<std::string>& arguments) {
  std::string program = this_program();
  std::vector<char*> argv = pointers(arguments);
  execv(program.c_str(), argv.data());
}

}  // namespace rondo::fortran
