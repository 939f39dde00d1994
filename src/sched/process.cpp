// SPDX-License-Identifier: Apache-2.0
#include "sched/process.hpp"

namespace rondo::sched {

constinit Process process;

}  // namespace rondo::sched
