// SPDX-License-Identifier: Apache-2.0
//
// Private futexes by system call; errno is left alone because waits happen inside the user's constructs.
#include "os/futex.hpp"

#include <cerrno>
#include <ctime>

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace rondo::os {
namespace {

void call(const uint32_t* word, int operation, uint32_t value, const timespec* timeout) {
  const int saved_errno = errno;
  syscall(SYS_futex, word, operation | FUTEX_PRIVATE_FLAG, value, timeout, nullptr, 0);
  errno = saved_errno;
}

}  // namespace

void futex_wait(const uint32_t* word, uint32_t expected) { call(word, FUTEX_WAIT, expected, nullptr); }

void futex_wait_for(const uint32_t* word, uint32_t expected, uint64_t timeout_ns) {
  constexpr uint64_t kNsASecond = 1'000'000'000;
  const timespec timeout{.tv_sec = static_cast<time_t>(timeout_ns / kNsASecond),
                         .tv_nsec = static_cast<long>(timeout_ns % kNsASecond)};
  call(word, FUTEX_WAIT, expected, &timeout);
}

void futex_wake(const uint32_t* word, int n_waiters) {
  call(word, FUTEX_WAKE, static_cast<uint32_t>(n_waiters), nullptr);
}

}  // namespace rondo::os
