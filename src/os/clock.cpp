// SPDX-License-Identifier: Apache-2.0
//
// Clock reading and the rate of the tick counter. The rate is what the hardware tells, or comes of a short
// measurement against the monotonic clock.
#include "os/clock.hpp"

#include <ctime>

#include "os/cpu.hpp"
#include "os/process.hpp"
#include "os/tick_rate.hpp"

namespace rondo::os {
namespace {

constexpr uint64_t kNsPerSecond = 1'000'000'000;
// A reading takes 25 to 50 ns.
constexpr uint64_t kShort_ns = 20'000;    // errs by less than a 200th; each program that starts waits for this
constexpr uint64_t kPrecise_ns = 200'000;  // by less than a 2000th

struct SystemClocks {
  static uint64_t now_ns() { return os::now_ns(); }
  static uint64_t ticks() { return os::ticks(); }
  static void relax() { os::relax(); }
};

uint64_t told_or_measured_rate(uint64_t span_ns) {
  uint64_t rate = base::architecture::told_ticks_per_us();
  SystemClocks clocks;
  if (rate == 0) rate = TickRate(clocks).measure(span_ns);
  return rate == 0 ? 1 : rate;
}

}  // namespace

uint64_t now_ns() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<uint64_t>(now.tv_sec) * kNsPerSecond + static_cast<uint64_t>(now.tv_nsec);
}

namespace {
uint64_t time_ns(clockid_t clock) {
  timespec time;
  clock_gettime(clock, &time);
  return static_cast<uint64_t>(time.tv_sec) * kNsPerSecond + static_cast<uint64_t>(time.tv_nsec);
}
}  // namespace

uint64_t thread_time_ns() { return time_ns(CLOCK_THREAD_CPUTIME_ID); }
uint64_t process_time_ns() { return time_ns(CLOCK_PROCESS_CPUTIME_ID); }

uint64_t ticks_per_us() {
  uint64_t rate = process.ticks_per_us.load_relaxed();
  if (rate == 0) {
    rate = told_or_measured_rate(kShort_ns);
    process.ticks_per_us.store_relaxed(rate);
  }
  return rate;
}

uint64_t precise_ticks_per_us() { return told_or_measured_rate(kPrecise_ns); }

uint64_t ticks_step() {
  // The median: readings sometimes overlap, which looks shorter, or are interrupted, which looks longer.
  constexpr int kSteps = 31;
  constexpr int kReadings = 100'000;
  uint64_t steps[kSteps];
  int n = 0;
  for (int i = 0; i < kReadings && n < kSteps; i++) {
    uint64_t start = ticks();
    uint64_t step = ticks() - start;
    if (step == 0) continue;
    int at = n++;
    for (; at > 0 && steps[at - 1] > step; at--) steps[at] = steps[at - 1];
    steps[at] = step;
  }
  return n == 0 ? 1 : steps[n / 2];
}

double wall_seconds() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double wall_resolution() {
  timespec step;
  if (clock_getres(CLOCK_MONOTONIC, &step) != 0) return 1e-9;
  return static_cast<double>(step.tv_sec) + 1e-9 * static_cast<double>(step.tv_nsec);
}

}  // namespace rondo::os
