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

}  // namespace

const std::vector<std::string> kScripts = {"graph", "check", "trace", "demo", "bench"};

void become_script(const std::string& name, const Arguments& arguments) {
  if (access(kPython, X_OK) != 0) {
    throw Failure(kExitNotFound, std::string(kPython) + " is missing", "install it: apt-get install python3");
  }
  // The script finds the build or the installation that called it through this variable.
  apply({{"RONDO_COMMAND", own_executable().string()}});
  // A folder with a __main__.py can be executed, and is then the first place where Python looks for modules: nothing
  // that the environment says of Python decides which package is found.
  Arguments command = {kPython, find_shared_file("python/__main__.py").parent_path().string(), name};
  command.insert(command.end(), arguments.begin(), arguments.end());
  become(command);
}

}  // namespace rondo::cli
