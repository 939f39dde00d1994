// SPDX-License-Identifier: Apache-2.0
// See process.hpp.

#include "process.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "message.hpp"

namespace rondo::cli {
namespace {

std::vector<char*> to_argv(const Arguments& command) {
  std::vector<char*> argv;
  argv.reserve(command.size() + 1);
  for (const std::string& argument : command) {
    argv.push_back(const_cast<char*>(argument.c_str()));  // execvp's signature is older than const
  }
  argv.push_back(nullptr);
  return argv;
}

std::string error_text(int error) { return std::strerror(error); }

[[noreturn]] void fail_system(const char* what) {
  throw Failure(kExitFailure, std::string(what) + " failed (" + error_text(errno) + ")",
                "are processes or open files at their limit (ulimit -a)?");
}

}  // namespace

void apply(const EnvironmentChanges& changes) {
  for (const auto& [name, value] : changes) {
    if (setenv(name.c_str(), value.c_str(), 1) != 0) {
      fail_system("setenv");
    }
  }
}

void become(const Arguments& command) {
  execvp(command.front().c_str(), to_argv(command).data());
  const int error = errno;
  const bool is_missing = error == ENOENT || error == ENOTDIR;
  throw Failure(
      is_missing ? kExitNotFound : kExitCannotExecute,
      "cannot execute " + command.front() + " (" + error_text(error) + ")",
      is_missing ? "is the interpreter or loader that it names installed?" : "check the file and its permissions");
}

ChildResult run_child(const Arguments& command, const EnvironmentChanges& changes, Output output) {
  std::array<int, 2> ends = {-1, -1};
  if (output == Output::Take && pipe2(ends.data(), O_CLOEXEC) != 0) {
    fail_system("pipe");
  }
  const pid_t child = fork();
  if (child < 0) {
    fail_system("fork");
  }
  if (child == 0) {
    try {
      if (output == Output::Take) {
        dup2(ends[1], STDOUT_FILENO);
        const int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
        dup2(null, STDERR_FILENO);
      }
      apply(changes);
      become(command);
    } catch (const Failure& failure) {
      print_message(failure.what());
      _exit(failure.status());
    }
  }
  ChildResult result;
  if (output == Output::Take) {
    close(ends[1]);
    std::array<char, 4096> buffer;
    for (ssize_t size = 0; (size = read(ends[0], buffer.data(), buffer.size())) != 0;) {
      if (size > 0) {
        result.output.append(buffer.data(), static_cast<std::size_t>(size));
      } else if (errno != EINTR) {
        break;
      }
    }
    close(ends[0]);
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) {
      fail_system("waitpid");
    }
  }
  result.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return result;
}

}  // namespace rondo::cli
