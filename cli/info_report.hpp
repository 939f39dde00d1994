// SPDX-License-Identifier: Apache-2.0
// What `rondo info` found out, and its two forms of output. No part of it looks anything up.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "layout.hpp"
#include "loads.hpp"
#include "machine.hpp"
#include "program.hpp"
#include "runtime_library.hpp"

namespace rondo::cli {

struct HostReport {
  std::string version;
  Layout layout;
  Machine machine;
  std::optional<int> threads;  // of a parallel region without num_threads
  std::optional<int> places;
  std::vector<Setting> settings;
};

struct ProgramReport {
  Program program;
  std::string out_of_reach;              // why Rondo cannot serve it; empty when it can
  std::string not_seen;                  // why the next two are not known; empty when they are
  std::vector<LoadedRuntime> by_itself;  // at its start
  std::vector<LoadedRuntime> on_rondo;   // at its start under `rondo run`
  std::optional<WatchedRun> watched;     // --run
};

void print_host(const HostReport& report);
void print_variables(const std::vector<Setting>& settings);
void print_program(const ProgramReport& report);

void print_host_json(const HostReport& report);
void print_variables_json(const std::vector<Setting>& settings);
void print_program_json(const ProgramReport& report);

}  // namespace rondo::cli
