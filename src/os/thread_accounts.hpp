// SPDX-License-Identifier: Apache-2.0
//
// What the kernel has counted of threads since they began. Used by traces.
#pragma once

#include <cstdint>

namespace rondo::os {

// Of this process's thread, by the kernel's number; 0 if the kernel does not tell, or there is no such thread. Some
// microseconds; do not allocate.
uint64_t run_delay_us(int thread);  // ready to run, but without a processor
uint64_t minor_faults(int thread);  // page faults without input

// Calls `visit` for each thread of the process, at this time. Allocates.
void for_each_thread(void (*visit)(void* argument, int thread), void* argument);

}  // namespace rondo::os
