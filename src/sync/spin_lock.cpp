// SPDX-License-Identifier: Apache-2.0
#include "sync/spin_lock.hpp"

namespace rondo::sync {

void forget_lock_holders() { process.generation++; }

}  // namespace rondo::sync
