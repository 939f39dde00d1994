// SPDX-License-Identifier: Apache-2.0
#include "work/replay.hpp"

#include "sched/pattern.hpp"
#include "sched/wait.hpp"

namespace rondo::work {

using graph::Instance;
using graph::Record;
using sched::Worker;
using task::Domain;

void give_back(Instance& instance, uint64_t n_replays) {
  Record& record = *instance.record;
  record.give_back(&instance, n_replays);
  record.table().leave(record);
}

namespace {

// The last descendant of a nogroup replay is done.
task::Tally& on_dead(Worker&, Domain& domain) {
  task::Tally& above = *domain.reports_to;
  give_back(instance_of(domain), 1);
  return above;
}

}  // namespace

void open_instance(Worker& worker, Instance& instance, task::WorkerId owner) {
  Domain& parent = sched::domain_of_current(worker);
  sched::wait_for_pattern(worker, parent);
  Domain& domain = instance.domain;
  domain.tally.open(owner);
  domain.outer = &parent;
  domain.depth = parent.depth + 1;
  domain.crew = parent.crew;
  instance.group = worker.current->group;
  graph::open_groups(instance, parent.crew->n_seats);
  instance.master = worker.id;
  instance.master_seat = worker.seat->index;
  instance.n_joined.store_relaxed(0);
  graph::place(instance, parent.crew->n_seats);
}

void count_as_child(Worker& worker, Instance& instance, task::Tally& (*on_dead)(Worker&, Domain&)) {
  Domain& domain = instance.domain;
  task::TaskGroup* group = worker.current->group;
  bool in_group = group != nullptr && group->owner == domain.outer;
  domain.reports_to = in_group ? &group->tally : &domain.outer->tally;
  domain.reports_to->count_created();
  domain.on_dead = on_dead;
}

void close_instance(Worker& worker, Instance& instance) {
  if (instance.domain.tally.close()) sched::bury(worker, instance.domain.tally);
}

void open_replay(Worker& worker, Instance& instance, bool nogroup) {
  open_instance(worker, instance, nogroup ? task::kNoWorker : worker.id);
  instance.domain.tally.count_created(instance.graph->n_sinks);
}

void close_replay(Worker& worker, Instance& instance, bool nogroup) {
  if (nogroup) {
    count_as_child(worker, instance, on_dead);
    return close_instance(worker, instance);
  }
  Domain& domain = instance.domain;
  sched::work_until(worker, *worker.seat->crew, sched::TallyLatch(domain.tally, task::Depth::Descendants), &domain);
  give_back(instance, 1);
}

}  // namespace rondo::work
