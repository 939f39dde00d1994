// SPDX-License-Identifier: Apache-2.0
#include "sync/spin_lock.hpp"

namespace rondo::sync {

constinit uint32_t process_generation = 1;

void forget_lock_holders() { process_generation++; }

}  // namespace rondo::sync
