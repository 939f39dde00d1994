// SPDX-License-Identifier: Apache-2.0
#include "sched/run/proxy_task.hpp"

#include "depend/dep_node.hpp"
#include "sched/run/execute.hpp"

namespace rondo::sched {

using depend::Dependence;
using graph::Instance;
using task::Domain;
using task::Task;

namespace {

void do_nothing(void*) {}

// A child of the current task, counted where the block is. It is complete when its body has run, behind earlier
// siblings, and the block is over.
Task& make_proxy_task(Worker& worker, Domain& domain, const Instance& instance) {
  auto* task = static_cast<Task*>(worker.slab.allocate(sizeof(Task)));
  init(*task, {.entry = {.gomp = do_nothing},
               .block_bytes = 0,
               .shareds_offset = 0,
               .flags = task::kInternal | task::kDetachable,
               .priority = 0,
               .is_trivial = true});
  task->parent = &domain;
  task->group = instance.group;
  if (task->group != nullptr && task->group->owner == &domain) task->flags |= task::kInGroup;
  task->join_counter().count_created();
  return *task;
}

void enter_block(Worker& worker, Domain& domain, Instance& instance) {
  if (!graph::is_over(instance)) {
    base::PodVector<Dependence> accesses;
    graph::add_accesses(instance, accesses);
    Task& task = make_proxy_task(worker, domain, instance);
    task.node = depend::make_node(worker.slab, &task, static_cast<uint32_t>(accesses.size()));
    uint32_t n_edges = domain.table->enter(*task.node, {accesses.data(), accesses.size()}, worker.slab);
    instance.border.proxy_task = &task;
    if (depend::publish(*task.node, n_edges)) release_hold(worker, task);  // it has no body
  }
  if (graph::let_go(instance)) end_block(worker, instance);
}

}  // namespace

// In the order in which they were created.
void enter_open_blocks(Worker& worker, Domain& domain) {
  Instance* oldest = nullptr;
  for (Instance* instance = domain.table->open_blocks; instance != nullptr;) {
    Instance* older = instance->next;
    instance->next = oldest;
    oldest = instance;
    instance = older;
  }
  domain.table->open_blocks = nullptr;
  domain.has_open_blocks = false;
  while (oldest != nullptr) {
    Instance* newer = oldest->next;
    enter_block(worker, domain, *oldest);
    oldest = newer;
  }
}

void end_block(Worker& worker, Instance& instance) {
  Task* proxy_task = instance.border.proxy_task;
  graph::give_back(instance, 1);
  if (proxy_task != nullptr) release_hold(worker, *proxy_task);
}

}  // namespace rondo::sched
