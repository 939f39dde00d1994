// SPDX-License-Identifier: Apache-2.0
#include "team/processor_spread.hpp"

#include "config/mechanism.hpp"
#include "os/clock.hpp"
#include "os/thread.hpp"
#include "os/topology.hpp"
#include "sched/worker/contention.hpp"

namespace rondo::team {

void spread_over_processors(const Team& team, Member& member, uint64_t& next_ticks) {
  // docs/tuning.md. Where processors are contended: a turn of another program, which may have the unused one.
  constexpr uint64_t kPatience_us = 1000;
  const uint64_t now = os::ticks();
  if (now < next_ticks) return;
  next_ticks = now + os::ticks_per_us() * (sched::are_processors_contended(now) ? os::kOthersTurn_us : kPatience_us);
  if (!config::uses(config::Mechanism::ProcessorSpread)) return;
  const uint32_t here = os::current_cpu();
  bool is_shared = false;
  for (uint32_t i = 0; i < member.index; i++) is_shared |= team.member(i)->processor.load_relaxed() == here;
  if (!is_shared) return;
  const os::CpuSet mine = os::thread_cpus();
  os::CpuSet unused = mine;
  for (uint32_t i = 0; i < team.n_slots; i++) unused.remove(team.member(i)->processor.load_relaxed());
  if (unused.is_empty() || !os::bind_thread(unused)) return;
  member.processor.store_relaxed(os::current_cpu());  // for members of higher number
  os::bind_thread(mine);
}

}  // namespace rondo::team
