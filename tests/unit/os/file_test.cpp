// SPDX-License-Identifier: Apache-2.0
//
// os/file.hpp: what is written is private, and is never written where a link leads to.
#include "os/file.hpp"

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

namespace rondo::os {
namespace {

class File : public testing::Test {
 protected:
  void SetUp() override {
    char name[] = "/tmp/rondo_file_test_XXXXXX";
    ASSERT_NE(mkdtemp(name), nullptr);
    folder_ = name;
    old_mask_ = umask(0);
  }
  void TearDown() override {
    umask(old_mask_);
    for (const char* name : {"a", "b", "c"}) unlink(path(name).c_str());
    EXPECT_EQ(rmdir(folder_.c_str()), 0) << "something else was left behind";
  }

  std::string path(const char* name) const { return folder_ + "/" + name; }
  std::string text(const char* name) const {
    std::ostringstream all;
    all << std::ifstream(path(name)).rdbuf();
    return all.str();
  }
  mode_t mode(const char* name) const {
    struct stat status = {};
    EXPECT_EQ(stat(path(name).c_str(), &status), 0);
    return status.st_mode & 0777;
  }
  int replace(const char* name, const std::string& bytes) const {
    return replace_file(path(name).c_str(), bytes.data(), bytes.size(), 1);
  }
  int append(const char* name, const std::string& bytes) const {
    return append_file(path(name).c_str(), bytes.data(), bytes.size());
  }

 private:
  std::string folder_;
  mode_t old_mask_ = 0;
};

TEST_F(File, EachProcessHasOneOfItsOwn) {
  const std::string of_this_process = "a." + std::to_string(getpid());
  EXPECT_EQ(append_process_file(path("a").c_str(), "one", 3), 0);
  EXPECT_EQ(text(of_this_process.c_str()), "one");
  EXPECT_EQ(unlink(path(of_this_process.c_str()).c_str()), 0);
  std::string too_long(PATH_MAX - 2, 'x');  // but for the process number
  EXPECT_EQ(append_process_file(too_long.c_str(), "one", 3), ENAMETOOLONG);
  EXPECT_EQ(replace_file(too_long.c_str(), "one", 3, 1), ENAMETOOLONG);
}

TEST_F(File, NewFilesArePrivate) {
  EXPECT_EQ(replace("a", "one"), 0);
  EXPECT_EQ(append("b", "two"), 0);
  EXPECT_EQ(append("b", "three"), 0);
  EXPECT_EQ(text("a"), "one");
  EXPECT_EQ(text("b"), "twothree");
  EXPECT_EQ(mode("a"), 0600u);
  EXPECT_EQ(mode("b"), 0600u);
}

TEST_F(File, AReplacedFileKeepsItsMode) {
  ASSERT_EQ(replace("a", "one"), 0);
  ASSERT_EQ(chmod(path("a").c_str(), 0644), 0);
  EXPECT_EQ(replace("a", "other"), 0);
  EXPECT_EQ(text("a"), "other");
  EXPECT_EQ(mode("a"), 0644u);
}

// A process number comes again, in a container at every start.
TEST_F(File, WhatAProcessLeftBehindDoesNotBlock) {
  const std::string left = "a." + std::to_string(getpid());
  ASSERT_EQ(append(left.c_str(), "half"), 0);
  EXPECT_EQ(replace("a", "one"), 0);
  EXPECT_EQ(text("a"), "one");
  EXPECT_EQ(unlink(path(left.c_str()).c_str()), 0);
}

TEST_F(File, OnlyAFileOfTheSameKindIsReplaced) {
  ASSERT_EQ(append("a", "text"), 0);
  EXPECT_EQ(replace("a", "one"), EEXIST);
  EXPECT_EQ(text("a"), "text");
  ASSERT_EQ(append("b", ""), 0);
  EXPECT_EQ(replace("b", "one"), EEXIST) << "an empty file is of no kind";
  ASSERT_EQ(mkfifo(path("c").c_str(), 0600), 0);
  EXPECT_EQ(replace("c", "one"), EPERM);
  EXPECT_EQ(replace("", "one"), EPERM) << "a folder";
}

TEST_F(File, AnotherUsersFileIsNotReplaced) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can give a file away";
  ASSERT_EQ(replace("a", "one"), 0);
  ASSERT_EQ(chown(path("a").c_str(), 65534, 65534), 0);
  EXPECT_EQ(replace("a", "other"), EPERM);
  EXPECT_EQ(text("a"), "one");
}

TEST_F(File, NothingIsWrittenThroughALink) {
  ASSERT_EQ(replace("a", "one"), 0);
  ASSERT_EQ(symlink(path("a").c_str(), path("b").c_str()), 0);
  EXPECT_EQ(append("b", "two"), ELOOP);
  EXPECT_EQ(replace("b", "other"), EPERM);
  EXPECT_EQ(text("a"), "one");
  EXPECT_EQ(text("b"), "one");
  ASSERT_EQ(link(path("a").c_str(), path("c").c_str()), 0);
  EXPECT_EQ(append("c", "two"), EPERM);
  EXPECT_EQ(text("a"), "one");
}

TEST_F(File, AppendsToOrdinaryFilesOnly) {
  ASSERT_EQ(mkfifo(path("a").c_str(), 0600), 0);
  EXPECT_NE(append("a", "one"), 0);
}

TEST_F(File, ReadsOrdinaryFilesOfALimitedSizeOnly) {
  base::PodVector<char> bytes;
  EXPECT_EQ(read_file(path("a").c_str(), 100, bytes), ENOENT);
  ASSERT_EQ(mkfifo(path("a").c_str(), 0600), 0);
  EXPECT_EQ(read_file(path("a").c_str(), 100, bytes), EINVAL);
  ASSERT_EQ(replace("b", std::string(101, 'x')), 0);
  EXPECT_EQ(read_file(path("b").c_str(), 100, bytes), EFBIG);
}

}  // namespace
}  // namespace rondo::os
