// SPDX-License-Identifier: Apache-2.0
//
// What abi/rondo/ keeps for the process: see ARCHITECTURE.md, "State of the process".
#pragma once

#include "sync/spin_lock.hpp"

namespace rondo::abi {

struct Process {
  sync::SpinLock sites_lock;  // over the sites of directives in Fortran while they are completed; any thread
};
[[gnu::visibility("hidden")]] extern constinit Process process;

}  // namespace rondo::abi
