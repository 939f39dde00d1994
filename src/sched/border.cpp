// SPDX-License-Identifier: Apache-2.0
#include "sched/border.hpp"

#include <new>

#include "sched/behind.hpp"
#include "sched/execute.hpp"
#include "sched/run_node.hpp"
#include "sched/taskwait.hpp"

namespace rondo::sched {

using depend::Dependence;
using depend::DepNode;
using depend::Table;
using graph::Instance;
using graph::NodeState;
using task::Domain;
using task::Task;

namespace {

void do_nothing(void*) {}

// One of the siblings that the node waits for beyond its predecessors: all that it depends on are done.
void let_go_on(void* state) {
  auto& unit = *static_cast<NodeState*>(state);
  if (graph::count_down(unit)) offer(*t_worker, unit);
}

// A child of the current task, counted where the block is: complete when its body has run, which comes after earlier
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
    instance.proxy_task = &task;
    if (depend::publish(*task.node, n_edges)) release_hold(worker, task);  // its body is none
  }
  if (graph::let_go(instance)) end_block(worker, instance);
}

}  // namespace

bool look_for_siblings(Worker& worker, Domain& domain) {
  if (are_children_done(worker, domain)) {
    forget_blocks(worker, domain);
    domain.table->forget(worker.slab);
    return false;
  }
  enter_blocks(worker, domain);
  return !domain.table->forget_retired(worker.slab);
}

void meet_dependences(Worker& worker, Instance& instance, graph::NodeIndex index, Dependences dependences) {
  if (!instance.is_behind_siblings || dependences.empty()) return;
  if (domain_of_current(worker).table->drop_if_free(dependences, worker.slab)) return;
  NodeState& node = instance.states[index];
  graph::hold_back(node);
  Behind siblings(worker, let_go_on, &graph::unit_of(node));
  siblings.add(dependences, nullptr);
  siblings.submit();
}

void leave_open(Worker& worker, Instance& instance, bool has_dependences) {
  graph::begin_block(instance, has_dependences);
  if (!has_dependences) return;
  Domain& domain = domain_of_current(worker);
  if (domain.table == nullptr) domain.table = new (worker.slab.allocate(sizeof(Table))) Table(worker.slab);
  instance.next = domain.table->open_blocks;
  domain.table->open_blocks = &instance;
  domain.has_open_blocks = true;
}

void end_block(Worker& worker, Instance& instance) {
  Task* proxy_task = instance.proxy_task;
  graph::give_back(instance, 1);
  if (proxy_task != nullptr) release_hold(worker, *proxy_task);
}

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

void forget_open_blocks(Worker& worker, Domain& domain) {
  Instance* instance = domain.table->open_blocks;
  domain.table->open_blocks = nullptr;
  domain.has_open_blocks = false;
  while (instance != nullptr) {
    Instance* older = instance->next;
    if (graph::let_go(*instance)) end_block(worker, *instance);
    instance = older;
  }
}

void close_table(Worker& worker, Domain& domain) {
  if (domain.table == nullptr) return;
  forget_blocks(worker, domain);
  domain.table->release(worker.slab);
  domain.table->~Table();
  worker.slab.release(domain.table);
  domain.table = nullptr;
}

}  // namespace rondo::sched
