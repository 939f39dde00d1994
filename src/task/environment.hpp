// SPDX-License-Identifier: Apache-2.0
//
// The ICVs of a task that has set some (omp_set_num_threads and the like). Most tasks set none, and have those that
// the task that created them had then. So a task's domain gets a data environment with its first change, and a look
// for an ICV ends at the nearest domain that has one. Argument: README.md, "Data environment".
#pragma once

#include "config/icvs.hpp"

namespace rondo::task {

struct DataEnvironment {
  config::Icvs inherited;  // for descendants that have none of their own
  config::Icvs own;        // the task's own where it differs from that: Flag::kOwnIcvs
  DataEnvironment* copies = nullptr;  // of `own`, for replays that the task encounters; freed with this
  bool is_copied = false;  // the first of `copies` equals `own`
};

}  // namespace rondo::task
