// SPDX-License-Identifier: Apache-2.0
//
// trace/ring.hpp: what is in the file of a ring, while it fills, when it is full, and where there is no room.
#include "trace/ring.hpp"

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
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
  static uint64_t value(const std::string& file, size_t index) {
    Event event;
    std::memcpy(&event, file.data() + kRingHeaderBytes + index * sizeof event, sizeof event);
    return event.value;
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
  EXPECT_EQ(file.substr(0, 8), "RondoR01");
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
  EXPECT_EQ(content().size(), kRingHeaderBytes + 2 * kChunkEvents * sizeof(Event));
}

TEST_F(RingFile, WritesOverTheOldestChunk) {
  Ring ring(0);
  ring.open(path_.c_str(), 2);
  constexpr size_t kEvents = 2 * kChunkEvents + 5;
  for (size_t i = 0; i < kEvents; i++) (void)ring.note_task(Kind::TaskCreate, 0, i);
  const std::string file = content();
  EXPECT_EQ(file.size(), kRingHeaderBytes + 2 * kChunkEvents * sizeof(Event));
  EXPECT_EQ(header(file).n_written.load_relaxed(), kEvents);
  EXPECT_EQ(header(file).n_lost.load_relaxed(), 0u);
  EXPECT_EQ(value(file, 4), kEvents - 1);
  EXPECT_EQ(value(file, kChunkEvents), kChunkEvents);
  EXPECT_EQ(header(file).n_ids_before[0], 2 * kChunkEvents);  // by which a reader numbers tasks
  EXPECT_EQ(header(file).n_ids_before[1], kChunkEvents);
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
  EXPECT_EQ(header(file).n_written.load_relaxed(), kChunkEvents + 1);
  EXPECT_EQ(value(file, 0), kChunkEvents);
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
