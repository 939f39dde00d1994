// SPDX-License-Identifier: Apache-2.0
//
// config/settings.hpp over environments made up here: precedence, what follows from what, and every message.
#include "config/settings.hpp"

#include <initializer_list>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace rondo::config {
namespace {

// What os::usable_processors() would say.
unsigned n_usable = 2;
unsigned usable() { return n_usable; }

// One environment taken through all steps, with what was said.
class Process {
 public:
  Process(std::initializer_list<const char*> entries, bool is_secure = false, unsigned n_processors = 2)
      : entries_(entries) {
    entries_.push_back(nullptr);
    const Environment environment(entries_.data(), is_secure);
    testing::internal::CaptureStderr();
    settings.read(environment);
    settings.settle_affinity(environment, [](const char* subset) { return std::string(subset) != "9c"; });
    n_usable = n_processors;
    settings.resolve(usable);
    settings.warn_about_malformed_values();
    warn_about_ineffective_variables(environment);
    said = testing::internal::GetCapturedStderr();
    options = settings.options();
  }

  std::string source(Id id) const { return settings.is_given(id) ? settings.source(id) : "default"; }

  Settings settings;
  Options options;
  std::string said;

 private:
  std::vector<const char*> entries_;
};

// Entries that may be settings are looked through first; with more than there is room for, all are.
TEST(Environment, FindsTheLastOfMany) {
  for (int n : {1, 63, 64, 65, 200}) {
    std::vector<std::string> texts = {"HOME=/", "OMPX=1"};
    for (int i = 1; i < n; i++) texts.push_back("OMP_UNKNOWN_" + std::to_string(i) + "=1");
    texts.push_back("KMP_LAST=yes");
    std::vector<const char*> entries;
    for (const std::string& text : texts) entries.push_back(text.c_str());
    entries.push_back(nullptr);
    const Environment environment(entries.data(), false);
    EXPECT_STREQ(environment.find("KMP_LAST"), "yes") << n;
    EXPECT_EQ(environment.find("KMP_LAS"), nullptr) << n;
  }
}

TEST(Settings, DefaultsOfAnEmptyEnvironment) {
  const Process run({});
  EXPECT_EQ(run.said, "");
  const Options& options = run.options;
  EXPECT_EQ(options.n_threads[0], 2u);
  EXPECT_EQ(options.n_threads_listed, 1u);
  EXPECT_EQ(options.thread_limit, kMaxThreads);
  EXPECT_EQ(options.max_active_levels, 1u);
  EXPECT_FALSE(options.dynamic);
  EXPECT_EQ(options.schedule.kind, ScheduleKind::Static);
  EXPECT_EQ(options.schedule.chunk, 0);
  EXPECT_EQ(options.stack_bytes, 0u);
  EXPECT_EQ(options.wait_policy, WaitPolicy::Default);
  EXPECT_EQ(options.spin_ns, 200'000u);
  EXPECT_FALSE(options.cancellation);
  EXPECT_EQ(options.max_task_priority, 0u);
  EXPECT_EQ(options.proc_bind_listed, 1u);
  EXPECT_EQ(options.proc_bind[0], ProcBind::False);
  EXPECT_FALSE(options.proc_bind_given);
  EXPECT_EQ(options.places, nullptr);
  EXPECT_FALSE(options.display_env);
  EXPECT_EQ(options.affinity_format, nullptr);
  EXPECT_EQ(options.target_offload, TargetOffload::Default);
  EXPECT_EQ(options.n_teams, 0u);
  EXPECT_TRUE(options.graph);
  EXPECT_EQ(options.graph_report, nullptr);
  EXPECT_FALSE(options.check_graph);
  EXPECT_TRUE(options.graph_compare);
  EXPECT_EQ(options.graph_records, 1024u);
  EXPECT_TRUE(options.graph_static);
  EXPECT_EQ(options.immediate_successor_percent, 100u);
  EXPECT_EQ(options.throttle_tasks, 4096u);
  EXPECT_EQ(options.at_once_ns, 200u);
  EXPECT_EQ(options.without, 0u);
}

TEST(Settings, RanksShareTheMachine) {
  const auto threads = [](std::vector<const char*> entries, unsigned n_processors) {
    entries.push_back(nullptr);
    const Environment environment(entries.data(), false);
    Settings settings;
    settings.read(environment);
    n_usable = n_processors;
    settings.resolve(usable);
    settings.share_with_ranks(environment, [] { return 8u; });
    const char* source = settings.source(Id::NumThreads);
    return std::to_string(settings.options().n_threads[0]) + (source == nullptr ? "" : source);
  };
  EXPECT_EQ(threads({}, 8), "8");
  EXPECT_EQ(threads({"OMPI_COMM_WORLD_LOCAL_SIZE=3"}, 8), "2OMPI_COMM_WORLD_LOCAL_SIZE");
  EXPECT_EQ(threads({"MPI_LOCALNRANKS=9"}, 8), "1MPI_LOCALNRANKS");
  EXPECT_EQ(threads({"MPI_LOCALNRANKS=1"}, 8), "8");
  EXPECT_EQ(threads({"MPI_LOCALNRANKS=x"}, 8), "8");
  EXPECT_EQ(threads({"MPI_LOCALNRANKS=4"}, 1), "1");  // bound to one
  EXPECT_EQ(threads({"MPI_LOCALNRANKS=4", "OMP_NUM_THREADS=6"}, 8), "6OMP_NUM_THREADS");
}

TEST(Settings, RankThatALauncherGives) {
  const auto rank = [](std::vector<const char*> entries) {
    entries.push_back(nullptr);
    const LauncherRank found = rank_of(Environment(entries.data(), false));
    return std::to_string(found.number) + " of " + std::to_string(found.n_ranks);
  };
  EXPECT_EQ(rank({"OMPI_COMM_WORLD_RANK=3", "OMPI_COMM_WORLD_SIZE=8"}), "3 of 8");
  EXPECT_EQ(rank({"PMI_RANK=0", "PMI_SIZE=2"}), "0 of 2");
  EXPECT_EQ(rank({"PMI_RANK=0"}), "0 of 0");
  EXPECT_EQ(rank({"PMI_RANK=0", "PMI_SIZE=x"}), "0 of 0");
}

TEST(Settings, NoEnvironmentAtAllIsTheSame) {
  Settings settings;
  settings.read(Environment(nullptr, false));
  settings.resolve([] { return 3u; });
  EXPECT_EQ(settings.options().n_threads[0], 3u);
  warn_about_ineffective_variables(Environment(nullptr, false));
}

TEST(Settings, OnlyTheDefaultNumberOfThreadsAsksForProcessors) {
  static int n_asked;
  n_asked = 0;
  const auto ask = [] {
    n_asked++;
    return 3u;
  };
  const char* const entries[] = {"OMP_NUM_THREADS=4", nullptr};
  Settings settings;
  settings.read(Environment(entries, false));
  settings.resolve(ask);
  EXPECT_EQ(settings.options().n_threads[0], 4u);
  EXPECT_EQ(n_asked, 0);
  Settings usual;
  usual.read(Environment(nullptr, false));
  usual.resolve(ask);
  EXPECT_EQ(n_asked, 1);
}

TEST(Settings, EveryFieldIsTakenFromItsVariable) {
  const Process run({"OMP_NUM_THREADS=4,3",
                     "OMP_THREAD_LIMIT=10",
                     "OMP_MAX_ACTIVE_LEVELS=5",
                     "OMP_DYNAMIC=true",
                     "OMP_SCHEDULE=monotonic:guided,7",
                     "OMP_STACKSIZE=16M",
                     "OMP_WAIT_POLICY=passive",
                     "OMP_CANCELLATION=true",
                     "OMP_MAX_TASK_PRIORITY=9",
                     "OMP_PROC_BIND=spread,close",
                     "OMP_PLACES=cores",
                     "OMP_DISPLAY_ENV=verbose",
                     "OMP_DISPLAY_AFFINITY=1",
                     "OMP_AFFINITY_FORMAT=%i",
                     "OMP_DEFAULT_DEVICE=3",
                     "OMP_TARGET_OFFLOAD=disabled",
                     "OMP_NUM_TEAMS=6",
                     "OMP_TEAMS_THREAD_LIMIT=8",
                     "OMP_ALLOCATOR=omp_large_cap_mem_alloc",
                     "RONDO_GRAPH=0",
                     "RONDO_GRAPH_REPORT=graphs",
                     "RONDO_GRAPH_COMPARE=false",
                     "RONDO_GRAPH_RECORDS=33",
                     "RONDO_GRAPH_STATIC=false",
                     "RONDO_AUTOGRAPH=333",
                     "RONDO_CHECK=graph",
                     "RONDO_IMMEDIATE_SUCCESSOR=50",
                     "RONDO_THROTTLE=77",
                     "RONDO_AT_ONCE_NS=55",
                     "RONDO_WITHOUT=rows,halves",
                     "RONDO_LOOP_ORDER=nonmonotonic",
                     "RONDO_SPIN_US=12"});
  EXPECT_EQ(run.said, "");
  const Options& options = run.options;
  EXPECT_EQ(options.n_threads_listed, 2u);
  EXPECT_EQ(options.n_threads[0], 4u);
  EXPECT_EQ(options.n_threads[1], 3u);
  EXPECT_EQ(options.thread_limit, 10u);
  EXPECT_EQ(options.max_active_levels, 5u);
  EXPECT_TRUE(options.dynamic);
  EXPECT_EQ(options.schedule.kind, ScheduleKind::Guided);
  EXPECT_EQ(options.schedule.chunk, 7);
  EXPECT_EQ(options.schedule.modifier, ScheduleModifier::Monotonic);
  EXPECT_EQ(options.stack_bytes, size_t{16} << 20);
  EXPECT_EQ(options.wait_policy, WaitPolicy::Passive);
  EXPECT_EQ(options.spin_ns, 12'000u);
  EXPECT_TRUE(options.cancellation);
  EXPECT_EQ(options.max_task_priority, 9u);
  EXPECT_EQ(options.proc_bind_listed, 2u);
  EXPECT_EQ(options.proc_bind[0], ProcBind::Spread);
  EXPECT_EQ(options.proc_bind[1], ProcBind::Close);
  EXPECT_TRUE(options.proc_bind_given);
  EXPECT_STREQ(options.places, "cores");
  EXPECT_TRUE(options.display_env && options.display_env_verbose);
  EXPECT_TRUE(options.display_affinity);
  EXPECT_STREQ(options.affinity_format, "%i");
  EXPECT_EQ(options.default_device, 3u);
  EXPECT_EQ(options.target_offload, TargetOffload::Disabled);
  EXPECT_EQ(options.n_teams, 6u);
  EXPECT_EQ(options.teams_thread_limit, 8u);
  EXPECT_STREQ(options.allocator, "omp_large_cap_mem_alloc");
  EXPECT_FALSE(options.graph);
  EXPECT_STREQ(options.graph_report, "graphs");
  EXPECT_TRUE(options.check_graph);
  EXPECT_FALSE(options.graph_compare);
  EXPECT_EQ(options.graph_records, 33u);
  EXPECT_FALSE(options.graph_static);
  EXPECT_EQ(options.longest_period, 333u);
  EXPECT_EQ(options.immediate_successor_percent, 50u);
  EXPECT_EQ(options.throttle_tasks, 77u);
  EXPECT_EQ(options.at_once_ns, 55u);
  EXPECT_EQ(options.loop_order, LoopOrder::Nonmonotonic);
  EXPECT_EQ(options.without, bit_of(Mechanism::Rows) | bit_of(Mechanism::Halves));
}

TEST(Settings, EverySpellingOfEveryRowIsRead) {
  // For each type two different values that are good in every row, so that a swapped row would show.
  for (const Row& row : kRows) {
    for (const Spelling& spelling : row.spellings) {
      if (spelling.variable == nullptr) continue;
      const char* text = "1";
      switch (spelling.type) {
        case Type::Schedule:
          text = "guided";
          break;
        case Type::WaitPolicy:
          text = "active";
          break;
        case Type::KmpLibrary:
          text = "turnaround";
          break;
        case Type::BindList:
          text = "close";
          break;
        case Type::Places:
          text = "{0}";
          break;
        case Type::KmpAffinity:
          text = "scatter";
          break;
        case Type::KmpSubset:
          text = "1c";
          break;
        case Type::Offload:
          text = "mandatory";
          break;
        case Type::Checks:
          text = "graph";
          break;
        case Type::Mechanisms:
          text = "rows";
          break;
        case Type::GraphWay:
          text = "plain";
          break;
        case Type::LoopOrder:
          text = "monotonic";
          break;
        case Type::Kilobytes:
        case Type::Bytes:
          text = "64K";
          break;
        default:
          break;
      }
      const std::string entry = std::string(spelling.variable) + "=" + text;
      const Process run({entry.c_str()});
      EXPECT_EQ(run.said, "") << entry;
      EXPECT_EQ(run.source(row.id), spelling.variable) << entry;
    }
  }
}

TEST(Settings, OurSpellingBeatsTheStandardsWhichBeatsAliases) {
  const Process ours({"OMP_NUM_THREADS=3", "RONDO_NUM_THREADS=5"});
  EXPECT_EQ(ours.options.n_threads[0], 5u);
  EXPECT_EQ(ours.source(Id::NumThreads), "RONDO_NUM_THREADS");
  const Process standard({"KMP_STACKSIZE=1000000", "GOMP_STACKSIZE=100", "OMP_STACKSIZE=200"});
  EXPECT_EQ(standard.options.stack_bytes, 200u * 1024);
  const Process gomp({"KMP_STACKSIZE=1000000", "GOMP_STACKSIZE=100"});
  EXPECT_EQ(gomp.options.stack_bytes, 100u * 1024);
  const Process kmp({"KMP_STACKSIZE=1000000"});
  EXPECT_EQ(kmp.options.stack_bytes, 1'000'000u);
}

TEST(Settings, BlankMeansNotSet) {
  const Process run({"OMP_NUM_THREADS=", "OMP_SCHEDULE=  ", "RONDO_NUM_THREADS=\t", "OMP_PLACES="});
  EXPECT_EQ(run.said, "");
  EXPECT_EQ(run.options.n_threads[0], 2u);
  EXPECT_EQ(run.source(Id::NumThreads), "default");
}

TEST(Settings, VariablesThatOnlyStartAlikeAreNotTaken) {
  const Process run({"OMP_NUM_THREADS_X=7", "XOMP_NUM_THREADS=7", "OMP_NUM_THREAD=7"});
  EXPECT_EQ(run.options.n_threads[0], 2u);
}

TEST(Settings, SecureStartDoesNotLookAtOurVariables) {
  const Process run({"RONDO_NUM_THREADS=5", "RONDO_GRAFH=0", "OMP_DYNAMIC=true"}, true);
  EXPECT_EQ(run.said, "");
  EXPECT_EQ(run.options.n_threads[0], 2u);
  EXPECT_TRUE(run.options.dynamic);
}

TEST(Settings, SerialIsALimitOfOneThread) {
  const Process serial({"KMP_LIBRARY=serial", "OMP_THREAD_LIMIT=8"});
  EXPECT_EQ(serial.options.thread_limit, 1u);
  EXPECT_EQ(serial.source(Id::ThreadLimit), "KMP_LIBRARY");
  EXPECT_EQ(serial.options.spin_ns, 200'000u);
  EXPECT_EQ(Process({"KMP_ALL_THREADS=3"}).options.thread_limit, 3u);
}

TEST(Settings, ListsOfProcessorsSayWhichThreadGoesWhere) {
  EXPECT_TRUE(Process({"GOMP_CPU_AFFINITY=0"}).options.binds_in_order);
  EXPECT_TRUE(Process({"KMP_AFFINITY=compact"}).options.binds_in_order);
  EXPECT_FALSE(Process({"OMP_PLACES={0}"}).options.binds_in_order);
  EXPECT_FALSE(Process({"OMP_PROC_BIND=true", "GOMP_CPU_AFFINITY=0"}).options.binds_in_order);
}

TEST(Settings, SpinComesFromTheMostSpecificVariable) {
  const Process active({"OMP_WAIT_POLICY=active"});
  EXPECT_EQ(active.options.spin_ns, kForever);
  EXPECT_EQ(active.source(Id::Spin), "OMP_WAIT_POLICY");
  EXPECT_EQ(Process({"OMP_WAIT_POLICY=passive"}).options.spin_ns, 0u);
  EXPECT_EQ(Process({"KMP_LIBRARY=turnaround"}).options.spin_ns, kForever);
  EXPECT_EQ(Process({"KMP_LIBRARY=throughput"}).options.spin_ns, 200'000u);
  EXPECT_EQ(Process({"OMP_WAIT_POLICY=active", "KMP_BLOCKTIME=1"}).options.spin_ns, 1'000'000u);
  EXPECT_EQ(Process({"OMP_WAIT_POLICY=passive", "GOMP_SPINCOUNT=100"}).options.spin_ns, 1000u);
  EXPECT_EQ(Process({"KMP_BLOCKTIME=infinite", "RONDO_SPIN_US=3"}).options.spin_ns, 3000u);
  EXPECT_EQ(Process({"GOMP_SPINCOUNT=0"}).options.spin_ns, 0u);
}

TEST(Settings, ListsAndNestedOpenUpLevels) {
  EXPECT_EQ(Process({"OMP_NUM_THREADS=4,2"}).options.max_active_levels, kSupportedActiveLevels);
  EXPECT_EQ(Process({"OMP_PROC_BIND=spread,close"}).options.max_active_levels, kSupportedActiveLevels);
  EXPECT_EQ(Process({"OMP_NUM_THREADS=4"}).options.max_active_levels, 1u);
  EXPECT_EQ(Process({"OMP_NESTED=true"}).options.max_active_levels, kSupportedActiveLevels);
  EXPECT_EQ(Process({"OMP_NESTED=false", "OMP_NUM_THREADS=4,2"}).options.max_active_levels, 1u);
  EXPECT_EQ(Process({"OMP_NESTED=true", "OMP_MAX_ACTIVE_LEVELS=3"}).options.max_active_levels, 3u);
  EXPECT_EQ(Process({"OMP_MAX_ACTIVE_LEVELS=0"}).options.max_active_levels, 0u);
}

TEST(Settings, PlacesAskForBinding) {
  const Process places({"OMP_PLACES=cores"});
  EXPECT_EQ(places.options.proc_bind[0], ProcBind::True);
  EXPECT_FALSE(places.options.proc_bind_given);
  EXPECT_EQ(places.source(Id::ProcBind), "OMP_PLACES");
  const Process both({"OMP_PLACES=cores", "OMP_PROC_BIND=false"});
  EXPECT_EQ(both.options.proc_bind[0], ProcBind::False);
  EXPECT_TRUE(both.options.proc_bind_given);
  const Process gomp({"GOMP_CPU_AFFINITY=0-1"});
  EXPECT_STREQ(gomp.options.places, "{0}:2:1");
  EXPECT_EQ(gomp.options.proc_bind[0], ProcBind::True);
}

TEST(Settings, KmpAffinityIsBindingByAnotherName) {
  const Process compact({"KMP_AFFINITY=verbose,granularity=fine,compact,1,0"});
  EXPECT_EQ(compact.said, "");
  EXPECT_STREQ(compact.options.places, "verbose,granularity=fine,compact,1,0");
  EXPECT_EQ(compact.options.proc_bind[0], ProcBind::True);
  EXPECT_EQ(compact.source(Id::ProcBind), "KMP_AFFINITY");
  EXPECT_FALSE(compact.options.proc_bind_given);
  EXPECT_TRUE(compact.options.display_affinity);
  EXPECT_EQ(Process({"KMP_AFFINITY=balanced"}).options.proc_bind[0], ProcBind::Spread);
  for (const char* entry : {"KMP_AFFINITY=none", "KMP_AFFINITY=disabled", "KMP_AFFINITY=noverbose"}) {
    const Process unbound({entry});
    EXPECT_EQ(unbound.options.places, nullptr) << entry;
    EXPECT_EQ(unbound.options.proc_bind[0], ProcBind::False) << entry;
    EXPECT_EQ(unbound.said, "") << entry;
  }
}

TEST(Settings, OpenmpsVariablesWinOverKmpAffinity) {
  const Process places({"KMP_AFFINITY=compact", "OMP_PLACES=threads"});
  EXPECT_STREQ(places.options.places, "threads");
  EXPECT_EQ(places.said, "rondo: KMP_AFFINITY is not followed because OMP_PLACES is set; unset one of them\n");
  const Process bound({"KMP_AFFINITY=compact", "OMP_PROC_BIND=spread"});
  EXPECT_EQ(bound.options.places, nullptr);
  EXPECT_EQ(bound.options.proc_bind[0], ProcBind::Spread);
  EXPECT_EQ(bound.said, "rondo: KMP_AFFINITY is not followed because OMP_PROC_BIND is set; unset one of them\n");
  EXPECT_EQ(Process({"KMP_AFFINITY=nowarnings,compact", "OMP_PROC_BIND=false"}).said, "");
  EXPECT_EQ(Process({"KMP_AFFINITY=disabled", "OMP_PROC_BIND=true"}).said, "");
}

TEST(Settings, ASubsetOfTheMachineIsOnePlaceUnlessOthersAreNamed) {
  const Process alone({"KMP_HW_SUBSET=1c"});
  EXPECT_EQ(alone.said, "");
  EXPECT_STREQ(alone.options.places, "none");
  EXPECT_EQ(alone.options.proc_bind[0], ProcBind::True);
  EXPECT_EQ(alone.source(Id::Places), "KMP_HW_SUBSET");
  EXPECT_STREQ(Process({"KMP_HW_SUBSET=1c", "OMP_PLACES=cores"}).options.places, "cores");
  EXPECT_EQ(Process({"KMP_HW_SUBSET=1c", "OMP_PROC_BIND=false"}).options.places, nullptr);
  const Process impossible({"KMP_HW_SUBSET=9c"});
  EXPECT_EQ(impossible.said,
            "rondo: KMP_HW_SUBSET='9c' asks for more than is there of the processors this process may use, and is "
            "ignored; see `rondo info`\n");
  EXPECT_EQ(impossible.source(Id::HardwareSubset), "default");
  EXPECT_EQ(impossible.options.places, nullptr);
}

TEST(Settings, HugeLimitsAreNoLimit) {
  EXPECT_EQ(Process({"OMP_THREAD_LIMIT=4294967295"}).options.thread_limit, kMaxThreads);
  EXPECT_EQ(Process({"OMP_THREAD_LIMIT=99999999999999999999"}).options.thread_limit, kMaxThreads);
  EXPECT_EQ(Process({}, false, 100'000).options.n_threads[0], kMaxThreads);
}

struct Message {
  const char* entry;
  const char* said;
};

class SettingsMessage : public testing::TestWithParam<Message> {};

TEST_P(SettingsMessage, NamesVariableValueReasonAndWhatIsUsed) {
  const Process run({GetParam().entry});
  EXPECT_EQ(run.said, std::string("rondo: ") + GetParam().said + "\n");
  EXPECT_EQ(run.options.n_threads[0], 2u);
}

INSTANTIATE_TEST_SUITE_P(
    Malformed, SettingsMessage,
    testing::Values(
        Message{"OMP_NUM_THREADS=abc",
                "OMP_NUM_THREADS='abc' is not a whole number between 1 and 65535 or a list of at most 16 of them; "
                "using the "
                "default, 2 threads"},
        Message{
            "OMP_NUM_THREADS=0",
            "OMP_NUM_THREADS='0' is not a whole number between 1 and 65535 or a list of at most 16 of them; using the "
            "default, 2 threads"},
        Message{"OMP_NUM_THREADS=99999999",
                "OMP_NUM_THREADS='99999999' is not a whole number between 1 and 65535 or a list of at most 16 of them; "
                "using the default, 2 threads"},
        Message{"OMP_NUM_THREADS=4,x",
                "OMP_NUM_THREADS='4,x' is not a whole number between 1 and 65535 or a list of at most 16 of them; "
                "using the "
                "default, 2 threads"},
        Message{"OMP_DYNAMIC=maybe", "OMP_DYNAMIC='maybe' is neither true nor false; using the default, false"},
        Message{"OMP_THREAD_LIMIT=0",
                "OMP_THREAD_LIMIT='0' is not a whole number of at least 1; using the default, 65535 threads"},
        Message{
            "OMP_SCHEDULE=fast,4",
            "OMP_SCHEDULE='fast,4' is not static, dynamic, guided, trapezoidal, static_steal (each with an optional "
            "chunk as in guided,16) or auto; using the default, static"},
        Message{"OMP_WAIT_POLICY=lazy", "OMP_WAIT_POLICY='lazy' is neither active nor passive; using the default"},
        Message{"OMP_PLACES={0", "OMP_PLACES='{0' has a place whose closing brace is missing; using the default"},
        Message{"OMP_PROC_BIND=near",
                "OMP_PROC_BIND='near' is neither true, nor false, nor a list of primary, close and spread; using the "
                "default, false"},
        Message{"KMP_AFFINITY=near,granularity=core",
                "KMP_AFFINITY='near,granularity=core' has a word that is neither a type (none, disabled, compact, "
                "scatter, balanced, logical, physical, explicit) nor a modifier (granularity=, proclist=, [no]respect, "
                "[no]reset, "
                "[no]verbose, [no]warnings, [no]duplicates); using the default"},
        Message{"KMP_HW_SUBSET=4q",
                "KMP_HW_SUBSET='4q' is not of the form 2s,4c@1,2t: numbers of sockets (s), NUMA domains (n), caches "
                "(l2, ll), cores (c), threads (t); using the default"},
        Message{"RONDO_SPIN_US=long",
                "RONDO_SPIN_US='long' is neither a number of microseconds nor infinite; using the default, 200us"},
        Message{"RONDO_WITHOUT=rows,columns",
                "RONDO_WITHOUT='rows,columns' is neither none nor a list out of "
                "steal_backoff,batches,rows,shares,halves,wakes_elsewhere,processor_spread,contention,pauses; "
                "using the "
                "default, none"},
        Message{"RONDO_IMMEDIATE_SUCCESSOR=101",
                "RONDO_IMMEDIATE_SUCCESSOR='101' is not a whole number between 0 and 100; using the default, 100 "
                "percent"}));

INSTANTIATE_TEST_SUITE_P(
    Ineffective, SettingsMessage,
    testing::Values(
        Message{"RONDO_GRAFH=0", "RONDO_GRAFH is not a setting of Rondo and is ignored; did you mean RONDO_GRAPH?"},
        Message{"RONDO_NUM_THREAD=4",
                "RONDO_NUM_THREAD is not a setting of Rondo and is ignored; did you mean RONDO_NUM_THREADS?"},
        Message{"RONDO_THORTTLE=4",
                "RONDO_THORTTLE is not a setting of Rondo and is ignored; did you mean RONDO_THROTTLE?"},
        Message{"RONDO_SOMETHING_ELSE=1",
                "RONDO_SOMETHING_ELSE is not a setting of Rondo and is ignored; `rondo info --env` lists them"},
        Message{"RONDO_=1", "RONDO_ is not a setting of Rondo and is ignored; `rondo info --env` lists them"},
        Message{"KMP_TOPOLOGY_METHOD=cpuinfo",
                "KMP_TOPOLOGY_METHOD has no effect in this version; the machine's description comes from hwloc"}));

TEST(Settings, MalformedValueDoesNotFallThroughToAnotherSpelling) {
  const Process run({"RONDO_NUM_THREADS=many", "OMP_NUM_THREADS=7"});
  EXPECT_EQ(run.options.n_threads[0], 2u);
  EXPECT_EQ(run.source(Id::NumThreads), "default");
  EXPECT_NE(run.said.find("RONDO_NUM_THREADS='many'"), std::string::npos);
}

TEST(Settings, PartOfAMalformedListIsNotUsed) {
  const Process run({"OMP_NUM_THREADS=7,8,x", "OMP_PROC_BIND=close,spread,x"});
  EXPECT_EQ(run.options.n_threads_listed, 1u);
  EXPECT_EQ(run.options.n_threads[0], 2u);
  EXPECT_EQ(run.options.proc_bind_listed, 1u);
  EXPECT_EQ(run.options.proc_bind[0], ProcBind::False);
  EXPECT_EQ(run.options.max_active_levels, 1u);
}

TEST(Settings, HarmlessAndCompanionVariablesAreNotMentioned) {
  EXPECT_EQ(Process({"KMP_AFFINITY=disabled", "RONDO_CC=clang", "RONDO_PYTHON=python3", "RONDO_OPENMP=1",
                     "RONDO_ROOT=/opt/rondo", "RONDO_CXX=clang++", "RONDO_FC=gfortran", "KMP_DUPLICATE_LIB_OK=TRUE",
                     "PATH=/bin"})
                .said,
            "");
}

TEST(Settings, LongValuesAndNamesMakeReadableMessages) {
  const std::string value = "OMP_NUM_THREADS=" + std::string(3000, 'x');
  const Process run({value.c_str()});
  EXPECT_LT(run.said.size(), 600u);
  EXPECT_NE(run.said.find("using the default, 2 threads"), std::string::npos);
  const std::string name = "RONDO_" + std::string(300, 'X') + "=1";
  EXPECT_NE(Process({name.c_str()}).said.find("is not a setting of Rondo"), std::string::npos);
}

TEST(Settings, NearestVariable) {
  EXPECT_STREQ(nearest_variable("RONDO_PLACE"), "RONDO_PLACES");
  EXPECT_STREQ(nearest_variable("RONDO_SPIN"), nullptr);
  EXPECT_STREQ(nearest_variable("RONDO_SPINUS"), "RONDO_SPIN_US");
  EXPECT_EQ(nearest_variable("RONDO_ZZZZZZ"), nullptr);
  EXPECT_EQ(nearest_variable(""), nullptr);
}

}  // namespace
}  // namespace rondo::config
