// SPDX-License-Identifier: Apache-2.0
//
// graph/record/task_hints.hpp: which task a hint is for; and what becomes of saved bytes from the recorder to the
// node that is captured again.
#include "graph/record/task_hints.hpp"
#include "graph/compile/compile.hpp"

#include <cstring>
#include <initializer_list>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "graph/graphs.hpp"
#include "graph/record/recorder.hpp"
#include "graph/replay/node_cursor.hpp"
#include "task/kmp_block.hpp"

namespace rondo::graph {
namespace {

using test::GraphPtr;
using test::InstancePtr;

TEST(TaskHints, IsForOneConstruct) {
  TaskHints hints;
  hints.take();
  EXPECT_FALSE(hints.are_given());
  EXPECT_TRUE(hints.is_replayable(true));
  EXPECT_FALSE(hints.is_replayable(false)) << "a region of announced tasks only";
  hints.begin();
  hints.set_replayable(false);
  hints.take();
  EXPECT_TRUE(hints.are_given());
  EXPECT_FALSE(hints.is_replayable(true));
  hints.take();
  EXPECT_FALSE(hints.are_given());
  EXPECT_TRUE(hints.is_replayable(true));
}

TEST(TaskHints, IsHeldByAConstructOfManyTasks) {
  TaskHints hints;
  hints.begin();
  hints.save({8, 16});
  hints.take();
  hints.hold();
  for (int task = 0; task < 3; task++) {
    hints.take();
    EXPECT_TRUE(hints.are_given());
    EXPECT_EQ(hints.saved().size(), 1u);
  }
  hints.drop();
  hints.take();
  EXPECT_FALSE(hints.are_given());
  hints.begin();
  EXPECT_EQ(hints.saved().size(), 0u) << "of the construct before";
}

TEST(TaskHints, OfTheConstructBeforeIsNotHeld) {
  TaskHints hints;
  hints.begin();
  hints.take();  // a task
  hints.take();  // the loop's first
  hints.hold();
  hints.take();
  EXPECT_FALSE(hints.are_given());
}

// ---- Saved bytes ------------------------------------------------------------------------------------------------

task::TaskSpec spec_of_bytes(uint32_t bytes, bool is_trivial = true) {
  task::TaskSpec spec = {};
  spec.block_bytes = bytes;
  spec.is_trivial = is_trivial;
  return spec;
}

const TaskHints& saved(std::initializer_list<ByteRange> ranges) {
  static TaskHints hints;
  hints.begin();
  for (const ByteRange range : ranges) hints.save(range);
  hints.take();
  return hints;
}

TEST(SavedBytes, KeepTheirRecordedValues) {
  char block[3][16];
  for (int node = 0; node < 3; node++) std::memset(block[node], 'a' + node, sizeof block[node]);
  Recorder recorder(false);
  recorder.add_task(spec_of_bytes(16), block[0], {}, saved({{2, 3}, {10, 1}}));
  recorder.add_task(spec_of_bytes(16), block[1], {});
  recorder.add_task(spec_of_bytes(16, false), block[2], {}, saved({{4, 4}}));
  const GraphPtr graph(compile(recorder));
  EXPECT_FALSE(graph->can_skip_code);
  EXPECT_EQ(graph->n_saved, 3u);

  const InstancePtr instance(make_instance(*graph, true));
  NodeCursor nodes(*instance);
  const std::string expected[3] = {"..aaa.....a.....", "................", "....cccc........"};
  for (const std::string& bytes : expected) {
    char fresh[16];
    std::memset(fresh, '.', sizeof fresh);
    nodes.restore_saved(fresh);
    EXPECT_EQ(std::string(fresh, sizeof fresh), bytes);
    nodes.captured();
  }
}

struct Traits {
  bool can_skip_code, is_data_invariant;
};

Traits traits(const task::TaskSpec& spec, std::initializer_list<ByteRange> ranges) {
  alignas(8) static char block[256];
  Recorder recorder(false);
  recorder.add_task(spec, block, {}, saved(ranges));
  EXPECT_EQ(recorder.reason(), nullptr);
  const GraphPtr graph(compile(recorder));
  return {graph->can_skip_code, graph->is_data_invariant};
}

TEST(SavedBytes, SettleAGraphIfTheyAreAll) {
  EXPECT_TRUE(traits(spec_of_bytes(16), {{0, kToTheEnd}}).is_data_invariant);
  EXPECT_TRUE(traits(spec_of_bytes(16), {{0, 8}, {4, 12}}).is_data_invariant);
  EXPECT_TRUE(traits(spec_of_bytes(0), {}).is_data_invariant) << "nothing is captured";
  const Traits hole = traits(spec_of_bytes(16), {{0, 7}, {8, 8}});
  EXPECT_TRUE(hole.can_skip_code) << "if the user promises that the rest is the same";
  EXPECT_FALSE(hole.is_data_invariant);
  EXPECT_FALSE(traits(spec_of_bytes(16, false), {{0, 16}}).can_skip_code) << "objects";

  // The head of clang's blocks is the runtime's, the addresses of shared variables behind it are captured.
  task::TaskSpec kmp = spec_of_bytes(sizeof(task::KmpBlock));
  kmp.flags = task::kKmp;
  EXPECT_TRUE(traits(kmp, {}).is_data_invariant);
  kmp.block_bytes += 24;
  kmp.shareds_offset = sizeof(task::KmpBlock) + 8;
  EXPECT_FALSE(traits(kmp, {{sizeof(task::KmpBlock), 8}}).is_data_invariant);
  EXPECT_TRUE(traits(kmp, {{0, kToTheEnd}}).is_data_invariant);
}

TEST(SavedBytes, AreNotKnownOfTasksThatWereNotAnnounced) {
  Recorder recorder(true);
  recorder.add_task(spec_of_bytes(0), nullptr, {});
  const GraphPtr graph(compile(recorder));
  EXPECT_TRUE(graph->can_skip_code);
  EXPECT_FALSE(graph->is_data_invariant);
  Recorder empty(true);
  const GraphPtr nothing(compile(empty));
  EXPECT_FALSE(nothing->is_data_invariant) << "a region without tasks says nothing about its next encounter";
}

TEST(SavedBytes, ThatAreNotThereEndARecording) {
  const char block[16] = {};
  Recorder beyond(false);
  beyond.add_task(spec_of_bytes(16), block, {}, saved({{8, 9}}));
  EXPECT_NE(beyond.reason(), nullptr);
  Recorder objects(false);
  objects.add_task(spec_of_bytes(16, false), block, {}, saved({{0, kToTheEnd}}));
  EXPECT_NE(objects.reason(), nullptr);
}

// ---- Saved objects ----------------------------------------------------------------------------------------------

int n_destroyed;
void destroy(void*) { n_destroyed++; }
void destroy_another(void*) { n_destroyed += 100; }

TEST(SavedObjects, BelongToTheirNodesInOrder) {
  int object[4];
  n_destroyed = 0;
  {
    SavedObjects recorded;
    recorded.add(1, &object[0], destroy);
    recorded.add(1, &object[1], destroy);
    recorded.add(3, &object[2], destroy);
    recorded.add(4, &object[3], destroy_another);
    SavedObjects kept;
    kept.swap(recorded);
    size_t at = 0;
    EXPECT_EQ(recorded.next(1, destroy, at), nullptr);
    EXPECT_EQ(kept.next(0, destroy, at), nullptr);
    EXPECT_EQ(kept.next(1, destroy, at), &object[0]);
    EXPECT_EQ(kept.next(1, destroy, at), &object[1]);
    EXPECT_EQ(kept.next(1, destroy, at), nullptr) << "it has two";
    EXPECT_EQ(kept.next(4, destroy, at), nullptr) << "of another construct";
    EXPECT_EQ(kept.next(4, destroy_another, at), &object[3]) << "those of node 3 were not asked for";
  }
  EXPECT_EQ(n_destroyed, 103);
}

TEST(Recorder, CodeThatIsRequiredIsNotSkipped) {
  Recorder recorder(true);
  recorder.add_task(spec_of_bytes(0), nullptr, {});
  recorder.require_code();
  const GraphPtr graph(compile(recorder));
  EXPECT_FALSE(graph->can_skip_code);
}

}  // namespace
}  // namespace rondo::graph
