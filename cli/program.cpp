// SPDX-License-Identifier: Apache-2.0
// See program.hpp.

#include "program.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <sstream>

#include "elf_file.hpp"
#include "message.hpp"

namespace rondo::cli {
namespace fs = std::filesystem;
namespace {

bool is_executable_file(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored) && access(path.c_str(), X_OK) == 0;
}

fs::path find_named_file(const std::string& name) {
  std::error_code ignored;
  if (!fs::exists(name, ignored)) {
    throw Failure(kExitNotFound, "program " + name + " does not exist", "check the path");
  }
  if (fs::is_directory(name, ignored)) {
    throw Failure(kExitCannotExecute, name + " is a folder", "name a program inside it");
  }
  if (!is_executable_file(name)) {
    throw Failure(kExitCannotExecute, name + " is not executable", "make it so (chmod +x " + name + ")");
  }
  return name;
}

fs::path find_in_path(const std::string& name) {
  const char* variable = std::getenv("PATH");
  std::istringstream folders(variable != nullptr ? variable : "/bin:/usr/bin");
  for (std::string folder; std::getline(folders, folder, ':');) {
    const fs::path candidate = fs::path(folder.empty() ? "." : folder) / name;
    if (is_executable_file(candidate)) {
      return candidate;
    }
  }
  const std::string remedy =
      is_executable_file(name) ? "for the file in this folder write ./" + name : "check the name, or give its path";
  throw Failure(kExitNotFound, "program " + name + " is in no folder of PATH", remedy);
}

// The kernel makes the loader ignore LD_PRELOAD with a path when the program gains rights by being started.
bool gains_rights(const fs::path& path) {
  struct stat facts = {};
  if (stat(path.c_str(), &facts) != 0) {
    return false;
  }
  const bool gains_user = (facts.st_mode & S_ISUID) != 0 && facts.st_uid != geteuid();
  const bool gains_group = (facts.st_mode & S_ISGID) != 0 && facts.st_gid != getegid();
  return gains_user || gains_group;
}

Reach classify(const fs::path& path, const std::optional<ElfFacts>& facts) {
  if (!facts) {
    return Reach::Script;
  }
  if (!facts->is_loadable_here) {
    return Reach::OtherMachine;
  }
  if (!facts->has_interpreter) {
    return Reach::Static;
  }
  if (gains_rights(path)) {
    return Reach::Privileged;
  }
  return facts->defines_gomp || facts->defines_kmpc ? Reach::StaticOpenmp : Reach::Dynamic;
}

}  // namespace

Program find_program(const std::string& name) {
  if (name.empty()) {
    throw Failure(kExitNotFound, "the name of the program is empty", "write `rondo run -- PROGRAM ARGS`");
  }
  const fs::path file = name.find('/') == std::string::npos ? find_in_path(name) : find_named_file(name);
  const auto facts = read_elf(file);
  return {file, classify(file, facts), facts && facts->has_thread_sanitizer};
}

std::string why_out_of_reach(const Program& program) {
  const std::string file = program.file.string();
  switch (program.reach) {
    case Reach::Dynamic:
    case Reach::Script:
      return {};
    case Reach::Static:
      return file + " is statically linked: an OpenMP runtime inside it cannot be replaced; link it dynamically";
    case Reach::StaticOpenmp:
      return file +
             " has an OpenMP runtime linked into it, which cannot be replaced; link it with -lgomp or -lomp as a "
             "shared library";
    case Reach::OtherMachine:
      return file +
             " is built for another machine or word size than Rondo, it keeps its own OpenMP runtime; build it for "
             "this machine";
    case Reach::Privileged:
      return file +
             " runs with the rights of its owner, so the loader ignores Rondo and it keeps its own OpenMP runtime; "
             "start a copy without the set-user-ID and set-group-ID bits";
  }
  return {};
}

}  // namespace rondo::cli
