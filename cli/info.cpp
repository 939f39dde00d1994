// SPDX-License-Identifier: Apache-2.0
// See info.hpp. Gathers the facts; info_report.cpp prints them.

#include "info.hpp"

#include "environment.hpp"
#include "info_report.hpp"
#include "message.hpp"

namespace rondo::cli {
namespace {

int info_on_host(const InfoOptions& options) {
  const Layout layout = find_layout();
  const RuntimeLibrary library(layout.library);
  if (options.only_variables) {
    (options.as_json ? print_variables_json : print_variables)(library.settings());
    return 0;
  }
  HostReport report;
  report.version = library.version();
  report.layout = layout;
  report.machine = read_machine();
  report.threads = library.ask("omp_get_max_threads");
  report.places = library.ask("omp_get_num_places");
  int status = 0;
  try {
    report.settings = library.settings();
  } catch (const Failure& failure) {
    // The rest is worth printing all the same.
    print_message(failure.what());
    status = failure.status();
  }
  (options.as_json ? print_host_json : print_host)(report);
  return status;
}

int info_on_program(const InfoOptions& options) {
  ProgramReport report;
  report.program = find_program(options.program.front());
  report.out_of_reach = why_out_of_reach(report.program);
  report.not_seen = why_not_seen(report.program);
  if (report.not_seen.empty()) {
    report.by_itself = runtimes_at_start(report.program, {});
    report.on_rondo = runtimes_at_start(report.program, environment_on_rondo(find_layout()));
  }
  if (options.run_program) {
    report.watched = runtimes_during_run(options.program);
  }
  (options.as_json ? print_program_json : print_program)(report);
  return 0;
}

}  // namespace

int info(const InfoOptions& options) {
  if (options.program.empty()) {
    if (options.run_program) {
      throw Failure(kExitUsage, "--run needs a program", "write `rondo info --run -- PROGRAM ARGS`");
    }
    return info_on_host(options);
  }
  if (options.only_variables) {
    throw Failure(kExitUsage, "--env does not go with a program", "write `rondo info --env` alone");
  }
  return info_on_program(options);
}

}  // namespace rondo::cli
