// SPDX-License-Identifier: Apache-2.0
#include "work/replay.hpp"

#include "sched/pattern.hpp"
#include "sched/wait.hpp"

namespace rondo::work {

using graph::Instance;
using graph::Record;
using sched::Worker;
using task::Domain;

namespace {

Instance& instance_of(Domain& domain) { return reinterpret_cast<Instance&>(domain); }  // its first member

void give_back(Instance& instance) {
  Record& record = *instance.record;
  record.give_back(&instance);
  record.table().leave(record);
}

// The last descendant of a nogroup replay is done: its one child in the encountering task's tally is, too.
void on_dead(Worker& worker, Domain& domain) {
  task::Tally& above = *domain.reports_to;
  give_back(instance_of(domain));
  sched::count_done(worker, above);
}

}  // namespace

void open_replay(Worker& worker, Instance& instance, bool nogroup) {
  Domain& parent = sched::domain_of_current(worker);
  sched::wait_for_pattern(worker, parent);
  task::Task& current = *worker.current;
  Domain& domain = instance.domain;
  bool may_move = nogroup || current.has(task::kUntied);
  domain.tally.open(may_move ? task::kNoWorker : worker.id);
  domain.tally.count_created(instance.graph->n_sinks);
  domain.outer = &parent;
  domain.depth = parent.depth + 1;
  domain.crew = parent.crew;
  domain.on_dead = on_dead;
  instance.group = current.group;
  instance.master = worker.id;
  instance.master_seat = worker.seat->index;
  instance.n_joined.store_relaxed(0);
  graph::place(instance, parent.crew->n_seats);
}

void close_replay(Worker& worker, Instance& instance, bool nogroup) {
  Domain& domain = instance.domain;
  if (!nogroup) {
    sched::work_until(worker, *worker.seat->crew, sched::TallyLatch(domain.tally, task::Depth::Descendants), &domain);
    give_back(instance);
    return;
  }
  // It is counted only now: a wait in the block is not to wait for the block's own end.
  task::Task& current = *worker.current;
  Domain& parent = *current.domain;
  bool in_group = current.group != nullptr && current.group->owner == &parent;
  domain.reports_to = in_group ? &current.group->tally : &parent.tally;
  domain.reports_to->count_created();
  if (domain.tally.close()) on_dead(worker, domain);
}

}  // namespace rondo::work
