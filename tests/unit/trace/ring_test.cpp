// SPDX-License-Identifier: Apache-2.0
//
// trace/ring.hpp: what is in the file of a ring, while it fills, when it is full, and where there is no room.
#include "trace/ring.hpp"

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <cstring>

namespace rondo::trace {
namespace {

class RingFile : public testing::Test {
 protected:
  void SetUp() override {
    char name[] = "/tmp/rondo_ring_test_XXXXXX";
    ASSERT_NE(mkdtemp(name), nullptr);
    folder_ = name;
    path_ = folder_ + "/ring";
  }
  void TearDown() override {
    unlink(path_.c_str());
    EXPECT_EQ(rmdir(folder_.c_str()), 0) << "something else was left behind";
  }

  // As another process sees the file.
  std::string content() const {
    std::ostringstream all;
    all << std::ifstream(path_).rdbuf();
    return all.str();
  }
  static const RingHeader& header(const std::string& file) { return *reinterpret_cast<const RingHeader*>(file.data()); }
  static Event event(const std::string& file, size_t index) {
    Event found;
    std::memcpy(&found, file.data() + kRingHeaderBytes + index * sizeof found, sizeof found);
    return found;
  }
  static uint64_t value(const std::string& file, size_t index) { return event(file, index).value; }
  static Kind kind(const std::string& file, size_t index) {
    return static_cast<Kind>(event(file, index).head >> 8 & 255);
  }

  std::string folder_;
  std::string path_;
};

TEST_F(RingFile, HoldsEachEventAsSoonAsItIsNoted) {
  Ring ring(7);
  ring.open(path_.c_str(), 2);
  EXPECT_EQ(ring.note_task(Kind::TaskCreate, kUntied, 11), uint64_t{7} << kIdBits);
  ring.note(Kind::TaskBegin, 0, 12);
  EXPECT_EQ(ring.note_task(Kind::TaskCreate, 0, 13), (uint64_t{7} << kIdBits) + 1);
  const std::string file = content();
  EXPECT_EQ(file.substr(0, 8), "RondoR02");
  EXPECT_EQ(header(file).n_written.load_relaxed(), 3u);
  Event first;
  std::memcpy(&first, file.data() + kRingHeaderBytes, sizeof first);
  EXPECT_EQ(first.head & 0xffff, uint64_t{static_cast<uint8_t>(Kind::TaskCreate)} << 8 | kUntied);
  EXPECT_EQ(value(file, 0), 11u);
  EXPECT_EQ(value(file, 2), 13u);
}

TEST_F(RingFile, TakesMemoryAsItFills) {
  Ring ring(0);
  ring.open(path_.c_str(), 4);
  EXPECT_EQ(content().size(), kRingHeaderBytes);
  for (size_t i = 0; i <= kChunkEvents; i++) ring.note(Kind::Chunk, 0, i);
  EXPECT_EQ(value(content(), kChunkEvents + 1), kChunkEvents);
  EXPECT_EQ(content().size(), kRingHeaderBytes + 2 * kChunkEvents * sizeof(Event));
}

TEST_F(RingFile, WritesOverTheOldestChunk) {
  Ring ring(0);
  ring.open(path_.c_str(), 2);
  constexpr size_t kEvents = 2 * kChunkEvents + 5;
  for (size_t i = 0; i < kEvents; i++) (void)ring.note_task(Kind::TaskCreate, 0, i);
  const std::string file = content();
  EXPECT_EQ(file.size(), kRingHeaderBytes + 2 * kChunkEvents * sizeof(Event));
  // A chunk but the first begins with an event that says whose it is.
  EXPECT_EQ(header(file).n_written.load_relaxed(), kEvents + 2);
  EXPECT_EQ(header(file).n_lost.load_relaxed(), 0u);
  EXPECT_EQ(value(file, 6), kEvents - 1);
  EXPECT_EQ(kind(file, 0), Kind::Resumed);
  EXPECT_EQ(value(file, kChunkEvents + 1), kChunkEvents);
  EXPECT_EQ(header(file).n_ids_before[0], 2 * kChunkEvents - 1);  // by which a reader numbers tasks
  EXPECT_EQ(header(file).n_ids_before[1], kChunkEvents);
}

// What is open where a chunk begins: the region, the implicit task, a task and its wait; not what has ended.
TEST_F(RingFile, EachChunkSaysAgainWhatItsThreadHasBegun) {
  Ring ring(3);
  ring.open(path_.c_str(), 2);
  ring.note_thread(2, 4711);
  ring.note_region_begin(0x50, 0x1000);
  ring.note_implicit_begin(0x60);
  ring.note_implicit_body(0x2000);
  ring.note_begin(Kind::WorkBegin, 1, 0x3000);
  ring.note_begin(Kind::TaskBegin, 0, 9);
  ring.note_end(Kind::TaskEnd, 0, 9, Kind::TaskBegin);
  ring.note_end(Kind::WorkEnd, 1, 0, Kind::WorkBegin);
  ring.note_begin(Kind::TaskBegin, 0, 10);
  ring.note_begin(Kind::WaitBegin, 5, 0x4000);
  constexpr size_t kNoted = 11;
  ASSERT_EQ(header(content()).n_written.load_relaxed(), kNoted);
  for (size_t i = kNoted; i < kChunkEvents; i++) ring.note(Kind::Chunk, 0, i);
  ring.note_end(Kind::WaitEnd, 5, 0, Kind::WaitBegin);
  const std::string file = content();
  const std::vector<std::pair<Kind, uint64_t>> expected = {
      {Kind::Resumed, uint64_t{4711} << kCountBits | 7},
      {Kind::Place, 0x1000},
      {Kind::ParallelBegin, 0x50},
      {Kind::ImplicitId, uint64_t{3} << kIdBits},
      {Kind::ImplicitBegin, 0x60},
      {Kind::ImplicitBody, 0x2000},
      {Kind::TaskBegin, 10},
      {Kind::WaitBegin, 0x4000},
      {Kind::WaitEnd, 0},
  };
  for (size_t i = 0; i < expected.size(); i++) {
    EXPECT_EQ(kind(file, kChunkEvents + i), expected[i].first) << i;
    EXPECT_EQ(value(file, kChunkEvents + i), expected[i].second) << i;
  }
  EXPECT_EQ(event(file, kChunkEvents).head & 255, 2u);
  EXPECT_EQ(header(file).n_written.load_relaxed(), kChunkEvents + expected.size());
  EXPECT_EQ(header(file).n_ids_before[1], 1u) << "no task has a second number";
}

TEST_F(RingFile, AThreadThatGoesOnInItHasBegunNothing) {
  Ring ring(0);
  ring.open(path_.c_str(), 2);
  ring.note_thread(1, 12);
  ring.note_begin(Kind::TaskBegin, 0, 10);
  ring.note_thread(2, 13);
  for (size_t i = 3; i <= kChunkEvents; i++) ring.note(Kind::Chunk, 0, i);
  EXPECT_EQ(value(content(), kChunkEvents), uint64_t{13} << kCountBits);
  EXPECT_EQ(value(content(), kChunkEvents + 1), kChunkEvents);
}

// The tasks that are open, as their numbers.
std::vector<uint64_t> open_ones(const OpenFrames& frames) {
  std::vector<uint64_t> found;
  for (const OpenFrames::Frame& frame : frames) found.push_back(frame.value);
  return found;
}
void begin_task(OpenFrames& frames, uint64_t number) { frames.begin({Kind::TaskBegin, 0, number, {}, 0, 0}); }

// As a thread does where tasks may be blocked: each is on a stack, on top of the wait that it runs in.
TEST(OpenFrames, WhatIsOnAStackIsGoneWithIt) {
  using Numbers = std::vector<uint64_t>;
  OpenFrames frames;
  begin_task(frames, 1);
  frames.turn_to(0x7000);
  begin_task(frames, 2);
  frames.turn_to(0x8000);  // in a wait of 2
  begin_task(frames, 3);
  EXPECT_EQ(open_ones(frames), (Numbers{1, 2, 3}));
  frames.block_top();
  frames.turn_to(0x9000);  // another one in place of 3
  begin_task(frames, 4);
  EXPECT_EQ(open_ones(frames), (Numbers{1, 2, 4}));
  frames.turn_to(0x7000);
  EXPECT_EQ(open_ones(frames), (Numbers{1, 2}));
  frames.turn_to(0x8000);  // 3 goes on, of which nothing is said
  EXPECT_EQ(open_ones(frames), (Numbers{1, 2}));
  frames.turn_to(0);
  EXPECT_EQ(open_ones(frames), (Numbers{1}));
  frames.block_top();  // its own stack is never left
  frames.turn_to(0x7000);
  EXPECT_EQ(open_ones(frames), (Numbers{1}));
}

TEST(OpenFrames, OfVeryManyStacksThoseBelowAreKnown) {
  OpenFrames frames;
  for (uint64_t i = 1; i <= 100; i++) {
    begin_task(frames, i);
    frames.turn_to(i << 12);
  }
  frames.turn_to(3 << 12);
  EXPECT_EQ(open_ones(frames), (std::vector<uint64_t>{1, 2, 3, 4})) << "the fourth is on the third stack";
  frames.clear();
  frames.turn_to(3 << 12);
  begin_task(frames, 7);
  EXPECT_EQ(open_ones(frames), (std::vector<uint64_t>{7}));
}

TEST(OpenFrames, OfTheDeepestOnesOnlyTheirNumberIsKept) {
  OpenFrames frames;
  constexpr uint64_t kDeep = 100;
  for (uint64_t i = 0; i < kDeep; i++) frames.begin({Kind::TaskBegin, 0, i, {}, 0, 0});
  EXPECT_EQ(frames.end() - frames.begin(), 32);
  for (uint64_t i = 0; i < kDeep - 2; i++) frames.end(Kind::TaskBegin);
  ASSERT_EQ(frames.end() - frames.begin(), 2);
  EXPECT_EQ(frames.begin()[1].value, 1u);
  frames.end(Kind::WaitBegin);  // it has not begun
  EXPECT_EQ(frames.end() - frames.begin(), 2);
}

TEST_F(RingFile, WithoutRoomKeepsToTheMemoryThatItHas) {
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit before;
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  const rlimit small = {kRingHeaderBytes + kChunkEvents * sizeof(Event), before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  Ring ring(0);
  ring.open(path_.c_str(), 4);
  for (size_t i = 0; i < kChunkEvents + 1; i++) ring.note(Kind::Chunk, 0, i);
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &before), 0);
  const std::string file = content();
  EXPECT_EQ(file.size(), small.rlim_cur);
  EXPECT_EQ(header(file).n_written.load_relaxed(), kChunkEvents + 2);
  EXPECT_EQ(value(file, 1), kChunkEvents);
}

TEST_F(RingFile, HasTheProcessorWhereItIsAnotherOne) {
  cpu_set_t allowed;
  ASSERT_EQ(sched_getaffinity(0, sizeof allowed, &allowed), 0);
  Ring ring(0);
  ring.open(path_.c_str(), 2);
  std::vector<uint64_t> expected;
  for (unsigned i = 0; i < CPU_SETSIZE && expected.size() < 2; i++) {
    if (!CPU_ISSET(i, &allowed)) continue;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(i, &one);
    ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
    for (int times = 0; times < 3; times++) ring.note_processor();
    expected.push_back(i);
  }
  ring.forget_processor();  // another thread goes on in the ring
  ring.note_processor();
  expected.push_back(expected.back());
  EXPECT_EQ(sched_setaffinity(0, sizeof allowed, &allowed), 0);
  const std::string file = content();
  ASSERT_EQ(header(file).n_written.load_relaxed(), expected.size());
  for (size_t i = 0; i < expected.size(); i++) EXPECT_EQ(value(file, i), expected[i]);
}

TEST_F(RingFile, IsNeverAFileThatIsThereAlready) {
  std::ofstream(path_) << "somebody's";
  Ring ring(0);
  ring.open(path_.c_str(), 2);
  EXPECT_EQ(content(), "somebody's");
}

}  // namespace
}  // namespace rondo::trace
