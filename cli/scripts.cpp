// SPDX-License-Identifier: Apache-2.0
// See scripts.hpp.

#include "scripts.hpp"

#include <unistd.h>

#include <filesystem>

#include "layout.hpp"
#include "message.hpp"

namespace rondo::cli {
namespace {

// Debian's own interpreter: the packages that the scripts import (rich, matplotlib) are installed for it.
constexpr char kPython[] = "/usr/bin/python3";

[[noreturn]] void become_script(const std::filesystem::path& script, const Arguments& arguments) {
  if (access(kPython, X_OK) != 0) {
    throw Failure(kExitNotFound, std::string(kPython) + " is missing", "install it: apt-get install python3");
  }
  // The script finds the build or the installation that called it through this variable.
  apply({{"RONDO_COMMAND", std::filesystem::read_symlink("/proc/self/exe").string()}});
  Arguments command = {kPython, find_shared_file(script).string()};
  command.insert(command.end(), arguments.begin(), arguments.end());
  become(command);
}

}  // namespace

void demo(const Arguments& arguments) { become_script("demo/rondo_demo.py", arguments); }

void bench(const Arguments& arguments) { become_script("bench/run", arguments); }

void graph(const Arguments& arguments) { become_script("graph/rondo_graph.py", arguments); }

void check(const Arguments& arguments) { become_script("graph/rondo_check.py", arguments); }

}  // namespace rondo::cli
