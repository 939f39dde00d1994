// SPDX-License-Identifier: Apache-2.0
// See scripts.hpp.

#include "scripts.hpp"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "layout.hpp"
#include "message.hpp"

namespace rondo::cli {
namespace {

// The user's choice; else the system's own interpreter, for which distributions install the packages that the scripts
// import (rich, matplotlib); else the first in PATH.
std::string python() {
  if (const char* chosen = std::getenv("RONDO_PYTHON"); chosen != nullptr && *chosen != '\0') {
    return chosen;
  }
  constexpr char kSystems[] = "/usr/bin/python3";
  return access(kSystems, X_OK) == 0 ? kSystems : "python3";
}

}  // namespace

const std::vector<std::string> kScripts = {"graph", "check", "trace", "why", "demo", "bench", "report"};

void become_script(const std::string& name, const Arguments& arguments) {
  // The script finds the build or the installation that called it through this variable.
  apply({{"RONDO_COMMAND", own_executable().string()}});
  // A folder with a __main__.py can be executed, and is then the first place where Python looks for modules: nothing
  // that the environment says of Python decides which package is found.
  Arguments command = {python(), find_shared_file("python/__main__.py").parent_path().string(), name};
  command.insert(command.end(), arguments.begin(), arguments.end());
  become(command);
}

}  // namespace rondo::cli
