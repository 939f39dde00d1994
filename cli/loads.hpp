// SPDX-License-Identifier: Apache-2.0
// Which shared libraries a program loads: at its start (asked of the dynamic loader), or during a whole run, with
// everything that it and the programs it starts load later. Of these, which are OpenMP runtimes.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "process.hpp"
#include "program.hpp"

namespace rondo::cli {

enum class RuntimeKind { None, Rondo, Face, Gomp, Kmpc };

// What the library's own symbols say it is; its name does not matter (Python wheels rename the copies they carry).
RuntimeKind classify_runtime(const std::filesystem::path& library);

struct LoadedRuntime {
  std::filesystem::path file;
  RuntimeKind kind = RuntimeKind::None;
};

// Names of the libraries that the loader maps when `program` starts, if why_not_seen() is empty. Nothing of the
// program runs.
std::vector<std::string> libraries_at_start(const Program& program);

// OpenMP runtimes among the libraries that the loader maps when `program` starts, if why_not_seen() is empty. Nothing
// of the program runs.
std::vector<LoadedRuntime> runtimes_at_start(const Program& program, const EnvironmentChanges& changes);

struct ProcessLoads {
  int process = 0;
  std::string requested_by;  // first object that asked for an OpenMP runtime, as the loader names it
  std::vector<LoadedRuntime> runtimes;
};

struct WatchedRun {
  int status = 0;
  std::vector<ProcessLoads> processes;  // only those that loaded an OpenMP runtime
};

// Runs the command to its end and reports what each of its processes loaded.
WatchedRun runtimes_during_run(const Arguments& command);

}  // namespace rondo::cli
