// SPDX-License-Identifier: Apache-2.0
//
// Reading the environment into settings, and what follows from them.
#include "config/settings.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <string_view>

#include "base/assert.hpp"
#include "base/message.hpp"
#include "config/format.hpp"
#include "config/parse.hpp"
#include "config/problem.hpp"
#include "config/text.hpp"

namespace rondo::config {
namespace {

bool is_blank(const char* text) { return text[strspn(text, " \t\r\n")] == '\0'; }

// The beginnings of all names that find() is called with.
bool is_relevant(const char* name) {
  constexpr std::string_view kBeginnings[] = {"OMP_", "GOMP_", "KMP_", "RONDO_", "OMPI_", "PMI_", "MPI_"};
  return std::any_of(std::begin(kBeginnings), std::end(kBeginnings), [name](std::string_view beginning) {
    return strncmp(name, beginning.data(), beginning.size()) == 0;
  });
}

}  // namespace

// Some hundred names are looked for, so the usual fifty entries of other programs are put aside first.
Environment::Environment(const char* const* entries, bool is_secure) : entries_(entries), is_secure_(is_secure) {
  if (entries == nullptr) return;
  uint32_t n = 0;
  for (const char* const* entry = entries; *entry != nullptr; ++entry) {
    if (!is_relevant(*entry)) continue;
    if (n == kMostRelevant) return;
    relevant_[n++] = *entry;
  }
  relevant_[n] = nullptr;
  is_sifted_ = true;
}

const char* Environment::find(const char* variable) const {
  RONDO_ASSERT(is_relevant(variable));
  // A privileged program neither writes files nor loads code that its user names.
  const auto is_unsafe = [&] { return strncmp(variable, "RONDO_", 6) == 0 || strncmp(variable, "OMP_TOOL_", 9) == 0; };
  if (entries_ == nullptr || (is_secure_ && is_unsafe())) return nullptr;
  const size_t length = strlen(variable);
  for (const char* const* entry = is_sifted_ ? relevant_ : entries_; *entry != nullptr; ++entry) {
    if (strncmp(*entry, variable, length) == 0 && (*entry)[length] == '=') {
      const char* value = *entry + length + 1;
      return is_blank(value) ? nullptr : value;
    }
  }
  return nullptr;
}

LauncherRank rank_of(const Environment& environment) {
  // Open MPI's, and those of Hydra, MPICH's launcher.
  constexpr const char* kRanks[][2] = {{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"}, {"PMI_RANK", "PMI_SIZE"}};
  for (const auto& [number, n_ranks] : kRanks) {
    const char* texts[] = {environment.find(number), environment.find(n_ranks)};
    if (texts[0] == nullptr || texts[1] == nullptr) continue;
    const LauncherRank rank = {static_cast<uint32_t>(strtoul(texts[0], nullptr, 10)),
                               static_cast<uint32_t>(strtoul(texts[1], nullptr, 10))};
    if (rank.number < rank.n_ranks) return rank;
  }
  return {};
}

void Settings::read_row(const Row& row, const Environment& environment) {
  Value& value = (*this)[row.id];
  for (const Spelling& spelling : row.spellings) {
    const char* text = spelling.variable == nullptr ? nullptr : environment.find(spelling.variable);
    if (text == nullptr) continue;
    if (parse(spelling.type, row, text, &value)) {
      set_source(row.id, spelling.variable);
      return;
    }
    // A malformed value does not fall through to the next spelling: which variable counts must not depend on a typing
    // error. It is reported later, when the default that replaces it is known.
    malformed_[index_of(row.id)] = {.spelling = spelling, .text = text};
    break;
  }
  value.reset();
  if (row.fallback != nullptr) parse(row.spellings[0].type, row, row.fallback, &value);
}

void Settings::read(const Environment& environment) {
  for (const Row& row : kRows) read_row(row, environment);
}

void Settings::share_with_ranks(const Environment& environment, unsigned (*n_of_machine)()) {
  // Open MPI's, and that of Hydra, MPICH's launcher.
  constexpr const char* kRanksHere[] = {"OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS"};
  if (is_given(Id::NumThreads)) return;
  for (const char* variable : kRanksHere) {
    const char* text = environment.find(variable);
    const unsigned long n_ranks = text == nullptr ? 0 : strtoul(text, nullptr, 10);
    if (n_ranks < 2) continue;
    const unsigned share = static_cast<unsigned>(n_of_machine() / n_ranks);
    uint32_t& n_threads = (*this)[Id::NumThreads].list[0];
    if (share >= n_threads) return;
    n_threads = share == 0 ? 1 : share;
    set_source(Id::NumThreads, variable);
    return;
  }
}

void Settings::resolve(unsigned (*n_usable)()) {
  Value& n_threads = (*this)[Id::NumThreads];
  Value& proc_bind = (*this)[Id::ProcBind];
  const bool lists_levels = n_threads.n_listed > 1 || proc_bind.n_listed > 1;

  if (!is_given(Id::NumThreads)) {
    n_threads.list[0] = std::min(n_usable(), kMaxThreads);
    n_threads.n_listed = 1;
  }

  Value& thread_limit = (*this)[Id::ThreadLimit];
  if (thread_limit.number > kMaxThreads) thread_limit.number = kMaxThreads;
  if ((*this)[Id::WaitPolicy].flag) {  // KMP_LIBRARY=serial
    thread_limit.number = 1;
    set_source(Id::ThreadLimit, source(Id::WaitPolicy));
  }

  // Places are of use for binding only, so a list of places asks for binding, as it does on libgomp and libomp.
  if (!is_given(Id::ProcBind)) {
    proc_bind.list[0] = static_cast<uint32_t>(is_given(Id::Places) ? ProcBind::True : ProcBind::False);
    proc_bind.n_listed = 1;
    set_source(Id::ProcBind, source(Id::Places));
  }

  // OpenMP 6.0, section 4.1.3: a list of numbers or bindings asks for nested regions.
  Value& levels = (*this)[Id::MaxActiveLevels];
  Value& nested = (*this)[Id::Nested];
  if (!is_given(Id::MaxActiveLevels)) {
    levels.number = 1;
    if (is_given(Id::Nested)) {
      if (nested.flag) levels.number = kSupportedActiveLevels;
      set_source(Id::MaxActiveLevels, source(Id::Nested));
    } else if (lists_levels) {
      levels.number = kSupportedActiveLevels;
      set_source(Id::MaxActiveLevels, source(n_threads.n_listed > 1 ? Id::NumThreads : Id::ProcBind));
    }
  }
  nested.flag = levels.number > 1;

  // A duration is more precise than a policy, so it counts if both are given.
  if (!is_given(Id::Spin)) {
    const WaitPolicy policy = (*this)[Id::WaitPolicy].wait_policy;
    uint64_t& spin_ns = (*this)[Id::Spin].number;
    spin_ns = kDefaultSpin_ns;
    if (policy != WaitPolicy::Default) {
      spin_ns = policy == WaitPolicy::Active ? kForever : 0;
      set_source(Id::Spin, source(Id::WaitPolicy));
    }
  }
}

void Settings::warn_about_malformed_values() const {
  for (const Row& row : kRows) {
    const Malformed& malformed = malformed_[index_of(row.id)];
    if (malformed.text == nullptr) continue;
    char problem[320];
    describe_problem(malformed.spelling.type, row, malformed.text, problem, sizeof problem);
    Text value;
    add_value(row, (*this)[row.id], &value);
    if (value.is_empty() || value.view() == "default") {
      base::warn("%s='%.200s' %s; using the default", malformed.spelling.variable, malformed.text, problem);
    } else {
      base::warn("%s='%.200s' %s; using the default, %s%s%s", malformed.spelling.variable, malformed.text, problem,
                 value.c_str(), row.unit[0] != '\0' ? " " : "", row.unit);
    }
  }
}

bool Settings::binds_in_order() const {
  const char* variable = is_given(Id::ProcBind) ? source(Id::ProcBind) : "";
  return strcmp(variable, "GOMP_CPU_AFFINITY") == 0 || strcmp(variable, "KMP_AFFINITY") == 0;
}

Options Settings::options() const {
  const Settings& self = *this;
  const auto number = [&](Id id) { return static_cast<uint32_t>(self[id].number); };
  Options options{};
  const Value& n_threads = self[Id::NumThreads];
  const Value& proc_bind = self[Id::ProcBind];
  for (unsigned i = 0; i < kMaxListedLevels; ++i) {
    options.n_threads[i] = n_threads.list[i];
    options.proc_bind[i] = static_cast<ProcBind>(proc_bind.list[i]);
  }
  options.n_threads_listed = n_threads.n_listed;
  options.proc_bind_listed = proc_bind.n_listed;
  const bool follows_places =
      is_given(Id::Places) && is_given(Id::ProcBind) && strcmp(source(Id::ProcBind), source(Id::Places)) == 0;
  options.proc_bind_given = is_given(Id::ProcBind) && !follows_places;
  options.binds_in_order = binds_in_order();
  options.thread_limit = number(Id::ThreadLimit);
  options.max_active_levels = number(Id::MaxActiveLevels);
  options.library_threads = self[Id::LibraryThreads].text;
  options.dynamic = self[Id::Dynamic].flag;
  options.schedule = self[Id::Schedule].schedule;
  options.stack_bytes = self[Id::StackSize].number;
  options.wait_policy = self[Id::WaitPolicy].wait_policy;
  options.spin_ns = self[Id::Spin].number;
  options.cancellation = self[Id::Cancellation].flag;
  options.max_task_priority = number(Id::MaxTaskPriority);
  options.places = self[Id::Places].text;
  options.display_env = self[Id::DisplayEnv].display_mode != DisplayMode::Off;
  options.display_env_verbose = self[Id::DisplayEnv].display_mode == DisplayMode::Verbose;
  options.display_affinity = self[Id::DisplayAffinity].flag;
  options.display_is_diagnostic =
      is_given(Id::DisplayAffinity) && strcmp(source(Id::DisplayAffinity), "KMP_AFFINITY") == 0;
  options.affinity_format = self[Id::AffinityFormat].text;
  options.default_device = number(Id::DefaultDevice);
  options.target_offload = self[Id::TargetOffload].target_offload;
  options.n_teams = number(Id::NumTeams);
  options.teams_thread_limit = number(Id::TeamsThreadLimit);
  options.allocator = self[Id::Allocator].text;
  options.tool = self[Id::Tool].flag;
  options.tool_libraries = self[Id::ToolLibraries].text;
  options.verbose = self[Id::Verbose].flag;
  options.tool_verbose_init = self[Id::ToolVerboseInit].text;
  options.trace = self[Id::Trace].text;
  options.trace_bytes = self[Id::TraceBytes].number;
  options.graph = self[Id::Graph].flag;
  options.patterns = self[Id::Patterns].text;
  options.graph_report = self[Id::GraphReport].text;
  options.count = self[Id::Count].text;
  options.check_graph = self[Id::Check].flag;
  options.graph_coarsen = self[Id::GraphCoarsen].flag;
  options.loop_order = self[Id::LoopOrder].loop_order;
  options.graph_way = self[Id::GraphWay].graph_way;
  options.graph_compare = self[Id::GraphCompare].flag;
  options.graph_records = number(Id::GraphRecords);
  options.graph_static = self[Id::GraphStatic].flag;
  options.longest_period = number(Id::Autograph);
  options.oldest_first = self[Id::OldestFirst].flag;
  options.fixed_reduction = self[Id::FixedReduction].flag;
  options.immediate_successor_percent = number(Id::ImmediateSuccessor);
  options.neighbours = self[Id::Neighbours].flag;
  options.at_once_ns = number(Id::AtOnce);
  options.throttle_tasks = number(Id::Throttle);
  options.without = number(Id::Without);
  return options;
}

}  // namespace rondo::config
