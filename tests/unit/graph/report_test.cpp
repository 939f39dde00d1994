// SPDX-License-Identifier: Apache-2.0
//
// graph/store/history.hpp and graph/inspect/report.hpp: what has happened is counted and kept, and the report is JSON
// that says so.
#include "graph/inspect/report.hpp"
#include "graph/compile/compile.hpp"

#include <dlfcn.h>

#include <nlohmann/json.hpp>

#include <gtest/gtest.h>

#include "graph/bodies.hpp"
#include "graph/replay/cycle.hpp"
#include "new_slot.hpp"
#include "support.hpp"

namespace rondo::graph {
namespace {

using nlohmann::json;

// A diamond and a wait: 0 -> 1, 2 -> 3, wait.
Graph* diamond() {
  Recorder recorder(true);
  task::TaskSpec spec = {};
  spec.entry.gomp = gomp_body;
  spec.block_bytes = 100;
  spec.is_trivial = true;
  char block[100] = {};
  using depend::Kind;
  std::vector<std::vector<depend::Dependence>> lists = {{{8, Kind::Out}},
                                                        {{8, Kind::In}, {16, Kind::Out}},
                                                        {{8, Kind::In}, {24, Kind::Out}},
                                                        {{8, Kind::Out}, {16, Kind::In}, {24, Kind::In}}};
  for (const auto& list : lists) recorder.add_task(spec, block, list);
  recorder.add_join({}, task::Depth::Children);
  return compile(recorder);
}

// A region with a place of its own in the process-wide list.
struct ReportedRegion {
  void** slot = new_slot();
  History* history = nullptr;
  explicit ReportedRegion(const char* file = "a \"file\".c", uint64_t id = 0)
      : history(&History::of({"taskgraph", file, 12, slot, id})) {}
  ~ReportedRegion() { History::restart_in_child(); }  // its counts are nobody's any more

  Record& record() {
    Record* record = nullptr;
    RecordTable& table = RecordTable::of(slot);
    EXPECT_EQ(table.find(0, true, &record), RecordTable::Found::ToRecord);
    table.hold(*record);
    Graph* graph = diamond();
    measure_ticks(*graph);
    table.finish(*record, graph);
    history->keep(*record);
    return *record;
  }
  json report(bool is_final = true) const {
    config::Text text;
    add_history(*history, is_final, text);
    EXPECT_EQ(text.view().back(), '\n');
    return json::parse(text.view());
  }
};

TEST(History, OneForEachRegionAndId) {
  static int slots[2];
  History& first = History::of({"taskgraph", "a.c", 1, &slots[0], 0});
  EXPECT_EQ(&History::of({"taskgraph", "a.c", 1, &slots[0], 0}), &first);
  EXPECT_NE(&History::of({"taskgraph", "a.c", 1, &slots[0], 1}), &first);
  EXPECT_NE(&History::of({"taskgraph", "a.c", 1, &slots[1], 0}), &first);
  EXPECT_NE(&History::of({"taskgraph", "b.c", 1, &slots[0], 0}), &first) << "another library at the same address";
}

TEST(History, ThreadsGetTheSameOne) {
  static int slot;
  for (uint64_t id = 0; id < 50; id++) {
    std::vector<History*> found(4);
    test::on_threads(4, [&](uint32_t thread) {
      found[thread] = &History::of({"taskgraph", "a.c", 1, &slot, id});
      found[thread]->count(Event::Recapture);
    });
    for (History* history : found) EXPECT_EQ(history, found[0]);
    EXPECT_EQ(found[0]->n(Event::Recapture), 4u);
  }
  uint32_t n = 0;
  History::for_each([&](History& history) { n += history.site().slot == &slot ? 1 : 0; });
  EXPECT_EQ(n, 50u);
  History::restart_in_child();
}

TEST(History, CountsAnewInAChild) {
  ReportedRegion region;
  EXPECT_TRUE(region.history->is_untouched());
  region.history->count(Event::PureReplay);
  EXPECT_FALSE(region.history->is_untouched());
  History::restart_in_child();
  EXPECT_TRUE(region.history->is_untouched());
}

TEST(History, EachKindOfFindingIsNewsOnce) {
  ReportedRegion region;
  Findings findings;
  findings[Drift::Data].n_places = 3;
  findings[Drift::Data].node = 7;
  EXPECT_EQ(region.history->add(findings), 1U << static_cast<uint32_t>(Drift::Data));
  findings[Drift::Data].node = 9;
  findings[Drift::Order].n_places = 1;
  EXPECT_EQ(region.history->add(findings), 1U << static_cast<uint32_t>(Drift::Order));
  region.history->look([](const Record*, const Graph*, const Findings& known) {
    EXPECT_EQ(known[Drift::Data].node, 7u) << "the first place stays";
    EXPECT_EQ(known[Drift::Data].n_places, 6u);
  });
}

TEST(Report, OfARegionThatWasNeverRecorded) {
  ReportedRegion region;
  region.history->count(Event::PlainIf);
  json report = region.report();
  EXPECT_EQ(report.at("file"), "a \"file\".c");
  EXPECT_EQ(report.at("line"), 12);
  EXPECT_EQ(report.at("events").at("plain_if"), 1);
  EXPECT_EQ(report.at("events").size(), kEvents);
  EXPECT_TRUE(report.at("reasons").at("refused").is_null());
  EXPECT_TRUE(report.at("graph").is_null());
  EXPECT_TRUE(report.at("findings").empty());
}

TEST(Report, OfTheWaysInWhichItHasRun) {
  ReportedRegion region;
  region.history->note_way(Way::Alone, 3);
  region.history->note_way(Way::Alone, 4);
  region.history->set_ticks(Way::Alone, 55);
  json ways = region.report().at("ways");
  EXPECT_EQ(ways.at("alone"), (json{{"n", 7}, {"ticks", 55}}));
  EXPECT_EQ(ways.at("spread"), (json{{"n", 0}, {"ticks", 0}}));
  EXPECT_EQ(ways.at("plain"), (json{{"n", 0}, {"ticks", 0}}));
}

TEST(Report, OfAGraph) {
  ReportedRegion region;
  Record& record = region.record();
  record.graph().ticks[2].store_relaxed(77);
  region.history->set_reason(Reason::NotPure, "because");
  Instance* instance = record.take_instance(true);
  json report = region.report();
  record.give_back(instance);
  EXPECT_EQ(report.at("reasons").at("not_pure"), "because");
  const json& graph = report.at("graph");
  EXPECT_EQ(graph.at("n_nodes"), 5);
  EXPECT_EQ(graph.at("depth"), 4);
  EXPECT_EQ(graph.at("n_roots"), 1);
  EXPECT_EQ(graph.at("n_edges_unreduced"), 7);  // the last task depends twice on each of its predecessors
  EXPECT_EQ(graph.at("n_edges_distinct"), 5);
  EXPECT_EQ(graph.at("n_edges"), 5);
  EXPECT_EQ(graph.at("instances"), (json{{"pure", 0}, {"recapture", 1}}));
  ASSERT_EQ(graph.at("nodes").size(), 5u);
  EXPECT_EQ(graph.at("n_units"), 5);
  EXPECT_EQ(graph.at("nodes")[3][4], (json{1, 2}));
  EXPECT_EQ(graph.at("nodes")[2][3], 77);
  EXPECT_EQ(graph.at("nodes")[4][0], -1) << "a wait has no body";
  ASSERT_EQ(graph.at("bodies").size(), 1u);
  EXPECT_EQ(graph.at("bodies")[0].at("module"), "") << "the program itself";
  EXPECT_GT(graph.at("bodies")[0].at("offset").get<uint64_t>(), 0u);
  const json& bytes = graph.at("bytes");
  EXPECT_EQ(bytes.at("nodes"), sizeof(Graph) + record.graph().table_bytes + sizeof(NodeIndex));
  EXPECT_EQ(bytes.at("edges"), 5 * sizeof(NodeIndex));
  EXPECT_EQ(bytes.at("data"), 4 * 112);
  EXPECT_EQ(bytes.at("instance"), sizeof(Instance) + 6 * sizeof(NodeState));
  EXPECT_EQ(bytes.at("recapture_descriptors"), 0) << "only nodes that are untied have any";
  EXPECT_EQ(bytes.at("recapture_data"), 4 * 128);
}

TEST(Report, ABodyThatWasNeverMeasuredTookNoTime) {
  ReportedRegion region;
  region.record();
  json report = region.report();
  for (const json& node : report.at("graph").at("nodes")) EXPECT_EQ(node[3], 0);
}

// Two tasks in a row, and one beside them: in the next round each comes behind itself, or behind one that does.
Graph* small_cycle() {
  Recorder recorder(true);
  task::TaskSpec spec = {};
  spec.entry.gomp = gomp_body;
  using depend::Kind;
  std::vector<std::vector<depend::Dependence>> lists = {
      {{8, Kind::Out}}, {{8, Kind::In}, {16, Kind::Out}}, {{24, Kind::Out}}};
  for (const auto& list : lists) recorder.add_task(spec, nullptr, list);
  return compile_cycle(recorder, Gate::None);
}

TEST(Report, OfACyclicGraph) {
  ReportedRegion region;
  Graph* cyclic = small_cycle();
  region.history->keep(*cyclic);
  json graph = region.report().at("graph");
  EXPECT_EQ(graph.at("iterations"), 1);
  EXPECT_EQ(graph.at("n_edges"), 3);
  const json& nodes = graph.at("nodes");
  ASSERT_EQ(nodes.size(), 3u);
  EXPECT_EQ(nodes[0][4], json::array());
  EXPECT_EQ(nodes[0][5], json{1}) << "what is read has to be read before it is written again";
  EXPECT_EQ(nodes[1][4], json{0});
  EXPECT_EQ(nodes[1][5], json::array());
  EXPECT_EQ(nodes[2][4], json::array());
  EXPECT_EQ(nodes[2][5], json{2});
  EXPECT_EQ(graph.at("instances"), (json{{"pure", 1}, {"recapture", 0}}));
  region.history->count(Event::Recapture);
  EXPECT_EQ(region.report().at("graph").at("instances"), (json{{"pure", 0}, {"recapture", 1}}));
  region.history->release(*cyclic);
  EXPECT_EQ(region.report().at("graph").at("n_nodes"), 3) << "the loop is over, the graph stays";
}

TEST(Report, ACyclicGraphGoesWithItsLastUser) {
  ReportedRegion region;
  Graph* first = small_cycle();
  Graph* second = small_cycle();
  region.history->keep(*first);
  region.history->keep(*second);  // the first loop is not over yet
  EXPECT_EQ(first->n_nodes, 3u);
  region.history->release(*second);
  region.history->release(*first);  // the sanitizer knows whether it is freed, once
  EXPECT_EQ(region.report().at("graph").at("n_nodes"), 3);
}

TEST(Report, KeepsTheGraphOfARecordThatWasDropped) {
  ReportedRegion region;
  Record& record = region.record();
  record.table().forget(record);
  EXPECT_EQ(region.report().at("graph").at("n_nodes"), 5);
  region.record();  // and lets go of it for the next one: the leak checker knows
  EXPECT_EQ(region.report(false).at("final"), false);
}

TEST(Report, NamesTheCodeOfFindings) {
  ReportedRegion region;
  region.record();
  Findings findings;
  findings[Drift::Shape].n_places = 2;
  findings[Drift::Shape].node = 1;
  findings[Drift::Shape].reason = "another body";
  findings[Drift::Shape].recorded = reinterpret_cast<uintptr_t>(gomp_body);
  findings[Drift::Shape].body = reinterpret_cast<const void*>(gomp_body);
  findings[Drift::Shape].current = reinterpret_cast<uintptr_t>(dlsym(RTLD_DEFAULT, "gnu_get_libc_version"));
  region.history->add(findings);
  json finding = region.report().at("findings").at(0);
  EXPECT_EQ(finding.at("kind"), "shape");
  EXPECT_EQ(finding.at("n_places"), 2);
  EXPECT_EQ(finding.at("node"), 1);
  EXPECT_EQ(finding.at("body").at("module"), "");
  EXPECT_EQ(finding.at("current_body").at("symbol"), "gnu_get_libc_version");
}

TEST(Report, BeginsWithTheProcess) {
  config::Text text;
  add_process("1.2.3", text);
  json head = json::parse(text.view());
  EXPECT_EQ(head.at("format"), 1);
  EXPECT_EQ(head.at("rondo"), "1.2.3");
  EXPECT_GT(head.at("ticks_per_us").get<uint64_t>(), 0u);
  EXPECT_NE(head.at("program").get<std::string>().find("unit_graph"), std::string::npos);
}

}  // namespace
}  // namespace rondo::graph
