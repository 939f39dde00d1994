// SPDX-License-Identifier: Apache-2.0
#include "graph/record.hpp"

#include <new>

#include "graph/cycle.hpp"
#include "os/modules.hpp"

namespace rondo::graph {

namespace {
void* allocate(size_t bytes) {
  void* memory = std::malloc(bytes);
  if (memory == nullptr) base::fatal("out of memory for a task graph (%zu bytes); set RONDO_GRAPH=0", bytes);
  return memory;
}

void free_list(Instance* list) {
  while (list != nullptr) {
    Instance* next = list->next;
    free_instance(list);
    list = next;
  }
}

uint32_t length(const Instance* list) {
  uint32_t n = 0;
  for (; list != nullptr; list = list->next) n++;
  return n;
}

}  // namespace

Record::~Record() {
  for (Instance* list : free_) free_list(list);
  free_graph(graph_);
  free_transcript(transcript_);
  free_accesses(accesses_);
}

// Under the lock, times are known.
bool Record::is_paid(uint32_t n_seats, uint64_t n_replays) {
  if (is_tuning_ || graph_->n_seats >= n_seats) return false;
  if (tune_at_ == 0) tune_at_ = replays_before_tuning(*graph_, n_seats);
  return n_replays >= tune_at_;
}

bool Record::begin_tuning(uint32_t n_seats, uint64_t n_ahead) {
  sync::SpinGuard guard(pool_lock_);
  if (n_measured_ < kMeasuredReplays || !is_paid(n_seats, n_measured_ + n_ahead)) return false;
  is_tuning_ = true;
  return true;
}

bool Record::is_worth_tuning(uint32_t n_seats, uint64_t n_replays) {
  sync::SpinGuard guard(pool_lock_);
  return n_measured_ + n_replays >= kMeasuredReplays && is_paid(n_seats, n_measured_ + n_replays);
}

bool Record::tune(uint32_t n_seats, Coarsening coarsening, uint64_t n_ahead) {
  if (!begin_tuning(n_seats, n_ahead)) return false;
  replace_graph(graph::tune(*graph_, n_seats, coarsening));  // graph_ stays while is_tuning_
  return true;
}

// Idle instances of the old graph go now, those in use when they come back, the graph with the last of them.
void Record::replace_graph(Graph* graph) {
  Graph* old = graph_;
  Instance* idle[2];
  bool is_unused;
  {
    sync::SpinGuard guard(pool_lock_);
    graph_ = graph;
    is_tuning_ = false;
    for (int kind = 0; kind < 2; kind++) {
      idle[kind] = free_[kind];
      free_[kind] = nullptr;
      old->n_instances -= length(idle[kind]);
    }
    is_unused = old->n_instances == 0;
  }
  for (Instance* list : idle) free_list(list);
  if (is_unused) free_graph(old);
}

Instance* Record::take_instance(bool recaptures) {
  Graph* graph;
  bool may_measure;
  {
    sync::SpinGuard guard(pool_lock_);
    Instance*& list = free_[recaptures ? 1 : 0];
    if (Instance* instance = list) {
      list = instance->next;
      return instance;
    }
    graph = graph_;
    graph->n_instances++;
    may_measure = n_measured_ < kMeasuredReplays;
  }
  Instance* instance = graph->copies != nullptr ? make_cycle(*graph, graph->gate) : make_instance(*graph, recaptures);
  instance->record = this;
  instance->takes_times = graph->ticks != nullptr && may_measure;
  n_instances_[recaptures ? 1 : 0].add_relaxed(1);
  return instance;
}

void Record::give_back(Instance* instance, uint64_t n_replays) {
  Graph* unused = nullptr;
  {
    sync::SpinGuard guard(pool_lock_);
    n_measured_ += instance->graph->ticks != nullptr ? n_replays : 0;
    if (n_measured_ >= kMeasuredReplays) instance->takes_times = false;
    if (instance->graph == graph_) {
      Instance*& list = free_[instance->n_captures];
      instance->next = list;
      list = instance;
      return;
    }
    auto* old = const_cast<Graph*>(instance->graph);
    if (--old->n_instances == 0) unused = old;
  }
  free_instance(instance);
  free_graph(unused);
}

// Tables of regions whose module has been unloaded: some 40 bytes each that stay, and stay known to leak checkers. At
// the end of the process modules are "unloaded" while threads may still be in their regions.
static constinit sync::SpinLock g_retired_lock;
static constinit RecordTable* g_retired = nullptr;

RecordTable& RecordTable::of(void** slot, void* module) {
  auto& word = reinterpret_cast<base::Atomic<RecordTable*>&>(*slot);
  RecordTable* table = word.load_acquire();  // [R1]
  if (table != nullptr) return *table;
  auto* mine = new (allocate(sizeof(RecordTable))) RecordTable;
  if (!word.cas_acq_rel(table, mine)) {  // [R1]
    std::free(mine);
    return *table;
  }
  if (module != nullptr && !os::is_in_program(slot)) (void)os::at_unload(module, retire, slot);
  return *mine;
}

void RecordTable::retire(void* slot) {
  auto& word = *static_cast<base::Atomic<RecordTable*>*>(slot);
  RecordTable* table = word.exchange_acq_rel(nullptr);  // [R1]
  if (table == nullptr) return;
  {
    sync::SpinGuard guard(table->lock_);
    while (table->first_ != nullptr) table->unlink(*table->first_);
  }
  sync::SpinGuard guard(g_retired_lock);
  table->next_retired_ = g_retired;
  g_retired = table;
}

void RecordTable::unlink(Record& record) {
  for (Record** link = &first_; *link != nullptr; link = &(*link)->next_) {
    if (*link != &record) continue;
    *link = record.next_;
    break;
  }
  record.is_dropped_ = true;
  release(record);  // the table's own use
}

void RecordTable::release(Record& record) {
  if (--record.n_users_ != 0) return;
  record.~Record();
  std::free(&record);
}

RecordTable::Found RecordTable::find(uint64_t id, bool reset, Record** found) {
  sync::SpinGuard guard(lock_);
  Record* record = first_;
  while (record != nullptr && record->id_ != id) record = record->next_;
  if (record != nullptr && reset && record->state_ != Record::State::Recording) {
    unlink(*record);
    record = nullptr;
  }
  if (record == nullptr) {
    record = new (allocate(sizeof(Record))) Record(*this, id);
    record->next_ = first_;
    first_ = record;
    record->n_users_++;
    *found = record;
    return Found::ToRecord;
  }
  if (record->state_ != Record::State::Ready) return Found::Nothing;
  record->n_users_++;
  *found = record;
  return Found::ToReplay;
}

Record* RecordTable::use_ready(uint64_t id) {
  sync::SpinGuard guard(lock_);
  Record* record = first_;
  while (record != nullptr && record->id_ != id) record = record->next_;
  if (record == nullptr || record->state_ != Record::State::Ready) return nullptr;
  record->n_users_++;
  return record;
}

void RecordTable::finish(Record& record, Graph* graph, CodeOrigin code) {
  sync::SpinGuard guard(lock_);
  record.graph_ = graph;
  record.code_ = code;
  record.traits_ = {graph->is_trivial, graph->can_skip_code, graph->has_groups, graph->is_settled};
  record.state_ = Record::State::Ready;
  release(record);
}

void RecordTable::refuse(Record& record) {
  sync::SpinGuard guard(lock_);
  record.state_ = Record::State::Refused;
  release(record);
}

void RecordTable::forget(Record& record) {
  sync::SpinGuard guard(lock_);
  if (!record.is_dropped_) unlink(record);
}

void RecordTable::drop(Record& record) {
  sync::SpinGuard guard(lock_);
  if (!record.is_dropped_) unlink(record);
  release(record);
}

void RecordTable::leave(Record& record) {
  sync::SpinGuard guard(lock_);
  release(record);
}

void RecordTable::hold(Record& record) {
  sync::SpinGuard guard(lock_);
  record.n_users_++;
}

bool RecordTable::is_first_message() {
  sync::SpinGuard guard(lock_);
  if (has_spoken_) return false;
  has_spoken_ = true;
  return true;
}

}  // namespace rondo::graph
