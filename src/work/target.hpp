// SPDX-License-Identifier: Apache-2.0
//
// target regions. The host is the only device, so data stays where it is and a region is a call. But the calling
// thread is then the initial thread of a contention group of its own: outside every parallel region and every league,
// with the ICVs that the program began with.
#pragma once

#include "sched/run/domain.hpp"
#include "work/parallel.hpp"

namespace rondo::work {

// While it lives, the calling thread is the initial thread of a target region. Its end waits for the region's tasks.
class [[nodiscard]] TargetRegion {
 public:
  explicit TargetRegion(sched::Worker& worker);
  ~TargetRegion();
  TargetRegion(const TargetRegion&) = delete;
  TargetRegion& operator=(const TargetRegion&) = delete;

 private:
  sched::Worker& worker_;
};

// Inside a target region: the calling thread becomes the next initial thread of a league. False: there is none left.
// `spec` matters in the first call.
bool begin_next_team(sched::Worker& worker, LeagueSpec spec, bool is_first);

// thread_limit of the current task; 0: it stays as it is.
void limit_threads(sched::Worker& worker, uint32_t thread_limit);

// The device that a construct or a routine asks for is the host, or may be replaced by it (a construct whose device
// does not exist runs on the host). With OMP_TARGET_OFFLOAD=mandatory it may not, which ends the program.
void accept_device(const sched::Worker& worker, int32_t device);

// The arguments of accept_device() for the default device, and for the host because of an if clause.
inline constexpr int32_t kDefaultDevice = -1;
inline constexpr int32_t kHostByClause = -2;

// The host's number: that of the devices.
inline constexpr int32_t kHostDevice = 0;
// Another number of the host in programs: -1 is OpenMP 5.2's omp_initial_device.
inline bool is_host_number(int32_t device) { return device == kHostDevice || device == -1; }

}  // namespace rondo::work
