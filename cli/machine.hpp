// SPDX-License-Identifier: Apache-2.0
// What of this machine a process may use: processors of its affinity mask, share of processor time of its cgroup.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace rondo::cli {

struct CpuQuota {
  double processors = 0;  // processor time for each unit of wall time
  std::string file;       // the cgroup file that sets it
};

struct Machine {
  std::vector<int> usable;  // numbers of the processors in the affinity mask
  int online = 0;
  std::optional<CpuQuota> quota;  // the tightest one on the way up to the root cgroup
};

Machine read_machine();

// "0-3,8" for {0, 1, 2, 3, 8}.
std::string ranges(const std::vector<int>& numbers);

}  // namespace rondo::cli
