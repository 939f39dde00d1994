// SPDX-License-Identifier: Apache-2.0
//
// The process's processors and the binding of threads, through the scheduler's system calls. Masks are exchanged with
// the kernel as arrays of 64-bit words of kMaxCpus bits, which serves machines beyond glibc's fixed 1024.
#include <cerrno>
#include <cstdint>

#include <pthread.h>
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
    for (unsigned cpu = 0; cpu < kMaxCpus; ++cpu) {
      if ((mask.words[cpu / 64] >> (cpu % 64) & 1) != 0) cpus->add(cpu);
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
  process.quota = cgroup_cpu_limit("");
  errno = saved_errno;
}

const Process& processors() {
  pthread_once(&process.processors_once, read_at_start);
  return process;
}

}  // namespace

const CpuSet& process_cpus() { return processors().cpus; }

void limit_process_cpus(const CpuSet& kept) {
  (void)processors();
  process.cpus.keep_only(kept);
  process.n_cpus = process.cpus.count();
}

unsigned online_processors_in_mask() { return processors().n_cpus; }

unsigned usable_processors() {
  const Process& known = processors();
  return known.quota != 0 && known.quota < known.n_cpus ? known.quota : known.n_cpus;
}

unsigned processors_of_machine() {
  const int saved_errno = errno;
  const long n_online = sysconf(_SC_NPROCESSORS_ONLN);
  errno = saved_errno;
  const unsigned n = n_online < 1 ? 1 : static_cast<unsigned>(n_online);
  const unsigned quota = processors().quota;
  return quota != 0 && quota < n ? quota : n;
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
