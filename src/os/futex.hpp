// SPDX-License-Identifier: Apache-2.0
//
// Sleeping in the kernel until a word changes. Only sync/ builds protocols on this; all other code waits on latches.
// The word is that of a base::Atomic<uint32_t> (its address()); all waiters are threads of this process.
#pragma once

#include <cstdint>

namespace rondo::os {

// Sleeps while *word == expected. May return early (signal, spurious wake-up): callers test their condition again.
void futex_wait(const uint32_t* word, uint32_t expected);

// The same for at most `timeout_ns`.
void futex_wait_for(const uint32_t* word, uint32_t expected, uint64_t timeout_ns);

// The same for one of several threads that sleep on one word and are told apart by their bits. 0: no time-out.
void futex_wait_as(uint32_t bit, const uint32_t* word, uint32_t expected, uint64_t timeout_ns);

// Wakes the sleepers with these bits.
void futex_wake_those(uint32_t bits, const uint32_t* word);

// Wakes at most `n_waiters` sleepers. The word may already be gone (its last user freed it): that is harmless.
void futex_wake(const uint32_t* word, int n_waiters);

}  // namespace rondo::os
