// SPDX-License-Identifier: Apache-2.0
// See loads.hpp. Both questions are answered by the dynamic loader itself: its option --list makes it name the
// libraries and end; LD_DEBUG=files with LD_DEBUG_OUTPUT makes it write one log for each process, which sees every
// later dlopen() too, and children, where looking at /proc/PID/maps from time to time would miss short ones.

#include "loads.hpp"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>

#include "elf_file.hpp"
#include "message.hpp"

namespace rondo::cli {
namespace fs = std::filesystem;
namespace {

// Adds the library if it is an OpenMP runtime that the list does not hold yet, under its real name.
void add_runtime(std::vector<LoadedRuntime>& runtimes, const fs::path& library) {
  std::error_code error;
  const fs::path file = fs::canonical(library, error);
  if (error || std::any_of(runtimes.begin(), runtimes.end(), [&](const auto& known) { return known.file == file; })) {
    return;
  }
  if (const RuntimeKind kind = classify_runtime(file); kind != RuntimeKind::None) {
    runtimes.push_back({file, kind});
  }
}

// A folder of our own for the loader's logs, removed at the end.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (fs::temp_directory_path() / "rondo-info-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) {
      throw Failure(kExitFailure, "cannot make a folder " + name + " (" + std::strerror(errno) + ")",
                    "set TMPDIR to a folder you may write to");
    }
    path_ = name;
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  [[nodiscard]] const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

// Text between `before` and `after` in the line; empty when one of them is missing.
std::string between(const std::string& line, const std::string& before, const std::string& after) {
  const std::size_t start = line.find(before);
  if (start == std::string::npos) {
    return {};
  }
  const std::size_t from = start + before.size();
  const std::size_t end = after.empty() ? line.size() : line.find(after, from);
  return end == std::string::npos ? std::string{} : line.substr(from, end - from);
}

bool has_runtime_name(const std::string& file) {
  return file.find("libgomp") != std::string::npos || file.find("libomp") != std::string::npos ||
         file.find("libiomp5") != std::string::npos;
}

ProcessLoads read_loader_log(const fs::path& log) {
  ProcessLoads loads;
  const std::string suffix = log.extension().string();  // .PID
  std::from_chars(suffix.data() + 1, suffix.data() + suffix.size(), loads.process);
  std::ifstream file(log);
  for (std::string line; std::getline(file, line);) {
    if (const std::string library = between(line, "calling init: ", ""); !library.empty()) {
      add_runtime(loads.runtimes, library);
    } else if (loads.requested_by.empty() && has_runtime_name(between(line, "file=", " ["))) {
      const std::string needed = between(line, "needed by ", " [");
      loads.requested_by = needed.empty() ? between(line, "dynamically loaded by ", " [") : needed;
    }
  }
  return loads;
}

// Lines: "\tNAME => PATH (0xADDRESS)" or "\tPATH (0xADDRESS)". None for a static program.
std::istringstream listed_by_loader(const Program& program, const EnvironmentChanges& changes) {
  if (program.loader.empty()) {
    return {};
  }
  // Our own loader, which the program names as well: to execute the program, or another loader, could do anything.
  // The real path, as the kernel gives it to a loader: $ORIGIN in search paths is its folder.
  const Arguments list = {own_interpreter(), "--list", fs::canonical(program.image).string()};
  return std::istringstream(run_child(list, changes, Output::Take).output);
}

}  // namespace

RuntimeKind classify_runtime(const fs::path& library) {
  const auto facts = read_elf(library);
  if (!facts) {
    return RuntimeKind::None;
  }
  if (facts->filter.starts_with("librondo.so")) {
    return RuntimeKind::Face;
  }
  if (facts->defines_rondo) {
    return RuntimeKind::Rondo;
  }
  // LLVM's runtime defines gcc's entry points too.
  if (facts->defines_kmpc) {
    return RuntimeKind::Kmpc;
  }
  return facts->defines_gomp ? RuntimeKind::Gomp : RuntimeKind::None;
}

std::vector<std::string> libraries_at_start(const Program& program) {
  std::istringstream lines = listed_by_loader(program, {});
  std::vector<std::string> names;
  for (std::string line; std::getline(lines, line);) {
    const std::size_t end = line.find(' ');
    if (line.starts_with('\t') && end != std::string::npos) {
      names.push_back(fs::path(line.substr(1, end - 1)).filename().string());
    }
  }
  return names;
}

std::vector<LoadedRuntime> runtimes_at_start(const Program& program, const EnvironmentChanges& changes) {
  std::istringstream lines = listed_by_loader(program, changes);
  std::vector<LoadedRuntime> runtimes;
  for (std::string line; std::getline(lines, line);) {
    std::string library = between(line, " => ", " (0x");
    if (library.empty()) {
      library = between(line, "\t", " (0x");
    }
    add_runtime(runtimes, library);
  }
  return runtimes;
}

WatchedRun runtimes_during_run(const Arguments& command) {
  const TemporaryFolder folder;
  const fs::path log = folder.path() / "loads";
  WatchedRun run;
  run.status = run_child(command, {{"LD_DEBUG", "files"}, {"LD_DEBUG_OUTPUT", log.string()}}, Output::Inherit).status;
  for (const auto& entry : fs::directory_iterator(folder.path())) {
    ProcessLoads loads = read_loader_log(entry.path());
    if (!loads.runtimes.empty()) {
      run.processes.push_back(std::move(loads));
    }
  }
  std::sort(run.processes.begin(), run.processes.end(),
            [](const auto& left, const auto& right) { return left.process < right.process; });
  return run;
}

}  // namespace rondo::cli
