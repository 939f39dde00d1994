// SPDX-License-Identifier: Apache-2.0
// See machine.hpp.

#include "machine.hpp"

#include <sched.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <utility>

namespace rondo::cli {
namespace fs = std::filesystem;
namespace {

// The affinity mask in a set of `capacity` processors; nullopt (and errno) when the kernel does not give it.
std::optional<std::vector<int>> affinity(int capacity) {
  const auto n_processors = static_cast<std::size_t>(capacity);
  const std::unique_ptr<cpu_set_t, void (*)(cpu_set_t*)> mask(CPU_ALLOC(n_processors),
                                                              [](cpu_set_t* set) { CPU_FREE(set); });
  const std::size_t size = CPU_ALLOC_SIZE(n_processors);
  if (mask == nullptr || sched_getaffinity(0, size, mask.get()) != 0) {
    return std::nullopt;
  }
  std::vector<int> processors;
  for (int processor = 0; processor < capacity; ++processor) {
    if (CPU_ISSET_S(static_cast<std::size_t>(processor), size, mask.get())) {
      processors.push_back(processor);
    }
  }
  return processors;
}

std::vector<int> usable_processors() {
  // The kernel refuses a set smaller than its own (EINVAL): grow until it fits.
  for (int capacity = 1024; capacity <= 1 << 20; capacity *= 2) {
    auto processors = affinity(capacity);
    if (processors) {
      return *std::move(processors);
    }
    if (errno != EINVAL) {
      break;
    }
  }
  return {};
}

struct CgroupMount {
  fs::path point;
  fs::path root;  // the cgroup that stands at the mount point; not "/" in some containers
  bool is_v2 = false;
};

// Mounted hierarchies that control processor time.
std::vector<CgroupMount> cgroup_mounts() {
  std::vector<CgroupMount> mounts;
  std::ifstream file("/proc/self/mountinfo");
  for (std::string line; std::getline(file, line);) {
    // id parent major:minor ROOT POINT options... - TYPE source SUPER-OPTIONS
    std::istringstream words(line);
    std::string id, parent, device, root, point, word;
    words >> id >> parent >> device >> root >> point;
    while (words >> word && word != "-") {
    }
    std::string type, source, options;
    words >> type >> source >> options;
    const bool has_cpu = ("," + options + ",").find(",cpu,") != std::string::npos;
    if (type == "cgroup2" || (type == "cgroup" && has_cpu)) {
      mounts.push_back({point, root, type == "cgroup2"});
    }
  }
  return mounts;
}

// This process's cgroup in the version 2 hierarchy, or in the version 1 hierarchy of processor time.
fs::path own_cgroup(bool is_v2) {
  std::ifstream file("/proc/self/cgroup");
  for (std::string line; std::getline(file, line);) {
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) {
      continue;
    }
    const std::string controllers = line.substr(first + 1, second - first - 1);
    const bool is_match = is_v2 ? controllers.empty() : ("," + controllers + ",").find(",cpu,") != std::string::npos;
    if (is_match) {
      return line.substr(second + 1);
    }
  }
  return "/";
}

std::optional<CpuQuota> quota_of(const fs::path& folder, bool is_v2) {
  double quota = 0;
  double period = 0;
  const fs::path file = folder / (is_v2 ? "cpu.max" : "cpu.cfs_quota_us");
  std::ifstream limit(file);
  if (is_v2) {
    limit >> quota >> period;  // "max 100000" fails at the word and leaves 0
  } else {
    limit >> quota;  // -1: none
    std::ifstream(folder / "cpu.cfs_period_us") >> period;
  }
  if (quota <= 0 || period <= 0) {
    return std::nullopt;
  }
  return CpuQuota{quota / period, file.string()};
}

std::optional<CpuQuota> tightest_quota() {
  std::optional<CpuQuota> tightest;
  for (const CgroupMount& mount : cgroup_mounts()) {
    const fs::path inside = own_cgroup(mount.is_v2).lexically_relative(mount.root);
    // A cgroup outside what is mounted here (".." first) is not visible: its limits show at the mount point.
    const bool is_visible = !inside.empty() && *inside.begin() != "..";
    fs::path folder = is_visible ? (mount.point / inside).lexically_normal() : mount.point;
    for (;; folder = folder.parent_path()) {
      const auto quota = quota_of(folder, mount.is_v2);
      if (quota && (!tightest || quota->processors < tightest->processors)) {
        tightest = quota;
      }
      if (folder == mount.point || !folder.has_relative_path()) {
        break;
      }
    }
  }
  return tightest;
}

}  // namespace

Machine read_machine() {
  return {usable_processors(), static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN)), tightest_quota()};
}

std::string ranges(const std::vector<int>& numbers) {
  std::string text;
  for (std::size_t i = 0; i < numbers.size();) {
    std::size_t last = i;
    while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) {
      ++last;
    }
    text += (text.empty() ? "" : ",") + std::to_string(numbers[i]);
    if (last > i) {
      text += "-" + std::to_string(numbers[last]);
    }
    i = last + 1;
  }
  return text;
}

}  // namespace rondo::cli
