// SPDX-License-Identifier: Apache-2.0
#include "team/serve.hpp"

#include "sched/idle/purge.hpp"
#include "team/barrier.hpp"
#include "team/binding.hpp"
#include "team/child.hpp"
#include "team/implicit.hpp"
#include "team/observed.hpp"
#include "team/processor_spread.hpp"

namespace rondo::team {

using sched::ConditionLatch;

void serve(Thread& thread, Member& member) {
  Team& team = member.team();
  Service service(thread, member);
  uint64_t processor_spread_ticks = 0;
  auto is_called = [&] { return service.is_called(); };
  // The master is still starting other threads: thousands that spin meanwhile would take its processor.
  if (team.is_large.load_relaxed()) sched::park(thread, nullptr, 0, is_called);
  for (;;) {
    wait_idle(thread, team.is_oversubscribed.load_relaxed(), is_called);
    if (!service.begins_region()) return;
    open_implicit(member, thread);
    occupy(thread, member);
    const bool is_bound = member.binding.place != kNoPlace;  // afterwards the binding may be the next region's
    if (is_bound) [[unlikely]]
      bind(thread, member.binding.place);
    note_processor(member);
    // A new thread may be on its creator's processor, and its first region may be long.
    const bool is_first = processor_spread_ticks == 0;
    if (is_first && !is_bound && !team.is_oversubscribed.load_relaxed())
      spread_over_processors(team, member, processor_spread_ticks);
    team.body.call(team.body.context, thread, member.index);
    if (thread.slot != &member) [[unlikely]]
      end_of_way_in_child();
    base::CountFor counting(base::Construct::Parallel);
    if (ompt::is_on()) [[unlikely]]
      begin_last_barrier(thread, member);
    arrive(thread, member, team);
    close_implicit(member, thread);
    if (thread.slab.holds_much()) [[unlikely]]
      sched::purge_own_memory(thread, is_alone(team));
    sched::work_until(thread, team, ConditionLatch([&] { return service.is_region_over(); }), nullptr);
    if (ompt::is_on()) [[unlikely]]
      end_implicit(thread, member);
    if (!is_bound && !team.is_oversubscribed.load_relaxed())
      spread_over_processors(team, member, processor_spread_ticks);
    service.leave_region();
  }
}

}  // namespace rondo::team
