// SPDX-License-Identifier: Apache-2.0
#include "sched/run/table.hpp"

namespace rondo::sched {

using depend::Table;
using graph::Instance;
using task::Domain;

void leave_open(Worker& worker, Instance& instance, bool has_dependences) {
  graph::begin_block(instance, has_dependences);
  if (!has_dependences) return;
  Domain& domain = domain_of_current(worker);
  Table& table = table_of(worker, domain);
  instance.next = table.open_blocks;
  table.open_blocks = &instance;
  domain.has_open_blocks = true;
}

// They have not been entered, so none of them has a proxy task.
void forget_open_blocks(Domain& domain) {
  Instance* instance = domain.table->open_blocks;
  domain.table->open_blocks = nullptr;
  domain.has_open_blocks = false;
  while (instance != nullptr) {
    Instance* older = instance->next;
    if (graph::let_go(*instance)) graph::give_back(*instance, 1);
    instance = older;
  }
}

void close_table(Worker& worker, Domain& domain) {
  if (domain.table == nullptr) return;
  forget_blocks(domain);
  domain.table->release(worker.slab);
  domain.table->~Table();
  worker.slab.release(domain.table);
  domain.table = nullptr;
}

}  // namespace rondo::sched
