// SPDX-License-Identifier: Apache-2.0
#include "sched/run/environment.hpp"

#include <new>

#include "sched/run/domain.hpp"
#include "sched/run/region.hpp"

namespace rondo::sched {

using config::Icvs;
using task::DataEnvironment;
using task::Depth;
using task::Domain;
using task::Task;
using task::TaskGroup;

namespace {

DataEnvironment* make_environment(Worker& worker, const Icvs& icvs) {
  return new (worker.slab.allocate(sizeof(DataEnvironment))) DataEnvironment{icvs, icvs};
}

bool are_descendants_done(const Worker& worker, const Domain& domain) {
  for (TaskGroup* group = worker.current->group; group != nullptr && group->owner == &domain; group = group->outer) {
    if (!group->join_counter.is_done(Depth::Descendants)) return false;
  }
  return domain.join_counter.is_done(Depth::Descendants);
}

void release_copies(Worker& worker, DataEnvironment& environment) {
  while (DataEnvironment* copy = environment.copies) {
    environment.copies = copy->copies;
    worker.slab.release(copy);
  }
  environment.is_copied = false;
}

}  // namespace

void inherit_own_icvs(Worker& worker, Task& child, Domain& domain) {
  child.flags |= task::kOwnIcvs;
  child.parent = &domain;
  Domain& its_domain = begin_domain(worker, child, worker.slab.allocate(sizeof(Domain)));
  const Icvs& own = domain.environment.load_relaxed()->own;  // [task/I1]: this worker has written it
  its_domain.environment.store_relaxed(make_environment(worker, own));
}

void take_domain(Worker& worker, Task& task) {
  task.flags &= ~uint32_t{task::kOwnIcvs};
  task.domain->join_counter.open(worker.id);
}

DataEnvironment* environment_of_nodes(Worker& worker) {
  if (!worker.current->has(task::kOwnIcvs)) return nullptr;
  DataEnvironment& environment = *worker.current->domain->environment.load_relaxed();  // [task/I1]
  if (!environment.is_copied) {
    DataEnvironment* copy = make_environment(worker, environment.own);
    copy->copies = environment.copies;
    environment.copies = copy;
    environment.is_copied = true;
  }
  return environment.copies;
}

Icvs& change_icvs(Worker& worker, const Icvs& before) {
  cannot_record(worker, "it sets ICVs (omp_set_num_threads or the like)");
  Task& current = *worker.current;
  Domain& domain = domain_of_current(worker);
  DataEnvironment* environment = domain.environment.load_relaxed();  // [task/I1]
  if (environment == nullptr) {
    environment = make_environment(worker, before);
    domain.environment.store_release(environment);  // [task/I1]
  }
  if (are_descendants_done(worker, domain)) {  // so none reads the ICVs that are changed
    if (current.has(task::kOwnIcvs)) environment->inherited = environment->own;
    current.flags &= ~uint32_t{task::kOwnIcvs};
    release_copies(worker, *environment);
    return environment->inherited;
  }
  if (!current.has(task::kOwnIcvs)) environment->own = environment->inherited;
  current.flags |= task::kOwnIcvs;
  environment->is_copied = false;
  return environment->own;
}

void release_environment(Worker& worker, Domain& domain) {
  DataEnvironment* environment = domain.environment.load_relaxed();  // [task/I1]
  if (environment == nullptr) return;
  domain.environment.store_relaxed(nullptr);
  release_copies(worker, *environment);
  worker.slab.release(environment);
}

}  // namespace rondo::sched
