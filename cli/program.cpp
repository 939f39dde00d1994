// SPDX-License-Identifier: Apache-2.0
// See program.hpp.

#include "program.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <string_view>

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

// As execvp does: an empty folder, also at the end or in a PATH that is empty, is the current one.
fs::path find_in_path(const std::string& name) {
  const char* variable = std::getenv("PATH");
  std::string_view folders(variable != nullptr ? variable : "/bin:/usr/bin");
  for (bool is_more = true; is_more;) {
    const std::size_t end = folders.find(':');
    const std::string_view folder = folders.substr(0, end);
    const fs::path candidate = fs::path(folder.empty() ? "." : folder) / name;
    if (is_executable_file(candidate)) {
      return candidate;
    }
    is_more = end != std::string_view::npos;
    folders.remove_prefix(is_more ? end + 1 : 0);
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

bool is_readable(const fs::path& path) { return access(path.c_str(), R_OK) == 0; }

// As the kernel reads the first line: "#!", an interpreter's path, then perhaps one argument. Without that line
// execvp gives the file to the shell.
fs::path interpreter_of_script(const fs::path& script) {
  constexpr std::size_t kMostLine = 256;
  std::string line(kMostLine, '\0');
  std::ifstream file(script, std::ios::binary);
  file.read(line.data(), static_cast<std::streamsize>(line.size()));
  line.resize(static_cast<std::size_t>(file.gcount()));
  if (!line.starts_with("#!")) {
    return "/bin/sh";
  }
  const std::size_t start = line.find_first_not_of(" \t", 2);
  if (start == std::string::npos) {
    return {};
  }
  const std::size_t end = line.find_first_of(std::string_view(" \t\n\0", 4), start);
  return line.substr(start, end == std::string::npos ? end : end - start);
}

// Follows interpreters that are scripts themselves as far as the kernel does.
void find_image(Program& program) {
  constexpr int kMostScripts = 5;
  fs::path image = program.file;
  for (int i = 0; i <= kMostScripts && !image.empty() && is_readable(image); ++i) {
    if (const auto facts = read_elf(image)) {
      program.image = image;
      program.loader = facts->is_loadable_here ? facts->interpreter : "";
      return;
    }
    image = interpreter_of_script(image);
  }
}

bool is_of_musl(const fs::path& loader) { return loader.filename().string().starts_with("ld-musl-"); }

Reach classify(const fs::path& path, const std::optional<ElfFacts>& facts) {
  if (!facts) {
    return is_readable(path) ? Reach::Script : gains_rights(path) ? Reach::Privileged : Reach::Unreadable;
  }
  if (!facts->is_loadable_here) {
    return Reach::OtherMachine;
  }
  if (facts->interpreter.empty()) {
    return Reach::Static;
  }
  if (gains_rights(path)) {
    return Reach::Privileged;
  }
  if (is_of_musl(facts->interpreter)) {
    return Reach::OtherLibc;
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
  Program program = {.file = file,
                     .reach = classify(file, facts),
                     .image = {},
                     .loader = {},
                     .has_thread_sanitizer = facts && facts->has_thread_sanitizer};
  find_image(program);
  return program;
}

std::string why_out_of_reach(const Program& program) {
  const std::string file = program.file.string();
  switch (program.reach) {
    case Reach::Dynamic:
    case Reach::Script:
    case Reach::Unreadable:
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
    case Reach::OtherLibc:
      return file +
             " is built for the C library musl, which cannot load Rondo, and it keeps its own OpenMP runtime; build it "
             "for glibc";
    case Reach::Privileged:
      return file +
             " runs with the rights of its owner, so the loader ignores Rondo and it keeps its own OpenMP runtime; "
             "start a copy without the set-user-ID and set-group-ID bits";
  }
  return {};
}

std::string why_not_seen(const Program& program) {
  const std::string file = program.file.string();
  if (program.reach == Reach::Privileged) {
    return file + " runs with the rights of its owner; look at a copy without the set-user-ID and set-group-ID bits";
  }
  if (program.reach == Reach::Unreadable) {
    return file + " may be executed but not be read; look at it as its owner";
  }
  if (program.reach == Reach::OtherMachine) {
    return file + " is built for another machine or word size; look at it there";
  }
  if (program.image.empty()) {
    return "the interpreter of " + file + " is not found or cannot be read; is it installed?";
  }
  if (gains_rights(program.image)) {
    return program.image.string() + ", which executes it, runs with the rights of its owner; look at what it executes";
  }
  std::error_code ignored;
  // Another loader would have to be executed, and is whatever the file names.
  if (!program.loader.empty() && !fs::equivalent(program.loader, own_interpreter(), ignored)) {
    return program.image.string() + " has a dynamic loader of its own; ask that one: " + program.loader.string() +
           " --list " + program.image.string();
  }
  return {};
}

}  // namespace rondo::cli
