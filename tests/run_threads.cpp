// SPDX-License-Identifier: Apache-2.0
//
// Runs one test program at several thread counts and compares what it does with what is expected.
//
// One ctest entry runs a program at OMP_NUM_THREADS = 1, 2, 4, 8; each run has its own time limit, so that a hang is
// reported with the thread count at which it happened and with what the threads were doing. Before the first run the
// dynamic loader is asked which OpenMP runtime the program gets: a test of Rondo that silently ran on the compiler's
// own runtime would prove nothing. Settings of the caller's environment (OMP_*, KMP_*, GOMP_*, RONDO_*) do not reach
// the program.
//
// In C++, as the suite starts it some 1700 times, and starting Python takes as long as a small program under test.
#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <regex.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <climits>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace {

using Strings = std::vector<std::string>;

constexpr std::string_view kSettings[] = {"OMP_", "KMP_", "GOMP_", "LIBGOMP_", "RONDO_"};
constexpr std::string_view kLoaderSettings[] = {"LD_PRELOAD=", "LD_LIBRARY_PATH="};
constexpr std::string_view kOpenmpLibraries[] = {"libgomp.so", "libomp.so", "libiomp5.so", "librondo.so"};
constexpr size_t kOutputLimit = 4000;
// On the stock runtime a program shows that its expectation is right, for which one run is enough. That runtime's own
// rare faults (an assertion of libomp's when a thread exits, say) are nothing to be told of.
constexpr int kStockAttempts = 3;

// How a graph's tasks run is measured by the runtime. Tests count replays, and not each of them would be one, so the
// way depends on the number of threads here: always spread, or always on one thread. `--threads 2/turns` or
// `--env RONDO_GRAPH_WAY=...` overrules it: the tests that change the way, or leave it to the runtime, do so.
std::string way_of(const std::string& threads) {
  if (threads == "4") return "alone";
  return threads == "1" || threads == "2" || threads == "8" ? "spread" : "";
}

template <class Words>
bool begins_with_any(std::string_view text, const Words& beginnings) {
  return std::any_of(std::begin(beginnings), std::end(beginnings), [&](auto word) { return text.starts_with(word); });
}

Strings split(std::string_view text, char separator) {
  Strings parts;
  while (!text.empty()) {
    const size_t length = std::min(text.find(separator), text.size());
    if (length > 0) parts.emplace_back(text.substr(0, length));
    text.remove_prefix(std::min(length + 1, text.size()));
  }
  return parts;
}

[[noreturn]] void end_with(const std::string& message) {
  fprintf(stderr, "run_threads: %s\n", message.c_str());
  exit(1);
}

// ---- What is asked for --------------------------------------------------------------------------------------------

// `--option value` or `--option=value`; then `--` and the command.
struct Arguments {
  std::string name;  // shown in messages
  std::string threads = "1,2,4,8";  // counts, also with a way (2/turns); or `env`: OMP_NUM_THREADS as --env says
  std::string whole;  // the same, in place of these where RONDO_TEST_WHOLE is set (`make test-long`)
  std::string faces;  // folder of Rondo's faces; without it: the stock runtime
  std::string instead;  // folder of another stock runtime, named like the compiler's own
  std::string expect;  // file of the expected standard output; without it: the line ok
  std::string status = "0";  // expected exit status
  std::string stderr_must;  // regular expression of the `rondo:` lines, of which there must be one or more
  std::string stderr_may;  // regular expression of the `rondo:` lines that may appear
  std::string timeout = "30";  // limit of one run in seconds
  std::string emulator;  // what executes the program, with its arguments; without it: the processor
  Strings settings;  // --env NAME=VALUE, as often as there are any
  Strings command;

  const std::string& folder() const { return faces.empty() ? instead : faces; }
};

constexpr struct {
  std::string_view name;
  std::string Arguments::* field;
} kOptions[] = {
    {"--name", &Arguments::name},       {"--threads", &Arguments::threads},    {"--whole", &Arguments::whole},
    {"--faces", &Arguments::faces},     {"--instead", &Arguments::instead},    {"--expect", &Arguments::expect},
    {"--status", &Arguments::status},   {"--stderr", &Arguments::stderr_must}, {"--stderr-may", &Arguments::stderr_may},
    {"--timeout", &Arguments::timeout}, {"--emulator", &Arguments::emulator},
};

Arguments parse(Strings words) {
  Arguments arguments;
  size_t next = 0;
  while (next < words.size() && words[next] != "--") {
    std::string option = words[next++];
    std::string value;
    if (const size_t equals = option.find('='); equals != std::string::npos) {
      value = option.substr(equals + 1);
      option.resize(equals);
    } else if (next < words.size()) {
      value = words[next++];
    }
    const auto* known = std::find_if(std::begin(kOptions), std::end(kOptions),
                                     [&](const auto& candidate) { return candidate.name == option; });
    if (option == "--env") {
      arguments.settings.push_back(value);
    } else if (known != std::end(kOptions)) {
      arguments.*known->field = value;
    } else {
      end_with("unknown option " + option);
    }
  }
  for (next++; next < words.size(); next++) arguments.command.push_back(words[next]);
  if (!arguments.whole.empty() && getenv("RONDO_TEST_WHOLE") != nullptr) arguments.threads = arguments.whole;
  if (arguments.name.empty() || arguments.command.empty()) end_with("needs --name, and a command after --");
  return arguments;
}

void set(Strings& environment, const std::string& setting) {
  const std::string name = setting.substr(0, setting.find('=') + 1);
  std::erase_if(environment, [&](const std::string& other) { return other.starts_with(name); });
  environment.push_back(setting);
}

Strings environment(const Arguments& arguments, const std::string& threads) {
  Strings result;
  for (char** entry = environ; *entry != nullptr; entry++) {
    if (!begins_with_any(*entry, kSettings) && !begins_with_any(*entry, kLoaderSettings)) result.emplace_back(*entry);
  }
  if (!arguments.folder().empty()) set(result, "LD_LIBRARY_PATH=" + arguments.folder());
  if (threads != "env") {
    const size_t slash = std::min(threads.find('/'), threads.size());
    set(result, "OMP_NUM_THREADS=" + threads.substr(0, slash));
    const std::string way = slash < threads.size() ? threads.substr(slash + 1) : way_of(threads);
    if (!arguments.faces.empty() && !way.empty()) set(result, "RONDO_GRAPH_WAY=" + way);
  }
  for (const std::string& setting : arguments.settings) set(result, setting);
  return result;
}

// ---- Running ------------------------------------------------------------------------------------------------------

struct Run {
  std::optional<int> status;  // of the exit; the negative of a signal; none: it was stopped
  std::string states;  // of its threads, if it was stopped
  std::string out;
  std::string err;
};

std::string content(int descriptor) {
  struct stat file = {};
  fstat(descriptor, &file);
  std::string text(static_cast<size_t>(file.st_size), '\0');
  const ssize_t n = pread(descriptor, text.data(), text.size(), 0);
  text.resize(n > 0 ? static_cast<size_t>(n) : 0);
  close(descriptor);
  return text;
}

std::string file_content(const std::string& path) {
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) end_with("cannot read " + path);
  return content(descriptor);
}

// How many threads of a hung process run (R) or sleep (S): a spin and a lost wake-up look different.
std::string thread_states(pid_t pid) {
  const std::string folder = "/proc/" + std::to_string(pid) + "/task";
  std::string states;
  DIR* tasks = opendir(folder.c_str());
  while (const dirent* entry = tasks == nullptr ? nullptr : readdir(tasks)) {
    FILE* stat = fopen((folder + "/" + entry->d_name + "/stat").c_str(), "r");
    char state = 0;
    if (stat != nullptr && fscanf(stat, "%*d (%*[^)]) %c", &state) == 1) states += state;
    if (stat != nullptr) fclose(stat);
  }
  if (tasks != nullptr) closedir(tasks);
  std::sort(states.begin(), states.end());
  std::string text;
  for (size_t i = 0; i < states.size();) {
    const size_t end = std::min(states.find_first_not_of(states[i], i), states.size());
    text += (text.empty() ? "" : ", ") + std::to_string(end - i) + " threads in state " + states[i];
    i = end;
  }
  return text;
}

std::vector<char*> pointers(const Strings& words) {
  std::vector<char*> result;
  for (const std::string& word : words) result.push_back(const_cast<char*>(word.c_str()));
  result.push_back(nullptr);
  return result;
}

Run run(const Strings& command, const Strings& environment, double limit_s) {
  const int out = memfd_create("out", MFD_CLOEXEC);
  const int err = memfd_create("err", MFD_CLOEXEC);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, out, 1);
  posix_spawn_file_actions_adddup2(&actions, err, 2);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
  pid_t pid = 0;
  const int failure = posix_spawnp(&pid, command[0].c_str(), &actions, &attributes, pointers(command).data(),
                                   pointers(environment).data());
  if (failure != 0) end_with("cannot execute " + command[0] + ": " + strerror(failure));
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);

  Run result;
  pollfd watch = {static_cast<int>(syscall(SYS_pidfd_open, pid, 0)), POLLIN, 0};
  const bool has_ended = poll(&watch, 1, static_cast<int>(limit_s * 1000)) == 1;
  if (!has_ended) {
    result.states = thread_states(pid);
    kill(-pid, SIGKILL);
  }
  int status = 0;
  waitpid(pid, &status, 0);
  close(watch.fd);
  if (has_ended) result.status = WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
  result.out = content(out);
  result.err = content(err);
  return result;
}

// ---- Which runtime the program gets -------------------------------------------------------------------------------

std::string trace_of_loader(const Arguments& arguments, Strings environment) {
  Strings command = split(arguments.emulator, ' ');
  if (!command.empty()) {  // which the setting is not for
    command.insert(command.end(), {"-E", "LD_TRACE_LOADED_OBJECTS=1", arguments.command[0]});
    return run(command, environment, 240).out;
  }
  set(environment, "LD_TRACE_LOADED_OBJECTS=1");
  return run({arguments.command[0]}, environment, 60).out;
}

std::string real_path(const std::string& path) {
  char buffer[PATH_MAX];
  return realpath(path.c_str(), buffer) == nullptr ? path : buffer;
}

// Empty if the loader gives the program the runtime that the test is about.
std::string runtime_problem(const Arguments& arguments, const Strings& environment) {
  bool has_rondo = false;
  bool has_stranger = false;
  std::string loaded;
  const std::string folder = real_path(arguments.folder());
  for (const std::string& line : split(trace_of_loader(arguments, environment), '\n')) {  // <tab>name => path (address)
    const std::string name = line.substr(std::min(line.find_first_not_of(" \t"), line.size()));
    if (!begins_with_any(name, kOpenmpLibraries)) continue;
    loaded += "\n " + name;
    if (name.starts_with("librondo")) {
      has_rondo = true;
      continue;
    }
    const size_t begin = name.find("=> ");
    const std::string path = begin == std::string::npos ? "" : name.substr(begin + 3);
    has_stranger |= real_path(path.substr(0, path.rfind('/'))) != folder;
  }
  if (arguments.folder().empty()) return has_rondo ? "expected the stock runtime, loaded:" + loaded : "";
  if (!arguments.faces.empty() && (!has_rondo || has_stranger))
    return "expected Rondo's faces in " + folder + " (build the target rondo_faces), loaded:" + loaded;
  if (arguments.faces.empty() && (has_rondo || has_stranger || loaded.empty()))
    return "expected a runtime in " + folder + ", loaded:" + loaded;
  return "";
}

// ---- What is wrong ------------------------------------------------------------------------------------------------

std::string clip(const std::string& text) {
  if (text.size() <= kOutputLimit) return text;
  return text.substr(0, kOutputLimit) + "\n... (" + std::to_string(text.size()) + " characters)";
}

bool matches(const std::string& pattern, const std::string& text) {
  regex_t compiled;
  if (regcomp(&compiled, pattern.c_str(), REG_EXTENDED | REG_NOSUB) != 0) end_with("no regular expression: " + pattern);
  const bool is_found = regexec(&compiled, text.c_str(), 0, nullptr, 0) == 0;
  regfree(&compiled);
  return is_found;
}

// Rondo says what it has to say, says it once, and says nothing else.
void find_message_problems(const Arguments& arguments, const std::string& err, Strings& problems) {
  const std::string& allowed = arguments.stderr_must.empty() ? arguments.stderr_may : arguments.stderr_must;
  Strings messages = split(err, '\n');
  std::erase_if(messages, [](const std::string& line) { return !line.starts_with("rondo:"); });
  for (const std::string& message : messages) {
    if (allowed.empty() || !matches(allowed, message)) problems.push_back("unexpected message: " + message);
  }
  if (messages.empty() && !arguments.stderr_must.empty())
    problems.push_back("expected a `rondo:` line matching /" + arguments.stderr_must + "/, there is none");
  std::sort(messages.begin(), messages.end());
  if (std::adjacent_find(messages.begin(), messages.end()) != messages.end())
    problems.emplace_back("a message is repeated");
}

std::string status_problem(int status, const std::string& expected) {
  const std::string how =
      status < 0 ? std::string("killed by SIG") + sigabbrev_np(-status) : "exit status " + std::to_string(status);
  return how + ", expected exit status " + expected;
}

// The lines from the first to the last that differ.
std::string output_problem(const std::string& out, const std::string& expected) {
  Strings printed = split(out, '\n');
  Strings wanted = split(expected, '\n');
  while (!printed.empty() && !wanted.empty() && printed.back() == wanted.back()) {
    printed.pop_back();
    wanted.pop_back();
  }
  size_t same = 0;
  while (same < std::min(printed.size(), wanted.size()) && printed[same] == wanted[same]) same++;
  std::string text = "expected (-) and printed (+), from line " + std::to_string(same + 1) + " on:";
  for (size_t i = same; i < wanted.size(); i++) text += "\n-" + wanted[i];
  for (size_t i = same; i < printed.size(); i++) text += "\n+" + printed[i];
  return clip(text);
}

// Runs the program once.
Strings problems_of(const Arguments& arguments, const Strings& environment, const std::string& expected) {
  Strings command = split(arguments.emulator, ' ');
  command.insert(command.end(), arguments.command.begin(), arguments.command.end());
  const Run done = run(command, environment, std::atof(arguments.timeout.c_str()));
  if (!done.status) {
    return {"HANG: stopped after " + arguments.timeout + " s (" + done.states + ")", clip(done.out), clip(done.err)};
  }
  Strings problems;
  if (*done.status != std::atoi(arguments.status.c_str()))
    problems.push_back(status_problem(*done.status, arguments.status));
  if (done.out != expected) problems.push_back(output_problem(done.out, expected));
  if (!arguments.faces.empty()) find_message_problems(arguments, done.err, problems);
  if (!problems.empty() && !done.err.empty()) problems.push_back("standard error:\n" + clip(done.err));
  return problems;
}

void report(const Arguments& arguments, const std::string& threads, const Strings& environment,
            const Strings& problems) {
  printf("%s.t%s: FAILED\n", arguments.name.c_str(), threads.c_str());
  for (const std::string& problem : problems) printf("%s\n", problem.c_str());
  printf("again:");
  if (!arguments.folder().empty()) printf(" LD_LIBRARY_PATH=%s", arguments.folder().c_str());
  for (const std::string& setting : environment) {
    if (begins_with_any(setting, kSettings)) printf(" %s", setting.c_str());
  }
  if (!arguments.emulator.empty()) printf(" %s", arguments.emulator.c_str());
  for (const std::string& word : arguments.command) printf(" %s", word.c_str());
  printf("\n");
}

}  // namespace

int main(int argc, char** argv) {
  const Arguments arguments = parse(Strings(argv + 1, argv + argc));
  const std::string expected = arguments.expect.empty() ? "ok\n" : file_content(arguments.expect);
  const Strings counts = split(arguments.threads, ',');
  if (counts.empty()) end_with("no thread count");
  if (const std::string problem = runtime_problem(arguments, environment(arguments, counts[0])); !problem.empty()) {
    printf("%s: %s\n", arguments.name.c_str(), problem.c_str());
    return 1;
  }
  size_t n_failed = 0;
  for (const std::string& threads : counts) {
    const Strings settings = environment(arguments, threads);
    Strings problems = problems_of(arguments, settings, expected);
    for (int attempt = 1; !problems.empty() && arguments.folder().empty() && attempt < kStockAttempts; attempt++) {
      problems = problems_of(arguments, settings, expected);
    }
    if (problems.empty()) continue;
    n_failed++;
    report(arguments, threads, settings, problems);
  }
  printf("%s: %zu of %zu thread counts passed\n", arguments.name.c_str(), counts.size() - n_failed, counts.size());
  return n_failed == 0 ? 0 : 1;
}
