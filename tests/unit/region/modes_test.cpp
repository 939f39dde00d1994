// SPDX-License-Identifier: Apache-2.0
//
// What the modes of a region say of the coming creation, without a worker: recording.hpp, recapture.hpp,
// pattern_use.hpp. What they do with it is tested by whole programs (tests/graph).
#include <cstdlib>
#include <memory>

#include <gtest/gtest.h>

#include "graph/compile/compile.hpp"
#include "graph/replay/assign_slots.hpp"
#include "os/clock.hpp"
#include "region/modes/recapture.hpp"
#include "region/modes/recording.hpp"
#include "sched/test_arena.hpp"

namespace rondo::region {
namespace {

using graph::Recorder;
using Unannounced = sched::RegionExecution::Unannounced;

template <class T, void (*Free)(T*)>
struct Freeing {
  void operator()(T* object) const { Free(object); }
};
using GraphPtr = std::unique_ptr<graph::Graph, Freeing<graph::Graph, graph::free_graph>>;
using InstancePtr = std::unique_ptr<graph::Instance, Freeing<graph::Instance, graph::free_instance>>;

void do_nothing(void*) {}
task::TaskSpec small_spec() { return {{.gomp = do_nothing}, 16, 0, 0, 0, true}; }

GraphPtr two_tasks(bool saves = false) {
  Recorder recorder(true);
  char block[16] = {};
  graph::TaskHints hints;
  if (saves) {
    hints.begin();
    hints.save({0, 4});
    hints.take();
  }
  for (int i = 0; i < 2; i++) recorder.add_task(small_spec(), block, {}, hints);
  return GraphPtr(compile(recorder));
}

TEST(Recording, KeepsObjectsOfAnnouncedTasks) {
  Recorder recorder(false);
  EXPECT_FALSE(Recording(recorder).wants_object());
  Recording recording(recorder, {}, Recording::Objects::Kept);
  EXPECT_FALSE(recording.wants_object()) << "nothing is announced";
  recording.hints.begin();
  EXPECT_TRUE(recording.wants_object());
  recording.hints.set_replayable(false);
  EXPECT_FALSE(recording.wants_object());
}

// What is noted here goes on as an ordinary task, so it may not be one that the loop has to keep.
TEST(Recording, NotesARepeatedTaskThatTheLoopDoesNotKeep) {
  using Which = graph::KeptTasks::Which;
  Recorder recorder(false);
  graph::KeptTasks tasks;
  recorder.tasks = &tasks;
  Recording recording(recorder);
  EXPECT_TRUE(recording.may_repeat());
  const depend::Dependence out[] = {{8, depend::Kind::Out}}, in[] = {{8, depend::Kind::In}};
  auto note = [&](sched::Dependences list) { return recording.note_repeated(small_spec(), nullptr, list); };
  EXPECT_FALSE(note(out)) << "it is the first one";
  for (const sched::Dependences list : {sched::Dependences(out), sched::Dependences(in), sched::Dependences()})
    recorder.add_task(small_spec(), nullptr, list);
  EXPECT_TRUE(note(out));
  EXPECT_FALSE(note(in));
  EXPECT_FALSE(note({}));
  tasks.which = Which::All;
  EXPECT_FALSE(note(out));
  EXPECT_EQ(recorder.n_met, 4u);
  EXPECT_EQ(recorder.notes.size(), 4u);
}

TEST(Recording, LooksWhetherARepeatedTaskIsOrdered) {
  const depend::Dependence out[] = {{8, depend::Kind::Out}}, in[] = {{8, depend::Kind::In}};
  for (const sched::Dependences list : {sched::Dependences(in), sched::Dependences()}) {
    Recorder recorder(false);
    recorder.give_up("it is only watched");
    graph::KeptTasks tasks;
    tasks.which = graph::KeptTasks::Which::None;
    recorder.tasks = &tasks;
    Recording recording(recorder);
    EXPECT_TRUE(recording.note_repeated(small_spec(), nullptr, out));
    EXPECT_FALSE(tasks.has_unordered());
    EXPECT_TRUE(recording.note_repeated(small_spec(), nullptr, list));
    EXPECT_TRUE(tasks.has_unordered());
    EXPECT_EQ(recorder.n_met, 2u);
  }
}

TEST(Recording, TakesWhatIsAnnouncedAsReplayable) {
  Recorder recorder(false);
  Recording all(recorder);
  EXPECT_TRUE(all.takes_creation());
  Recording announced_only(recorder, Unannounced::Left);
  EXPECT_FALSE(announced_only.takes_creation());
  EXPECT_TRUE(announced_only.takes_wait()) << "a wait more changes no result";
  for (Recording* recording : {&all, &announced_only}) {
    recording->hints.begin();
    EXPECT_TRUE(recording->takes_creation());
    recording->hints.begin();
    recording->hints.set_replayable(false);
    EXPECT_FALSE(recording->takes_creation());
  }
}

TEST(Recapture, IsUsualIfOnlyDataIsOfInterest) {
  const GraphPtr graph = two_tasks();
  const InstancePtr instance(graph::make_instance(*graph, true));
  Recorder recorder(false);
  EXPECT_FALSE(Recording(recorder).is_on_fast_path()) << "no re-capture";
  EXPECT_FALSE(Recapture(*instance, Unannounced::Left, nullptr).is_on_fast_path());
  EXPECT_FALSE(Recapture(*instance, 0, 2).is_on_fast_path()) << "a loop's nodes may still be in use";
  Recapture usual(*instance, Unannounced::Recorded, nullptr);
  EXPECT_TRUE(usual.is_on_fast_path());
  usual.hints.begin();
  EXPECT_FALSE(usual.is_on_fast_path()) << "something was said of the next task";
  instance->border.is_behind_siblings = true;
  EXPECT_FALSE(Recapture(*instance, Unannounced::Recorded, nullptr).is_on_fast_path())
      << "its dependences are of interest";
}

TEST(Recapture, IsNotUsualIfTasksHaveSavedBytes) {
  const GraphPtr graph = two_tasks(true);
  ASSERT_NE(graph->n_saved, 0u);
  const InstancePtr instance(graph::make_instance(*graph, true));
  EXPECT_FALSE(Recapture(*instance, Unannounced::Recorded, nullptr).is_on_fast_path());
}

// Of 400 tasks the second half is another slot's.
TEST(Recapture, CapturesOnWhereOthersMayStarve) {
  Recorder recorder(true);
  char block[16] = {};
  for (int i = 0; i < 400; i++) recorder.add_task(small_spec(), block, {});
  const GraphPtr graph(compile(recorder));
  const InstancePtr instance(graph::make_instance(*graph, true));
  test::TestArena arena(2);
  graph::assign_slots(*instance, 2, false);
  auto may_starve = [&](graph::NodeIndex n_captured, uint64_t run_ticks) {
    graph::NodeCursor nodes(*instance);
    while (nodes.index() != n_captured) nodes.pass();
    nodes.run_ticks = run_ticks;
    return may_starve_others(arena.worker(0), nodes);
  };
  EXPECT_TRUE(may_starve(0, 0));
  EXPECT_TRUE(may_starve(399, 0)) << "it is not known for how long they will run";
  EXPECT_FALSE(may_starve(400, 0)) << "nothing is left to capture";
  const uint64_t mean = 10 * os::ticks_per_us();
  instance->body_time.learn(mean);
  EXPECT_TRUE(may_starve(200, 0));
  EXPECT_TRUE(may_starve(200 + kCaptureStride, 0));
  EXPECT_FALSE(may_starve(240 + kCaptureStride, 39 * mean));
  EXPECT_TRUE(may_starve(240 + kCaptureStride, 40 * mean));
  EXPECT_FALSE(may_starve(400, 300 * mean));
  instance->body_time.learn(1);
  EXPECT_FALSE(may_starve(0, 0)) << "they are as fast as the captures";
  instance->body_time = {};
  graph->is_placed = false;
  EXPECT_FALSE(may_starve(0, 0)) << "who is free takes a node";
}

TEST(Recapture, OwnsTheBlocksOfItsNodes) {
  const GraphPtr graph = two_tasks();
  const InstancePtr instance(graph::make_instance(*graph, true));
  Recapture recapture(*instance, {}, nullptr);
  void* block = recapture.expected_block(small_spec());
  ASSERT_NE(block, nullptr);
  const task::Task* task = recapture.create(small_spec(), block);
  EXPECT_EQ(task->data, block);
  EXPECT_TRUE(recapture.owns(*task));
  EXPECT_EQ(recapture.created_in(block), task);
  task::Task other = {};
  EXPECT_FALSE(recapture.owns(other));
  EXPECT_EQ(recapture.created_in(other.block()), nullptr);
}

// A usual creation makes no descriptor; its submission may need one. The body of an untied task finds its own by its
// block, which has room for it.
TEST(Recapture, MakesADescriptorWhenOneIsNeeded) {
  task::TaskSpec untied = small_spec();
  untied.flags = task::kKmp | task::kUntied;
  Recorder recorder(false);
  recorder.add_task(small_spec(), nullptr, {});
  recorder.add_task(untied, nullptr, {});
  const GraphPtr graph(compile(recorder));
  const InstancePtr instance(graph::make_instance(*graph, true));
  Recapture recapture(*instance, {}, nullptr);
  void* block = recapture.expected_block(small_spec());
  recapture.register_allocation(small_spec(), block);
  task::Task* task = recapture.created_in(block);
  ASSERT_NE(task, nullptr);
  EXPECT_EQ(task->entry.gomp, do_nothing);
  EXPECT_NE(task, task::Task::of_block(block));
  (void)recapture.nodes.captured();
  block = recapture.expected_block(untied);
  ASSERT_NE(block, nullptr);
  EXPECT_GE(static_cast<char*>(block), instance->blocks + base::kCacheLine + sizeof(task::Task));
  EXPECT_EQ(recapture.create(untied, block), task::Task::of_block(block));
}

}  // namespace
}  // namespace rondo::region
