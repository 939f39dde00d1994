// SPDX-License-Identifier: Apache-2.0
//
// What is kept of a loop between its encounters: accesses by which they are compared, a record whose replays are
// rounds, and the time that several rounds would take.
#include <cstdlib>
#include <vector>

#include <gtest/gtest.h>

#include "graph/compile/compile.hpp"
#include "graph/programs.hpp"
#include "graph/record/accesses.hpp"
#include "graph/replay/cycle.hpp"
#include "graph/store/record_table.hpp"
#include "graph/tune/makespan.hpp"
#include "os/clock.hpp"

namespace rondo::graph {
namespace {

using depend::Kind;
using test::Dependences;
using test::GraphPtr;
using test::kFree;

void record(Recorder& recorder, const std::vector<Dependences>& tasks) {
  for (const Dependences& dependences : tasks) recorder.add_task({}, nullptr, dependences);
}

GraphPtr cycle_of(const std::vector<Dependences>& tasks, uint32_t ticks) {
  Recorder recorder(false);
  record(recorder, tasks);
  GraphPtr graph(compile_cycle(recorder, Gate::None));
  measure_ticks(*graph);
  for (NodeIndex node = 0; node < graph->n_nodes; node++) graph->note_time(node, ticks);
  return graph;
}

const std::vector<Dependences> kStrangers = {{}, {}};
const std::vector<Dependences> kPipeline = {{{8, Kind::Out}}, {{8, Kind::In}, {16, Kind::Out}}, {{16, Kind::In}}};

TEST(RecordedAccesses, AreComparedByAddressKindAndOrder) {
  Recorder recorder(false);
  record(recorder, {{{8, Kind::In}, {16, Kind::Out}}, {}});
  const RecordedAccesses accesses(recorder);
  EXPECT_TRUE(accesses.is_same(0, Dependences{{8, Kind::In}, {16, Kind::Out}}));
  EXPECT_FALSE(accesses.is_same(0, Dependences{{8, Kind::In}, {24, Kind::Out}}));
  EXPECT_FALSE(accesses.is_same(0, Dependences{{8, Kind::Out}, {16, Kind::Out}}));
  EXPECT_FALSE(accesses.is_same(0, Dependences{{16, Kind::Out}, {8, Kind::In}}));
  EXPECT_FALSE(accesses.is_same(0, Dependences{{8, Kind::In}}));
  EXPECT_FALSE(accesses.is_same(1, Dependences{{8, Kind::In}}));
  EXPECT_TRUE(accesses.is_same(1, {}));
}

// A graph takes the members of a mutexinoutset in creation order: it is the same for another task that writes.
TEST(RecordedAccesses, ExclusionIsOrderInAGraph) {
  Recorder recorder(false);
  record(recorder, {{{8, Kind::MutexInOutSet}}});
  const RecordedAccesses accesses(recorder);
  EXPECT_TRUE(accesses.is_same(0, Dependences{{8, Kind::MutexInOutSet}}));
  EXPECT_TRUE(accesses.is_same(0, Dependences{{8, Kind::Out}}));
  EXPECT_FALSE(accesses.is_same(0, Dependences{{8, Kind::InOutSet}}));
}

// The members run one after the other in any order when they are recorded. So who comes behind the last of them in
// the graph still has to wait for all of them in the first round, even if its edges say that somebody else does.
TEST(KeptLoop, EverybodyLooksAtRecordedMembersOfAnExclusion) {
  const std::vector<Dependences> with = {{{8, Kind::In}, {16, Kind::Out}},
                                         {{16, Kind::In}, {24, Kind::Out}},
                                         {{24, Kind::MutexInOutSet}},
                                         {{24, Kind::MutexInOutSet}, {8, Kind::Out}}};
  const GraphPtr graph = cycle_of(with, 1);
  EXPECT_EQ(graph->cyclic->n_crossing[1], 0u);  // what it would cross is implied by its predecessor
  EXPECT_TRUE(graph->comes_behind_recorded(1));
  for (uint32_t i = 0; i < graph->n_unit_edges; i++) EXPECT_NE(graph->successors[i], 1 | kOnlyPredecessor);
  std::vector<Dependences> without = with;
  without[2][0].kind = without[3][0].kind = Kind::Out;
  EXPECT_FALSE(cycle_of(without, 1)->comes_behind_recorded(1));
}

uint64_t time_of_rounds(const GraphPtr& graph, uint32_t n_slots, uint32_t n_rounds) {
  Units units;
  take_apart(*graph, units);
  base::PodVector<uint32_t> slot_of;
  for (UnitIndex unit = 0; unit < units.n; unit++) slot_of.push_back(unit % n_slots);
  return makespan(units, slot_of, n_slots, kFree, n_rounds);
}

TEST(KeptLoop, RoundsOverlapAsFarAsTheirEdgesAllow) {
  EXPECT_EQ(time_of_rounds(cycle_of(kStrangers, 100), 2, 3), 300u);
  EXPECT_EQ(time_of_rounds(cycle_of(kStrangers, 100), 1, 3), 600u);
  // The first node writes what the second reads, and waits for it; meanwhile the third one runs.
  EXPECT_EQ(time_of_rounds(cycle_of(kPipeline, 100), 3, 1), 300u);
  EXPECT_EQ(time_of_rounds(cycle_of(kPipeline, 100), 3, 3), 300u + 2 * 200u);
}

TEST(KeptLoop, RoundsCountAsReplays) {
  const auto long_ticks = static_cast<uint32_t>(100 * os::ticks_per_us());
  void* slot = nullptr;
  RecordTable& table = RecordTable::of(&slot);
  Record* record = nullptr;
  ASSERT_EQ(table.find(0, false, &record), RecordTable::Found::ToRecord);
  table.hold(*record);
  table.finish(*record, cycle_of(kPipeline, long_ticks).release());
  Instance* instance = record->take_instance(false);
  ASSERT_NE(instance->cycle, nullptr);
  EXPECT_TRUE(instance->takes_times);
  EXPECT_FALSE(record->is_worth_tuning(2, 1));
  EXPECT_TRUE(record->is_worth_tuning(2, kMeasuredReplays));
  record->give_back(instance, 1);
  EXPECT_FALSE(record->tune(2, Coarsening::On, 100)) << "its times are not known, whatever is to come";
  record->give_back(record->take_instance(false), 1);
  EXPECT_TRUE(record->tune(2, Coarsening::On, 100));
  Instance* better = record->take_instance(false);
  EXPECT_EQ(better->graph->n_slots, 2u);
  EXPECT_EQ(better->graph->cyclic->gate, Gate::None);
  EXPECT_FALSE(better->takes_times);
  record->give_back(better, 0);
  table.drop(*record);
  std::free(slot);
}

// Whatever an encounter has left in the counters, the next one begins as the first did.
TEST(KeptLoop, AnInstanceIsSetBack) {
  const GraphPtr graph = cycle_of(kPipeline, 10);
  const test::InstancePtr instance(make_cycle(*graph, Gate::None));
  std::vector<uint32_t> before;
  for (NodeIndex node = 0; node < graph->n_nodes; node++) {
    before.push_back(instance->states[node].pending.load_relaxed());
    instance->states[node].pending.store_relaxed(77);
    instance->cycle->rounds[node].store_relaxed(Cycle::kDropped);
  }
  set_limit(*instance, 5);
  reset_cycle(*instance);
  for (NodeIndex node = 0; node < graph->n_nodes; node++) {
    EXPECT_EQ(instance->states[node].pending.load_relaxed(), before[node]);
    EXPECT_EQ(instance->cycle->rounds[node].load_relaxed(), 0u);
  }
  EXPECT_EQ(instance->cycle->limit(graph->nodes[0]), 0u);
}

}  // namespace
}  // namespace rondo::graph
