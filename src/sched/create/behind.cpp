// SPDX-License-Identifier: Apache-2.0
#include "sched/create/behind.hpp"

#include "depend/dep_node.hpp"
#include "depend/table.hpp"
#include "sched/run/proxy_task.hpp"

namespace rondo::sched {

using depend::DepNode;
using depend::Table;
using task::Domain;
using task::Task;

Behind::Behind(Worker& worker, void (*function)(void*), void* data)
    : worker_(worker), task_(*static_cast<Task*>(worker.slab.allocate(sizeof(Task)))) {
  init(task_, {.entry = {.gomp = function},
               .block_bytes = 0,
               .shareds_offset = 0,
               .flags = task::kInternal,
               .priority = 0,
               .is_trivial = true});
  task_.data = data;
  Domain& domain = domain_of_current(worker);
  enter_blocks(worker, domain);
  adopt(worker, task_, domain).count_created();
  task_.node = depend::make_node(worker.slab, &task_, 0);
  task_.node->list.store_relaxed(DepNode::kDetached);  // [depend/E3]: the table never names it
}

void Behind::add(Dependences dependences, DepNode* before) {
  Table* table = domain_of_current(worker_).table;
  if (table != nullptr) n_edges_ += table->consult(*task_.node, dependences, worker_.slab);
  if (before != nullptr) n_edges_ += depend::connect(*before, *task_.node, worker_.slab);
}

void Behind::submit() {
  if (depend::publish(*task_.node, n_edges_)) start_task(worker_, task_);
}

}  // namespace rondo::sched
