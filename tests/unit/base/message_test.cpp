// SPDX-License-Identifier: Apache-2.0
//
// base/message.hpp and base/assert.hpp: what reaches standard error, and how the process ends.
#include "base/message.hpp"

#include <cerrno>
#include <csignal>
#include <string>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "base/assert.hpp"

namespace rondo::base {
namespace {

TEST(Message, IsOnePrefixedLine) {
  testing::internal::CaptureStderr();
  warn("%s is %d", "x", 42);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "rondo: x is 42\n");
}

TEST(Message, QuotedLineBreaksStayOnTheLine) {
  testing::internal::CaptureStderr();
  warn("'%s'", "a\nb\r");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "rondo: 'a b '\n");
}

TEST(Message, LongTextIsCutAndSaysSo) {
  testing::internal::CaptureStderr();
  warn("%s", std::string(5000, 'x').c_str());
  const std::string line = testing::internal::GetCapturedStderr();
  EXPECT_LE(line.size(), 1024u);
  EXPECT_EQ(line.substr(line.size() - 5), "x...\n");
  EXPECT_EQ(line.find('\n'), line.size() - 1);
}

TEST(Message, LongestTextThatFitsIsNotCut) {
  for (size_t length = 1000; length < 1030; ++length) {
    testing::internal::CaptureStderr();
    warn("%s", std::string(length, 'x').c_str());
    const std::string line = testing::internal::GetCapturedStderr();
    const bool is_whole = line == "rondo: " + std::string(length, 'x') + "\n";
    const bool is_cut = line.size() > 4 && line.substr(line.size() - 4) == "...\n";
    EXPECT_TRUE(is_whole != is_cut) << length;
  }
}

TEST(Message, LeavesErrnoAlone) {
  testing::internal::CaptureStderr();
  errno = EAGAIN;
  warn("anything");
  EXPECT_EQ(errno, EAGAIN);
  testing::internal::GetCapturedStderr();
}

// A packet pipe hands out what one write() put in: each read must be one whole line.
TEST(Message, LinesOfSeveralThreadsAreSingleWrites) {
  int ends[2];
  ASSERT_EQ(pipe2(ends, O_DIRECT), 0);
  constexpr int kThreads = 4;
  constexpr int kLines = 10;
  // Each packet takes a page of the pipe, and nobody reads before all is written.
  ASSERT_GE(fcntl(ends[1], F_SETPIPE_SZ, kThreads * kLines * 4096), kThreads * kLines * 4096);
  const int saved = dup(STDERR_FILENO);
  dup2(ends[1], STDERR_FILENO);
  std::vector<std::thread> threads;
  threads.reserve(kThreads);
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([t] {
      for (int i = 0; i < kLines; ++i) warn("thread %d line %d", t, i);
    });
  }
  for (std::thread& thread : threads) thread.join();
  dup2(saved, STDERR_FILENO);
  close(saved);
  close(ends[1]);
  int n_lines = 0;
  char line[2048];
  for (ssize_t length; (length = read(ends[0], line, sizeof line)) > 0; ++n_lines) {
    const std::string text(line, static_cast<size_t>(length));
    EXPECT_EQ(text.find("rondo: thread "), 0u) << text;
    EXPECT_EQ(text.find('\n'), text.size() - 1) << text;
  }
  close(ends[0]);
  EXPECT_EQ(n_lines, kThreads * kLines);
}

TEST(Message, SurvivesAClosedStandardError) {
  const int saved = dup(STDERR_FILENO);
  close(STDERR_FILENO);
  warn("nobody hears this");
  dup2(saved, STDERR_FILENO);
  close(saved);
}

TEST(MessageDeathTest, FatalSaysWhyAndAborts) {
  EXPECT_EXIT(fatal("no %s; do %s", "memory", "this"), testing::KilledBySignal(SIGABRT),
              "^rondo: no memory; do this\n$");
}

TEST(Message, FirstTimeIsTrueForOneThreadOnly) {
  static const char kKeys[16] = {};
  for (const char& key : kKeys) {
    int n_first[4] = {};
    std::vector<std::thread> threads;
    for (int& n : n_first) {
      threads.emplace_back([&n, &key] {
        for (int i = 0; i < 100; ++i) n += first_time(&key) ? 1 : 0;
      });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(n_first[0] + n_first[1] + n_first[2] + n_first[3], 1);
  }
}

TEST(Message, WarnOnceSaysEachFormatOnce) {
  testing::internal::CaptureStderr();
  for (int i = 0; i < 3; ++i) {
    warn_once("message %d of one kind", i);
    warn_once("message %d of another kind", i);
  }
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "rondo: message 0 of one kind\nrondo: message 0 of another kind\n");
}

#if RONDO_CHECK >= 1
TEST(AssertDeathTest, NamesConditionAndPlace) {
  const int two = 2;
  RONDO_ASSERT(two == 2);
  EXPECT_EXIT(RONDO_ASSERT(two == 3), testing::KilledBySignal(SIGABRT), "rondo: .*`two == 3`.*message_test.cpp:");
}
#else
TEST(Assert, IsNotEvaluatedInRelease) {
  int n_calls = 0;
  const auto fail = [&n_calls] {
    ++n_calls;
    return false;
  };
  RONDO_ASSERT(fail());
  EXPECT_EQ(n_calls, 0);
}
#endif

}  // namespace
}  // namespace rondo::base
