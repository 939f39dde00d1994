// SPDX-License-Identifier: Apache-2.0
//
// The process's processors and the binding of threads, through the scheduler's system calls. Masks are exchanged with
// the kernel as arrays of 64-bit words of kMaxCpus bits, which serves machines beyond glibc's fixed 1024.
#include <bit>
#include <cerrno>
#include <cstdint>

#include <sched.h>
#include <unistd.h>

#include "os/cgroup.hpp"
#include "os/process.hpp"
#include "os/topology.hpp"

namespace rondo::os {
namespace {

union KernelMask {
  cpu_set_t set;
  uint64_t words[kMaxCpus / 64];
};

void read_mask(CpuSet* cpus) {
  KernelMask mask{};
  if (sched_getaffinity(0, sizeof mask, &mask.set) == 0) {
    for (unsigned first = 0; first < kMaxCpus; first += 64) {
      for (uint64_t word = mask.words[first / 64]; word != 0; word &= word - 1) {
        cpus->add(first + static_cast<unsigned>(std::countr_zero(word)));
      }
    }
  }
  if (!cpus->is_empty()) return;
  const long n_online = sysconf(_SC_NPROCESSORS_ONLN);  // a sandbox hides the mask
  for (unsigned cpu = 0; cpu == 0 || static_cast<long>(cpu) < n_online; ++cpu) cpus->add(cpu);
}

void read_at_start() {
  const int saved_errno = errno;
  read_mask(&process.cpus);
  process.n_cpus = process.cpus.count();
  errno = saved_errno;
}

void read_quota() {
  const int saved_errno = errno;
  process.quota = cgroup_cpu_limit("");
  errno = saved_errno;
}

const Process& processors() {
  process.processors_once.run(read_at_start);
  return process;
}

// Limits `n` by the control groups' quota. Their files take a tenth of a millisecond to read, and say nothing about
// one processor.
unsigned limited_by_quota(unsigned n) {
  if (n <= 1) return n;
  process.quota_once.run(read_quota);
  return process.quota != 0 && process.quota < n ? process.quota : n;
}

}  // namespace

const CpuSet& process_cpus() { return processors().cpus; }

void limit_process_cpus(const CpuSet& kept) {
  (void)processors();
  process.cpus.keep_only(kept);
  process.n_cpus = process.cpus.count();
}

unsigned online_processors_in_mask() { return processors().n_cpus; }

unsigned usable_processors() { return limited_by_quota(processors().n_cpus); }

unsigned processors_of_machine() {
  const int saved_errno = errno;
  const long n_online = sysconf(_SC_NPROCESSORS_ONLN);
  errno = saved_errno;
  return limited_by_quota(n_online < 1 ? 1 : static_cast<unsigned>(n_online));
}

unsigned current_cpu() {
  const int cpu = sched_getcpu();
  return cpu < 0 ? 0 : static_cast<unsigned>(cpu);
}

CpuSet thread_cpus() {
  const int saved_errno = errno;
  CpuSet cpus;
  read_mask(&cpus);
  errno = saved_errno;
  return cpus;
}

bool bind_thread(const CpuSet& cpus) {
  KernelMask mask{};
  for (unsigned cpu = cpus.first(); cpu != CpuSet::kNone; cpu = cpus.next(cpu)) {
    mask.words[cpu / 64] |= uint64_t{1} << (cpu % 64);
  }
  const int saved_errno = errno;
  const bool is_bound = sched_setaffinity(0, sizeof mask, &mask.set) == 0;
  errno = saved_errno;
  return is_bound;
}

void unbind_thread() { bind_thread(process_cpus()); }

}  // namespace rondo::os
