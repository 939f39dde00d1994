// SPDX-License-Identifier: Apache-2.0
//
// graph/announcement.hpp: which task an announcement is for; and what becomes of saved bytes from the recorder to the
// node that is captured again.
#include "graph/announcement.hpp"

#include <cstring>
#include <initializer_list>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "graph/encounter.hpp"
#include "task/kmp_block.hpp"

namespace rondo::graph {
namespace {

struct GraphDeleter {
  void operator()(Graph* graph) const { free_graph(graph); }
};
using GraphPtr = std::unique_ptr<Graph, GraphDeleter>;
struct InstanceDeleter {
  void operator()(Instance* instance) const { free_instance(instance); }
};
using InstancePtr = std::unique_ptr<Instance, InstanceDeleter>;

TEST(Announcement, IsForOneConstruct) {
  Announcement announcement;
  announcement.take();
  EXPECT_FALSE(announcement.is_announced());
  EXPECT_TRUE(announcement.is_replayable(true));
  EXPECT_FALSE(announcement.is_replayable(false)) << "a region of announced tasks only";
  announcement.begin();
  announcement.set_replayable(false);
  announcement.take();
  EXPECT_TRUE(announcement.is_announced());
  EXPECT_FALSE(announcement.is_replayable(true));
  announcement.take();
  EXPECT_FALSE(announcement.is_announced());
  EXPECT_TRUE(announcement.is_replayable(true));
}

TEST(Announcement, IsHeldByAConstructOfManyTasks) {
  Announcement announcement;
  announcement.begin();
  announcement.save({8, 16});
  announcement.take();
  announcement.hold();
  for (int task = 0; task < 3; task++) {
    announcement.take();
    EXPECT_TRUE(announcement.is_announced());
    EXPECT_EQ(announcement.saved().size(), 1u);
  }
  announcement.drop();
  announcement.take();
  EXPECT_FALSE(announcement.is_announced());
  announcement.begin();
  EXPECT_EQ(announcement.saved().size(), 0u) << "of the construct before";
}

TEST(Announcement, OfTheConstructBeforeIsNotHeld) {
  Announcement announcement;
  announcement.begin();
  announcement.take();  // a task
  announcement.take();  // the loop's first
  announcement.hold();
  announcement.take();
  EXPECT_FALSE(announcement.is_announced());
}

// ---- Saved bytes ------------------------------------------------------------------------------------------------

task::TaskSpec spec_of(uint32_t bytes, bool is_trivial = true) {
  task::TaskSpec spec = {};
  spec.block_bytes = bytes;
  spec.is_trivial = is_trivial;
  return spec;
}

const Announcement& saved(std::initializer_list<ByteRange> ranges) {
  static Announcement announcement;
  announcement.begin();
  for (const ByteRange range : ranges) announcement.save(range);
  announcement.take();
  return announcement;
}

TEST(SavedBytes, KeepTheirRecordedValues) {
  char block[3][16];
  for (int node = 0; node < 3; node++) std::memset(block[node], 'a' + node, sizeof block[node]);
  Recorder recorder(false);
  recorder.add_task(spec_of(16), block[0], {}, saved({{2, 3}, {10, 1}}));
  recorder.add_task(spec_of(16), block[1], {});
  recorder.add_task(spec_of(16, false), block[2], {}, saved({{4, 4}}));
  const GraphPtr graph(compile(recorder));
  EXPECT_FALSE(graph->can_skip_code);
  EXPECT_EQ(graph->n_saved, 3u);

  const InstancePtr instance(make_instance(*graph, true));
  Encounter encounter(*instance);
  const std::string expected[3] = {"..aaa.....a.....", "................", "....cccc........"};
  for (const std::string& bytes : expected) {
    char fresh[16];
    std::memset(fresh, '.', sizeof fresh);
    encounter.restore_saved(fresh);
    EXPECT_EQ(std::string(fresh, sizeof fresh), bytes);
    encounter.captured();
  }
}

struct Settled {
  bool can_skip_code, is_settled;
};

Settled settled(const task::TaskSpec& spec, std::initializer_list<ByteRange> ranges) {
  alignas(8) static char block[256];
  Recorder recorder(false);
  recorder.add_task(spec, block, {}, saved(ranges));
  EXPECT_EQ(recorder.reason(), nullptr);
  const GraphPtr graph(compile(recorder));
  return {graph->can_skip_code, graph->is_settled};
}

TEST(SavedBytes, SettleAGraphIfTheyAreAll) {
  EXPECT_TRUE(settled(spec_of(16), {{0, kToTheEnd}}).is_settled);
  EXPECT_TRUE(settled(spec_of(16), {{0, 8}, {4, 12}}).is_settled);
  EXPECT_TRUE(settled(spec_of(0), {}).is_settled) << "nothing is captured";
  const Settled hole = settled(spec_of(16), {{0, 7}, {8, 8}});
  EXPECT_TRUE(hole.can_skip_code) << "if the user promises that the rest is the same";
  EXPECT_FALSE(hole.is_settled);
  EXPECT_FALSE(settled(spec_of(16, false), {{0, 16}}).can_skip_code) << "objects";

  // The head of clang's blocks is the runtime's, the addresses of shared variables behind it are captured.
  task::TaskSpec kmp = spec_of(sizeof(task::KmpBlock));
  kmp.flags = task::kKmp;
  EXPECT_TRUE(settled(kmp, {}).is_settled);
  kmp.block_bytes += 24;
  kmp.shareds_offset = sizeof(task::KmpBlock) + 8;
  EXPECT_FALSE(settled(kmp, {{sizeof(task::KmpBlock), 8}}).is_settled);
  EXPECT_TRUE(settled(kmp, {{0, kToTheEnd}}).is_settled);
}

TEST(SavedBytes, AreNotKnownOfTasksThatWereNotAnnounced) {
  Recorder recorder(true);
  recorder.add_task(spec_of(0), nullptr, {});
  const GraphPtr graph(compile(recorder));
  EXPECT_TRUE(graph->can_skip_code);
  EXPECT_FALSE(graph->is_settled);
  Recorder empty(true);
  const GraphPtr nothing(compile(empty));
  EXPECT_FALSE(nothing->is_settled) << "a region without tasks says nothing about its next encounter";
}

TEST(SavedBytes, ThatAreNotThereEndARecording) {
  const char block[16] = {};
  Recorder beyond(false);
  beyond.add_task(spec_of(16), block, {}, saved({{8, 9}}));
  EXPECT_NE(beyond.reason(), nullptr);
  Recorder objects(false);
  objects.add_task(spec_of(16, false), block, {}, saved({{0, kToTheEnd}}));
  EXPECT_NE(objects.reason(), nullptr);
}

TEST(Recorder, CodeThatIsRequiredIsNotSkipped) {
  Recorder recorder(true);
  recorder.add_task(spec_of(0), nullptr, {});
  recorder.require_code();
  const GraphPtr graph(compile(recorder));
  EXPECT_FALSE(graph->can_skip_code);
}

}  // namespace
}  // namespace rondo::graph
