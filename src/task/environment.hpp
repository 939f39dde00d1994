// SPDX-License-Identifier: Apache-2.0
//
// The ICVs of a task that has set some (omp_set_num_threads and the like). Most tasks set none, and have those of the
// task that created them as they were then; so a task's domain has one of these from its first change on, and who
// asks looks for the nearest domain that has one. Argument: README.md, "Data environment".
#pragma once

#include "config/icvs.hpp"

namespace rondo::task {

struct DataEnvironment {
  config::Icvs inherited;  // what its descendants begin with that have none of their own
  config::Icvs own;        // the task's own where it differs from that: Flag::kOwnIcvs
  DataEnvironment* copies = nullptr;  // of `own`, for replays that the task encounters; they go with this one
  bool is_copied = false;  // the first of `copies` is `own` as it is now
};

}  // namespace rondo::task
