// SPDX-License-Identifier: Apache-2.0
// See run.hpp.

#include "run.hpp"

#include <charconv>
#include <cstdlib>

#include "environment.hpp"
#include "layout.hpp"
#include "message.hpp"
#include "mpi.hpp"
#include "program.hpp"
#include "runtime_library.hpp"

namespace rondo::cli {
namespace {

// More threads than any machine has processors; the runtime itself then decides what it can make.
constexpr int kMaxThreads = 65536;

void set_threads(const std::string& text) {
  int threads = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), threads);
  if (error != std::errc{} || end != text.data() + text.size() || threads < 1 || threads > kMaxThreads) {
    throw Failure(kExitUsage, "--threads " + text + " is not a number from 1 to " + std::to_string(kMaxThreads),
                  "for example --threads 4");
  }
  apply({{"OMP_NUM_THREADS", text}});
  // The command line wins over the environment, whichever of its two names that used.
  unsetenv("RONDO_NUM_THREADS");
}

void set_variable(const std::string& assignment) {
  const std::size_t equals = assignment.find('=');
  if (equals == 0 || equals == std::string::npos) {
    throw Failure(kExitUsage, "--env " + assignment + " is not of the form NAME=VALUE",
                  "for example --env OMP_DYNAMIC=true");
  }
  apply({{assignment.substr(0, equals), assignment.substr(equals + 1)}});
}

// What constructs cost, on standard error, unless the environment has another place for it.
void set_counting(const Layout& layout) {
  if (RuntimeLibrary(layout.library).ask("rondo_counts").value_or(0) == 0) {
    throw Failure(kExitUsage, layout.library.string() + " does not count what constructs cost",
                  "use the build that does: `dev/build count`, then build/count/bin/rondo run --count");
  }
  setenv("RONDO_COUNT", "-", 0);
}

// A program built with -fsanitize=thread gets the library that tells the sanitizer how it orders threads.
void choose_library(const Program& program, Layout& layout) {
  if (!program.has_thread_sanitizer) {
    return;
  }
  if (layout.annotated_faces.empty()) {
    print_message(program.file.string() +
                  " is built with -fsanitize=thread, and this Rondo has no library that tells ThreadSanitizer of its "
                  "synchronisation, so races will be reported that are none; build Rondo with -DRONDO_ANNOTATED=ON");
    return;
  }
  layout.faces = layout.annotated_faces;
}

}  // namespace

void run(const RunOptions& options) {
  if (options.program.empty()) {
    throw Failure(kExitUsage, "no program to run", "write `rondo run -- PROGRAM ARGS`");
  }
  Layout layout = find_layout();
  // Order: later wins. --env may hold LD_PRELOAD, which the faces then join.
  for (const std::string& variable : options.variables) {
    set_variable(variable);
  }
  if (!options.threads.empty()) {
    set_threads(options.threads);
  }
  if (options.autograph.has_value()) {
    apply({{"RONDO_AUTOGRAPH", *options.autograph ? "true" : "false"}});
  }
  if (options.counts) {
    set_counting(layout);
  }
  const Program program = find_program(options.program.front());
  if (const std::string reason = why_out_of_reach(program); !reason.empty()) {
    print_message(reason);
  }
  choose_library(program, layout);
  if (!options.mpi.empty()) {
    const std::filesystem::path library = find_mpi_library(layout, program, options.mpi);
    apply({{"LD_PRELOAD", preload_with_mpi(variable("LD_PRELOAD"), library)}});
  }
  if (program.reach != Reach::OtherMachine && program.reach != Reach::OtherLibc) {
    apply(environment_on_rondo(layout));
  }
  become(options.program);
}

}  // namespace rondo::cli
