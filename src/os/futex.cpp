// SPDX-License-Identifier: Apache-2.0
//
// Private futexes by system call; errno is left alone because waits happen inside the user's constructs.
#include "os/futex.hpp"

#include <cerrno>
#include <climits>
#include <ctime>

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "os/clock.hpp"

namespace rondo::os {
namespace {

void call(const uint32_t* word, int operation, uint32_t value, const timespec* timeout, uint32_t bits = 0) {
  const int saved_errno = errno;
  syscall(SYS_futex, word, operation | FUTEX_PRIVATE_FLAG, value, timeout, nullptr, bits);
  errno = saved_errno;
}

timespec timespec_of(uint64_t ns) {
  constexpr uint64_t kNsASecond = 1'000'000'000;
  return {.tv_sec = static_cast<time_t>(ns / kNsASecond), .tv_nsec = static_cast<long>(ns % kNsASecond)};
}

}  // namespace

void futex_wait(const uint32_t* word, uint32_t expected) { call(word, FUTEX_WAIT, expected, nullptr); }

void futex_wait_for(const uint32_t* word, uint32_t expected, uint64_t timeout_ns) {
  const timespec timeout = timespec_of(timeout_ns);
  call(word, FUTEX_WAIT, expected, &timeout);
}

void futex_wait_as(uint32_t bit, const uint32_t* word, uint32_t expected, uint64_t timeout_ns) {
  const timespec end = timespec_of(timeout_ns == 0 ? 0 : now_ns() + timeout_ns);  // a moment, unlike FUTEX_WAIT's
  call(word, FUTEX_WAIT_BITSET, expected, timeout_ns == 0 ? nullptr : &end, bit);
}

void futex_wake_those(uint32_t bits, const uint32_t* word) { call(word, FUTEX_WAKE_BITSET, INT_MAX, nullptr, bits); }

void futex_wake(const uint32_t* word, int n_waiters) {
  call(word, FUTEX_WAKE, static_cast<uint32_t>(n_waiters), nullptr);
}

}  // namespace rondo::os
