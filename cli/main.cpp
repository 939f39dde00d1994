// SPDX-License-Identifier: Apache-2.0
// The command line `rondo`: reads the arguments and calls one subcommand.
//
// A program's own arguments are cut off before CLI11 sees any: whatever follows the subcommand's options belongs to
// the program, with or without a "--" between.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iostream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "build_config.hpp"
#include "info.hpp"
#include "message.hpp"
#include "run.hpp"
#include "scripts.hpp"
#include "system.hpp"

namespace rondo::cli {
namespace {

constexpr char kExamples[] =
    "Examples:\n"
    "  rondo run -- ./program input.dat             run an OpenMP program on Rondo\n"
    "  rondo run --threads 8 -- mpirun -n 2 ./prog  launchers and scripts too\n"
    "  mpirun -n 4 rondo run --mpi -- ./program     MPI calls in tasks do not hold threads\n"
    "  rondo info                                   settings, and where each comes from\n"
    "  rondo info --run -- python3 script.py        which OpenMP runtimes a program loads\n"
    "  rondo graph -- ./program                     its recorded task graphs: shape, times, memory\n"
    "  rondo check graph -- ./program               whether its replays do what it asks for\n"
    "  rondo trace -o run.pftrace -- ./program      a timeline of its threads, for the Perfetto UI\n"
    "  rondo why -- ./program                       where the time of its threads was lost\n"
    "  rondo system enable                          Rondo for all that you start, without `rondo run`\n"
    "  rondo demo                                   see what it is about (90 seconds)";

const std::vector<std::string> kCommands = {"run",   "info", "system", "graph", "check",
                                            "trace", "why",  "demo",   "bench", "report"};
const std::vector<std::string> kSystemActions = {"enable", "disable", "status"};

bool contains(const std::vector<std::string>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

void check_command(const std::string& word) {
  if (word.starts_with('-') || contains(kCommands, word)) {
    return;
  }
  throw Failure(kExitUsage, "there is no command " + word, suggestion(word, kCommands, "see `rondo --help`"));
}

// Number of leading arguments that are the subcommand's own options and their values.
std::size_t count_own_options(const CLI::App& command, const Arguments& arguments) {
  std::size_t count = 0;
  while (count < arguments.size() && arguments[count].starts_with('-') && arguments[count] != "--") {
    const CLI::Option* option = command.get_option_no_throw(arguments[count]);
    const bool has_value_next = option != nullptr && option->get_items_expected_max() > 0;
    count += has_value_next ? 2 : 1;
  }
  return std::min(count, arguments.size());
}

std::vector<std::string> long_options(const CLI::App& command) {
  std::vector<std::string> spellings;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) {
      spellings.emplace_back("--").append(name);
    }
  }
  return spellings;
}

// The first long option among the command's own arguments that it does not know; empty when it knows all.
std::string first_unknown_option(const CLI::App& command, const Arguments& arguments) {
  for (std::size_t i = 0; i < count_own_options(command, arguments); ++i) {
    const std::string spelling = arguments[i].substr(0, arguments[i].find('='));
    if (spelling.starts_with("--") && command.get_option_no_throw(spelling) == nullptr) {
      return spelling;
    }
  }
  return {};
}

// Moves the program and its arguments out of `arguments`, the "--" before it dropped.
Arguments cut_program(const CLI::App& command, Arguments& arguments) {
  const auto own_end = arguments.begin() + static_cast<std::ptrdiff_t>(count_own_options(command, arguments));
  Arguments program(own_end, arguments.end());
  arguments.erase(own_end, arguments.end());
  if (!program.empty() && program.front() == "--") {
    program.erase(program.begin());
  }
  return program;
}

// The usage line of a command that takes a program, which CLI11 never sees and so cannot describe.
class ProgramFormatter : public CLI::Formatter {
 public:
  explicit ProgramFormatter(std::string usage) : usage_(std::move(usage)) {}
  std::string make_usage(const CLI::App* /*app*/, std::string /*name*/) const override {
    return "Usage: " + usage_ + "\n";
  }

 private:
  std::string usage_;
};

class CommandLine {
 public:
  CommandLine() {
    app_.set_version_flag("--version", std::string("rondo ") + kVersion);
    app_.footer(kExamples);
    app_.require_subcommand(1);
    run_->add_option("-n,--threads", run_options_.threads, "Threads of a parallel region (sets OMP_NUM_THREADS)")
        ->type_name("N");
    run_->add_option("--env", run_options_.variables, "Set an environment variable for the program; may be repeated")
        ->type_name("NAME=VALUE")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    run_->add_flag("--count", run_options_.counts,
                   "Print what each construct costs in operations on shared memory (library of the preset `count`)");
    run_->add_flag("--mpi", run_options_.mpi,
                   "Blocking MPI calls in tasks let other tasks run; --mpi=NAME: of this MPI library (docs/mpi.md)");
    run_->add_flag_callback(
        "--autograph", [this] { run_options_.autograph = true; },
        "Look for tasks that repeat, the default (sets RONDO_AUTOGRAPH=true; docs/automatic.md)");
    run_->add_flag_callback("--no-autograph", [this] { run_options_.autograph = false; }, "Do not look for them");
    run_->formatter(std::make_shared<ProgramFormatter>("rondo run [OPTIONS] -- PROGRAM [ARGS...]"));
    run_->footer(
        "Loads Rondo in place of libgomp, libomp and libiomp5 in the program and in all it starts.\n"
        "The exit status is the program's; 126 and 127 when it cannot be executed or found.");
    info_->add_flag("--env", info_options_.only_variables, "Every environment variable, with one line each");
    info_->add_flag("--json", info_options_.as_json, "Print JSON");
    info_->add_flag("--run", info_options_.run_program,
                    "Run the program and report what it and its children load later");
    info_->formatter(std::make_shared<ProgramFormatter>("rondo info [OPTIONS] [-- PROGRAM [ARGS...]]"));
    info_->footer("Without a program: what Rondo would do here. With one: which OpenMP runtimes it loads.");
    describe_system();
    app_.add_subcommand("graph", "Run a program and show its recorded task graphs (ARGS: rondo graph --help)");
    app_.add_subcommand("check", "Compare what a program creates with what was recorded (ARGS: rondo check --help)");
    app_.add_subcommand("trace", "Run a program and write what its threads did (ARGS: rondo trace --help)");
    app_.add_subcommand("why", "Run a program and say where its threads' time was lost (ARGS: rondo why --help)");
    app_.add_subcommand("demo", "Solve a heat problem on three runtimes and compare (ARGS: rondo demo --help)");
    app_.add_subcommand("bench", "Measure task overheads (ARGS: rondo bench --help)");
    app_.add_subcommand("report", "Show results as a page (ARGS: rondo report --help)");
  }

  int execute(Arguments arguments) {
    if (!arguments.empty()) {
      check_command(arguments.front());
    }
    const std::string command = arguments.empty() ? "" : arguments.front();
    const Arguments rest(arguments.begin() + (arguments.empty() ? 0 : 1), arguments.end());
    if (contains(kScripts, command)) {
      become_script(command, rest);
    }
    Arguments own = rest;
    if (command == "run") {
      run_options_.program = cut_program(*run_, own);
    } else if (command == "info") {
      info_options_.program = cut_program(*info_, own);
    }
    if (!command.empty()) {
      own.insert(own.begin(), command);
    }
    std::reverse(own.begin(), own.end());  // CLI11 takes them from the back
    app_.parse(std::move(own));
    if (command == "run") {
      run(run_options_);
    }
    if (command == "system") {
      return change_system(system_options_);
    }
    return info(info_options_);
  }

  [[nodiscard]] const CLI::App& app() const { return app_; }

  // What went wrong in the user's words; CLI11's own text knows neither the command nor a remedy.
  [[nodiscard]] Failure explain(const CLI::ParseError& error, const Arguments& arguments) const {
    const std::string first = arguments.empty() ? "" : arguments.front();
    const CLI::App* command = first == "run" ? run_ : first == "info" ? info_ : first == "system" ? system_ : nullptr;
    if (command == nullptr) {
      return {kExitUsage, first.empty() ? "no command" : "unknown option " + first, "see `rondo --help`"};
    }
    Arguments own(arguments.begin() + 1, arguments.end());
    std::string words = "rondo " + first;
    if (command == system_ && !own.empty() && !own.front().starts_with('-')) {
      const auto* action = find_action(own.front());
      if (action == nullptr) {
        return {kExitUsage, "`" + words + "` cannot " + own.front(),
                suggestion(own.front(), kSystemActions, "see `" + words + " --help`")};
      }
      command = action;
      words += " " + own.front();
      own.erase(own.begin());
    }
    const std::string help = "see `" + words + " --help`";
    const std::string unknown = first_unknown_option(*command, own);
    if (unknown.empty()) {
      return {kExitUsage, "`" + words + "`: " + error.what(), help};
    }
    return {kExitUsage, "`" + words + "` has no option " + unknown, suggestion(unknown, long_options(*command), help)};
  }

 private:
  [[nodiscard]] const CLI::App* find_action(const std::string& word) const {
    return contains(kSystemActions, word) ? system_->get_subcommand(word) : nullptr;
  }

  void describe_system() {
    system_->require_subcommand(1);
    system_->footer(
        "Without --all-users it is the default of this user, by LD_LIBRARY_PATH in files that shells and systemd read\n"
        "at their start. With it, of all users, by /etc/ld.so.conf.d/00-rondo.conf. No file of another package is\n"
        "changed, and disable leaves no file. RONDO_VERBOSE=true ./program shows that it is so.");
    const auto add = [this](const std::string& name, SystemAction action, const char* description) {
      CLI::App* command = system_->add_subcommand(name, description);
      command->callback([this, action] { system_options_.action = action; });
      if (action != SystemAction::Status) {
        command->add_flag("--all-users", system_options_.for_all_users, "For all users of the system (root only)");
      }
    };
    add(kSystemActions[0], SystemAction::Enable, "Make Rondo the default runtime");
    add(kSystemActions[1], SystemAction::Disable, "Undo that, with all that was written for it");
    add(kSystemActions[2], SystemAction::Status, "Say what is the default, for whom and for which programs");
  }

  CLI::App app_{"Rondo: an OpenMP runtime with cheap tasks and replayed task graphs.", "rondo"};
  CLI::App* run_ = app_.add_subcommand("run", "Run a program on Rondo: any OpenMP program, not rebuilt");
  CLI::App* info_ = app_.add_subcommand("info", "Show settings, machine, and the OpenMP runtimes of a program");
  CLI::App* system_ = app_.add_subcommand("system", "Make Rondo the default OpenMP runtime, or undo that");
  RunOptions run_options_;
  InfoOptions info_options_;
  SystemOptions system_options_;
};

int main_with_errors(const Arguments& arguments) {
  CommandLine command_line;
  try {
    return command_line.execute(arguments);
  } catch (const CLI::Success& success) {  // --help, --version
    return command_line.app().exit(success);
  } catch (const CLI::ParseError& error) {
    throw command_line.explain(error, arguments);
  }
}

// What was printed has to arrive: a full disk is found out by the last flush at the latest.
void finish_output() {
  errno = 0;
  std::cout.flush();
  if (!std::cout) {
    const std::string reason = errno != 0 ? std::string(" (") + std::strerror(errno) + ")" : "";
    throw Failure(kExitFailure, "cannot write to standard output" + reason, "is the disk full, or the output closed?");
  }
}

}  // namespace
}  // namespace rondo::cli

int main(int argc, char** argv) {
  try {
    const int status = rondo::cli::main_with_errors({argv + 1, argv + argc});
    rondo::cli::finish_output();
    return status;
  } catch (const rondo::cli::Failure& failure) {
    rondo::cli::print_message(failure.what());
    return failure.status();
  } catch (const std::exception& error) {
    rondo::cli::print_message(std::string(error.what()) + "; this is a fault of rondo itself, please report it");
    return rondo::cli::kExitFailure;
  }
}
