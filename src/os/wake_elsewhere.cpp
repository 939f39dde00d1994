// SPDX-License-Identifier: Apache-2.0
//
// This uses the bare system calls: they return the size of the kernel's masks, so that no more words are read than
// needed.
#include "os/wake_elsewhere.hpp"

#include <algorithm>
#include <cerrno>

#include <sys/syscall.h>
#include <unistd.h>

namespace rondo::os {
namespace {

constexpr unsigned kWordBits = 64;

// The number of words; 0 if the mask cannot be read.
unsigned read_mask(int thread_id, uint64_t (&mask)[kMaxCpus / kWordBits]) {
  const long n_bytes = syscall(SYS_sched_getaffinity, thread_id, sizeof mask, mask);
  return n_bytes <= 0 ? 0 : static_cast<unsigned>(n_bytes) / sizeof mask[0];
}

bool write_mask(int thread_id, const uint64_t* mask, unsigned n_words) {
  return syscall(SYS_sched_setaffinity, thread_id, n_words * sizeof mask[0], mask) == 0;
}

uint64_t bit(unsigned cpu) { return uint64_t{1} << (cpu % kWordBits); }

}  // namespace

void exclude_processor(int thread_id, unsigned cpu, ExcludedProcessor& kept) {
  const int saved_errno = errno;
  kept.thread_id = thread_id;
  kept.cpu = cpu;
  kept.n_words = 0;
  const unsigned n_words = read_mask(thread_id, kept.mask);
  if (cpu / kWordBits < n_words && (kept.mask[cpu / kWordBits] & bit(cpu)) != 0) {
    kept.mask[cpu / kWordBits] &= ~bit(cpu);
    const bool has_others = std::any_of(kept.mask, kept.mask + n_words, [](uint64_t word) { return word != 0; });
    if (has_others && write_mask(thread_id, kept.mask, n_words)) kept.n_words = n_words;
    kept.mask[cpu / kWordBits] |= bit(cpu);
  }
  errno = saved_errno;
}

void let_back(const ExcludedProcessor& kept) {
  if (kept.n_words == 0) return;
  const int saved_errno = errno;
  uint64_t now[kMaxCpus / kWordBits];
  if (read_mask(kept.thread_id, now) == kept.n_words) {
    now[kept.cpu / kWordBits] |= bit(kept.cpu);
    if (std::equal(now, now + kept.n_words, kept.mask)) write_mask(kept.thread_id, kept.mask, kept.n_words);
  }
  errno = saved_errno;
}

}  // namespace rondo::os
