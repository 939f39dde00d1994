// SPDX-License-Identifier: Apache-2.0
//
// os/cgroup.hpp on file trees built for the purpose: what containers, systemd slices and plain machines look like.
#include "os/cgroup.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

namespace rondo::os {
namespace {

namespace fs = std::filesystem;

class Cgroup : public testing::Test {
 protected:
  Cgroup() {
    std::string pattern = (fs::temp_directory_path() / "rondo-cgroup-XXXXXX").string();
    root_ = mkdtemp(pattern.data());
  }
  ~Cgroup() override { fs::remove_all(root_); }

  void write(const std::string& path, const std::string& text) {
    const fs::path full = root_.string() + path;
    fs::create_directories(full.parent_path());
    std::ofstream(full) << text;
  }

  void version_2(const std::string& group, const std::string& mount_root = "/") {
    write("/proc/self/cgroup", "0::" + group + "\n");
    write("/proc/self/mountinfo",
          "22 1 8:1 / / rw,relatime - ext4 /dev/sda1 rw\n"
          "30 24 0:26 " +
              mount_root + " /sys/fs/cgroup rw,nosuid shared:9 master:2 - cgroup2 cgroup2 rw,nsdelegate\n");
  }

  void version_1(const std::string& group, const std::string& mount_root = "/") {
    write("/proc/self/cgroup", "12:cpuset:/other\n5:cpu,cpuacct:" + group + "\n1:name=systemd:/x\n0::/x\n");
    write("/proc/self/mountinfo",
          "33 30 0:29 / /sys/fs/cgroup/cpuset rw - cgroup cgroup rw,cpuset\n"
          "34 30 0:30 " +
              mount_root + " /sys/fs/cgroup/cpu,cpuacct rw shared:12 - cgroup cgroup rw,cpu,cpuacct\n");
  }

  unsigned limit() const { return cgroup_cpu_limit(root_.c_str()); }

 private:
  fs::path root_;
};

TEST_F(Cgroup, NothingThereIsNoLimit) { EXPECT_EQ(limit(), 0u); }

TEST_F(Cgroup, Version2WithoutQuota) {
  version_2("/user.slice");
  write("/sys/fs/cgroup/user.slice/cpu.max", "max 100000\n");
  EXPECT_EQ(limit(), 0u);
}

TEST_F(Cgroup, Version2QuotaIsRoundedUp) {
  version_2("/a");
  write("/sys/fs/cgroup/a/cpu.max", "150000 100000\n");
  EXPECT_EQ(limit(), 2u);
  write("/sys/fs/cgroup/a/cpu.max", "200000 100000\n");
  EXPECT_EQ(limit(), 2u);
  write("/sys/fs/cgroup/a/cpu.max", "200001 100000\n");
  EXPECT_EQ(limit(), 3u);
  write("/sys/fs/cgroup/a/cpu.max", "1000 100000\n");
  EXPECT_EQ(limit(), 1u);
}

TEST_F(Cgroup, TightestGroupOnTheWayUpCounts) {
  version_2("/a/b/c");
  write("/sys/fs/cgroup/a/cpu.max", "300000 100000\n");
  write("/sys/fs/cgroup/a/b/cpu.max", "max 100000\n");
  write("/sys/fs/cgroup/a/b/c/cpu.max", "800000 100000\n");
  EXPECT_EQ(limit(), 3u);
}

TEST_F(Cgroup, ContainerWithItsOwnNamespaceReadsTheMountItself) {
  version_2("/");
  write("/sys/fs/cgroup/cpu.max", "400000 100000\n");
  EXPECT_EQ(limit(), 4u);
}

TEST_F(Cgroup, GroupSeenFromOutsideIsFoundBelowTheMountedRoot) {
  version_2("/docker/1234/inner", "/docker/1234");
  write("/sys/fs/cgroup/inner/cpu.max", "500000 100000\n");
  write("/sys/fs/cgroup/cpu.max", "900000 100000\n");
  EXPECT_EQ(limit(), 5u);
}

TEST_F(Cgroup, ProcessOutsideItsNamespacesRootUsesTheRoot) {
  version_2("/../elsewhere");
  write("/sys/fs/cgroup/cpu.max", "600000 100000\n");
  EXPECT_EQ(limit(), 6u);
}

TEST_F(Cgroup, Version1Quota) {
  version_1("/a/b");
  write("/sys/fs/cgroup/cpu,cpuacct/a/b/cpu.cfs_quota_us", "-1\n");
  write("/sys/fs/cgroup/cpu,cpuacct/a/b/cpu.cfs_period_us", "100000\n");
  write("/sys/fs/cgroup/cpu,cpuacct/a/cpu.cfs_quota_us", "250000\n");
  write("/sys/fs/cgroup/cpu,cpuacct/a/cpu.cfs_period_us", "100000\n");
  EXPECT_EQ(limit(), 3u);
}

TEST_F(Cgroup, Version1WithoutQuota) {
  version_1("/a");
  write("/sys/fs/cgroup/cpu,cpuacct/a/cpu.cfs_quota_us", "-1\n");
  write("/sys/fs/cgroup/cpu,cpuacct/a/cpu.cfs_period_us", "100000\n");
  EXPECT_EQ(limit(), 0u);
}

TEST_F(Cgroup, Version1ContainerMountsItsOwnGroup) {
  version_1("/docker/99", "/docker/99");
  write("/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "100000\n");
  write("/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "50000\n");
  EXPECT_EQ(limit(), 2u);
}

TEST_F(Cgroup, NonsenseIsNoLimit) {
  version_2("/a");
  for (const char* text : {"", "\n", "abc def\n", "0 100000\n", "100000 0\n", "100000\n", "-5 100000\n"}) {
    write("/sys/fs/cgroup/a/cpu.max", text);
    EXPECT_EQ(limit(), 0u) << text;
  }
}

}  // namespace
}  // namespace rondo::os
