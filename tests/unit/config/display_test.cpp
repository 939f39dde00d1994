// SPDX-License-Identifier: Apache-2.0
//
// OMP_DISPLAY_ENV in both dialects against what libgomp 12 and libomp 19 print for the same environment (their own
// defaults replaced by ours), and the JSON report.
#include <algorithm>
#include <initializer_list>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "config/load.hpp"
#include "os/thread.hpp"
#include "os/topology.hpp"

namespace rondo::config {
namespace {

std::string with(std::initializer_list<const char*> entries, void (*add)(const Settings&, Text*)) {
  std::vector<const char*> environment(entries);
  environment.push_back(nullptr);
  Settings settings;
  settings.read(Environment(environment.data(), false));
  settings.resolve([] { return 2u; });
  Text text;
  add(settings, &text);
  return text.c_str();
}

std::string libgomp(std::initializer_list<const char*> entries) {
  return with(entries, [](const Settings& s, Text* out) { add_environment_display(s, Dialect::Libgomp, false, out); });
}
std::string libgomp_verbose(std::initializer_list<const char*> entries) {
  return with(entries, [](const Settings& s, Text* out) { add_environment_display(s, Dialect::Libgomp, true, out); });
}
std::string libomp(std::initializer_list<const char*> entries) {
  return with(entries, [](const Settings& s, Text* out) { add_environment_display(s, Dialect::Libomp, false, out); });
}
std::string libomp_verbose(std::initializer_list<const char*> entries) {
  return with(entries, [](const Settings& s, Text* out) { add_environment_display(s, Dialect::Libomp, true, out); });
}

bool has_line(const std::string& text, const std::string& line) {
  return text.find("\n" + line + "\n") != std::string::npos;
}

TEST(Display, LibgompDefaults) {
  EXPECT_EQ(libgomp({}), R"(
OPENMP DISPLAY ENVIRONMENT BEGIN
  _OPENMP = '201511'
  OMP_DYNAMIC = 'FALSE'
  OMP_NESTED = 'FALSE'
  OMP_NUM_THREADS = '2'
  OMP_SCHEDULE = 'STATIC'
  OMP_PROC_BIND = 'FALSE'
  OMP_PLACES = ''
  OMP_STACKSIZE = '0'
  OMP_WAIT_POLICY = 'PASSIVE'
  OMP_THREAD_LIMIT = '65535'
  OMP_MAX_ACTIVE_LEVELS = '1'
  OMP_NUM_TEAMS = '0'
  OMP_TEAMS_THREAD_LIMIT = '0'
  OMP_CANCELLATION = 'FALSE'
  OMP_DEFAULT_DEVICE = '0'
  OMP_MAX_TASK_PRIORITY = '0'
  OMP_DISPLAY_AFFINITY = 'FALSE'
  OMP_AFFINITY_FORMAT = 'level %L thread %i affinity %A'
  OMP_ALLOCATOR = 'omp_default_mem_alloc'
  OMP_TARGET_OFFLOAD = 'DEFAULT'
OPENMP DISPLAY ENVIRONMENT END
)");
}

TEST(Display, LibgompGivenValues) {
  const std::string text =
      libgomp({"OMP_NUM_THREADS=4,2", "OMP_SCHEDULE=monotonic:dynamic,4", "OMP_PROC_BIND=primary,spread",
               "OMP_STACKSIZE=16M", "OMP_WAIT_POLICY=active", "OMP_CANCELLATION=true", "OMP_TARGET_OFFLOAD=disabled",
               "OMP_MAX_ACTIVE_LEVELS=3", "OMP_AFFINITY_FORMAT=%i Here", "OMP_ALLOCATOR=omp_high_bw_mem_alloc"});
  EXPECT_TRUE(has_line(text, "  OMP_NUM_THREADS = '4,2'")) << text;
  EXPECT_TRUE(has_line(text, "  OMP_SCHEDULE = 'MONOTONIC:DYNAMIC,4'")) << text;
  EXPECT_TRUE(has_line(text, "  OMP_PROC_BIND = 'MASTER,SPREAD'")) << text;
  EXPECT_TRUE(has_line(text, "  OMP_STACKSIZE = '16777216'")) << text;
  EXPECT_TRUE(has_line(text, "  OMP_WAIT_POLICY = 'ACTIVE'")) << text;
  EXPECT_TRUE(has_line(text, "  OMP_CANCELLATION = 'TRUE'")) << text;
  EXPECT_TRUE(has_line(text, "  OMP_TARGET_OFFLOAD = 'DISABLED'")) << text;
  EXPECT_TRUE(has_line(text, "  OMP_NESTED = 'TRUE'")) << text;
  EXPECT_TRUE(has_line(text, "  OMP_AFFINITY_FORMAT = '%i Here'")) << text;
  EXPECT_TRUE(has_line(text, "  OMP_ALLOCATOR = 'omp_high_bw_mem_alloc'")) << text;
  EXPECT_EQ(text.find("RONDO"), std::string::npos);
}

TEST(Display, LibgompShowsModifiersThatChangeSomething) {
  const auto shows = [](const char* given, const char* line) {
    return has_line(libgomp({given}), "  OMP_SCHEDULE = '" + std::string(line) + "'");
  };
  EXPECT_TRUE(shows("OMP_SCHEDULE=monotonic:static", "STATIC"));
  EXPECT_TRUE(shows("OMP_SCHEDULE=nonmonotonic:static,2", "NONMONOTONIC:STATIC,2"));
  EXPECT_TRUE(shows("OMP_SCHEDULE=nonmonotonic:dynamic,3", "DYNAMIC,3"));
  EXPECT_TRUE(shows("OMP_SCHEDULE=monotonic:guided", "MONOTONIC:GUIDED"));
}

TEST(Display, BindingWithoutPlacesIsToCores) {
  EXPECT_FALSE(has_line(libgomp({"OMP_PROC_BIND=close"}), "  OMP_PLACES = ''"));
  EXPECT_TRUE(has_line(libomp({"OMP_PROC_BIND=close"}), "  [host] OMP_PLACES='cores'"));
}

TEST(Display, TrueIsWhatItComesToOnLibomp) {
  EXPECT_TRUE(has_line(libomp({"OMP_PROC_BIND=true"}), "  [host] OMP_PROC_BIND='spread'"));
  EXPECT_TRUE(has_line(libomp({"OMP_PLACES=threads"}), "  [host] OMP_PROC_BIND='spread'"));
  EXPECT_TRUE(has_line(libomp({"GOMP_CPU_AFFINITY=0"}), "  [host] OMP_PROC_BIND='intel'"));
  EXPECT_TRUE(has_line(libomp({"KMP_AFFINITY=compact"}), "  [host] OMP_PROC_BIND='intel'"));
  EXPECT_TRUE(has_line(libgomp({"OMP_PLACES=threads"}), "  OMP_PROC_BIND = 'TRUE'"));
}

TEST(Display, LibgompShowsTheProcessorsOfPlaces) {
  const unsigned cpu = os::process_cpus().first();
  const std::string places = "OMP_PLACES={" + std::to_string(cpu) + "}";
  EXPECT_TRUE(has_line(libgomp({places.c_str()}), "  OMP_PLACES = '{" + std::to_string(cpu) + "}'"));
  EXPECT_FALSE(has_line(libgomp({"OMP_PLACES=threads"}), "  OMP_PLACES = ''"));
  EXPECT_FALSE(has_line(libgomp({"OMP_PLACES=threads"}), "  OMP_PLACES = 'threads'"));
}

TEST(Display, LibgompVerboseAddsItsOwnAndOurs) {
  const std::string text = libgomp_verbose({"GOMP_SPINCOUNT=3M"});
  EXPECT_TRUE(has_line(text, "  GOMP_CPU_AFFINITY = ''")) << text;
  EXPECT_TRUE(has_line(text, "  GOMP_STACKSIZE = '0'")) << text;
  EXPECT_TRUE(has_line(text, "  GOMP_SPINCOUNT = '3000000'")) << text;
  EXPECT_TRUE(has_line(text, "  RONDO_SPIN_US = '30000us'")) << text;
  EXPECT_TRUE(has_line(text, "  RONDO_GRAPH = 'TRUE'")) << text;
  EXPECT_TRUE(has_line(libgomp_verbose({"RONDO_SPIN_US=infinite"}), "  GOMP_SPINCOUNT = 'INFINITE'"));
}

TEST(Display, LibompDefaults) {
  EXPECT_EQ(libomp({"OMP_DISPLAY_ENV=true", "OMP_STACKSIZE=8M"}), R"(
OPENMP DISPLAY ENVIRONMENT BEGIN
   _OPENMP='201611'
  [host] OMP_AFFINITY_FORMAT='OMP: pid %P tid %i thread %n bound to OS proc set {%A}'
  [host] OMP_ALLOCATOR='omp_default_mem_alloc'
  [host] OMP_CANCELLATION='FALSE'
  [host] OMP_DEFAULT_DEVICE='0'
  [host] OMP_DISPLAY_AFFINITY='FALSE'
  [host] OMP_DISPLAY_ENV='TRUE'
  [host] OMP_DYNAMIC='FALSE'
  [host] OMP_MAX_ACTIVE_LEVELS='1'
  [host] OMP_MAX_TASK_PRIORITY='0'
  [host] OMP_NESTED: deprecated; max-active-levels-var=1
  [host] OMP_NUM_TEAMS='0'
  [host] OMP_NUM_THREADS: value is not defined
  [host] OMP_PLACES: value is not defined
  [host] OMP_PROC_BIND='false'
  [host] OMP_SCHEDULE='static'
  [host] OMP_STACKSIZE='8M'
  [host] OMP_TARGET_OFFLOAD=DEFAULT
  [host] OMP_TEAMS_THREAD_LIMIT='0'
  [host] OMP_THREAD_LIMIT='65535'
  [host] OMP_TOOL='enabled'
  [host] OMP_TOOL_LIBRARIES: value is not defined
  [host] OMP_TOOL_VERBOSE_INIT: value is not defined
  [host] OMP_WAIT_POLICY='PASSIVE'
OPENMP DISPLAY ENVIRONMENT END


)");
}

TEST(Display, LibompGivenValues) {
  const std::string text =
      libomp({"OMP_NUM_THREADS=4,2", "OMP_SCHEDULE=monotonic:dynamic,4", "OMP_PROC_BIND=close,spread",
              "OMP_STACKSIZE=3000", "OMP_WAIT_POLICY=active", "OMP_PLACES=cores", "OMP_TARGET_OFFLOAD=disabled",
              "OMP_DISPLAY_ENV=verbose", "OMP_MAX_ACTIVE_LEVELS=3"});
  EXPECT_TRUE(has_line(text, "  [host] OMP_NUM_THREADS='4,2'")) << text;
  EXPECT_TRUE(has_line(text, "  [host] OMP_SCHEDULE='monotonic:dynamic,4'")) << text;
  EXPECT_TRUE(has_line(text, "  [host] OMP_PROC_BIND='close,spread'")) << text;
  EXPECT_TRUE(has_line(text, "  [host] OMP_STACKSIZE='3000k'")) << text;
  EXPECT_TRUE(has_line(text, "  [host] OMP_WAIT_POLICY='ACTIVE'")) << text;
  EXPECT_TRUE(has_line(text, "  [host] OMP_PLACES='cores'")) << text;
  EXPECT_TRUE(has_line(text, "  [host] OMP_TARGET_OFFLOAD=DISABLED")) << text;
  EXPECT_TRUE(has_line(text, "  [host] OMP_DISPLAY_ENV='VERBOSE'")) << text;
  EXPECT_TRUE(has_line(text, "  [host] OMP_NESTED: deprecated; max-active-levels-var=3")) << text;
}

TEST(Display, LibompVerboseAddsItsOwnAndOurs) {
  const std::string text = libomp_verbose({"KMP_BLOCKTIME=20"});
  EXPECT_TRUE(has_line(text, "  [host] KMP_BLOCKTIME='20ms'")) << text;
  EXPECT_TRUE(has_line(text, "  [host] KMP_LIBRARY='throughput'")) << text;
  EXPECT_TRUE(has_line(text, "  [host] RONDO_GRAPH='TRUE'")) << text;
  EXPECT_TRUE(has_line(text, "  [host] RONDO_SPIN_US='20000us'")) << text;
  EXPECT_TRUE(has_line(libomp_verbose({}), "  [host] KMP_BLOCKTIME='200us'"));
  EXPECT_TRUE(has_line(libomp_verbose({"KMP_BLOCKTIME=infinite"}), "  [host] KMP_BLOCKTIME='infinite'"));
  EXPECT_TRUE(has_line(libomp_verbose({"KMP_LIBRARY=serial"}), "  [host] KMP_LIBRARY='serial'"));
}

TEST(Display, UnsetStackIsTheSystemsForLibomp) {
  EXPECT_FALSE(has_line(libomp({}), "  [host] OMP_STACKSIZE='0'"));
  EXPECT_GT(os::default_stack_bytes(), 0u);
}

TEST(Display, GoesToStandardErrorInOnePiece) {
  testing::internal::CaptureStderr();
  display_environment(Dialect::Libgomp, false);
  const std::string gomp = testing::internal::GetCapturedStderr();
  EXPECT_NE(gomp.find("\nOPENMP DISPLAY ENVIRONMENT BEGIN\n  _OPENMP = '201511'\n"), std::string::npos);
  testing::internal::CaptureStderr();
  display_environment(Dialect::Libomp, true);
  const std::string omp = testing::internal::GetCapturedStderr();
  EXPECT_NE(omp.find("\nOPENMP DISPLAY ENVIRONMENT BEGIN\n   _OPENMP='201611'\n"), std::string::npos);
  EXPECT_NE(omp.find("RONDO_GRAPH"), std::string::npos);
}

TEST(Report, IsJsonWithOneObjectPerRow) {
  const std::string text =
      with({"OMP_NUM_THREADS=4,2", "OMP_AFFINITY_FORMAT=\"a\\b\"\t\xc3\xa4", "RONDO_SPIN_US=5"}, add_settings_json);
  const nlohmann::json report = nlohmann::json::parse(text);
  ASSERT_EQ(report.size(), kRowCount);
  for (unsigned i = 0; i < kRowCount; ++i) {
    const nlohmann::json& row = report[i];
    std::vector<nlohmann::json> variables(row.at("aliases").begin(), row.at("aliases").end());
    variables.push_back(row.at("name"));
    EXPECT_NE(std::find(variables.begin(), variables.end(), kRows[i].spellings[0].variable), variables.end());
    EXPECT_EQ(row.at("text"), kRows[i].text);
    EXPECT_TRUE(row.at("value").is_string());
  }
  const nlohmann::json& threads = report[index_of(Id::NumThreads)];
  EXPECT_EQ(threads.at("value"), "4,2");
  EXPECT_EQ(threads.at("source"), "environment variable OMP_NUM_THREADS");
  EXPECT_EQ(threads.at("name"), "OMP_NUM_THREADS");
  EXPECT_EQ(threads.at("aliases"), (nlohmann::json{"RONDO_NUM_THREADS"}));
  EXPECT_EQ(report[index_of(Id::Graph)].at("source"), "default");
  EXPECT_EQ(report[index_of(Id::Spin)].at("value"), "5us");
  EXPECT_EQ(report[index_of(Id::AffinityFormat)].at("value"), "\"a\\b\"\t\u00c3\u00a4");
}

TEST(Report, OfThisProcessIsBuiltOnce) {
  const char* report = settings_json();
  EXPECT_EQ(nlohmann::json::parse(report).size(), kRowCount);
  EXPECT_EQ(settings_json(), report);
}

TEST(Load, ReturnsOneObject) {
  const Options& options = load();
  EXPECT_EQ(&load(), &options);
  EXPECT_GE(options.n_threads[0], 1u);
  EXPECT_GE(options.n_threads_listed, 1u);
}

}  // namespace
}  // namespace rondo::config
