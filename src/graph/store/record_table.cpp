// SPDX-License-Identifier: Apache-2.0
#include "graph/store/record_table.hpp"

#include <cstdlib>
#include <new>

#include "graph/model/heap_memory.hpp"
#include "graph/store/process.hpp"
#include "os/modules.hpp"

namespace rondo::graph {

void give_back(Instance& instance, uint64_t n_replays) {
  Record& record = *instance.record;
  record.give_back(&instance, n_replays);
  record.table().leave(record);
}

RecordTable& RecordTable::of(void** slot, void* module) {
  auto& word = reinterpret_cast<base::Atomic<RecordTable*>&>(*slot);
  RecordTable* table = word.load_acquire();  // [R1]
  if (table != nullptr) return *table;
  auto* mine = new (HeapMemory().allocate(sizeof(RecordTable))) RecordTable;
  if (!word.cas_acq_rel(table, mine)) {  // [R1]
    std::free(mine);
    return *table;
  }
  if (module != nullptr && !os::is_in_program(slot)) (void)os::at_unload(module, retire, slot);
  return *mine;
}

// At the end of the process modules are "unloaded" while threads may still be in their regions.
void RecordTable::retire(void* slot) {
  auto& word = *static_cast<base::Atomic<RecordTable*>*>(slot);
  RecordTable* table = word.exchange_acq_rel(nullptr);  // [R1]
  if (table == nullptr) return;
  {
    Access access(*table);
    for (Record* record = table->records_.take_all(); record != nullptr;) {
      Record* next = record->next_;
      access.discard(*record);
      record = next;
    }
  }
  sync::SpinGuard guard(process.retired.lock);
  table->next_retired_ = process.retired.first;
  process.retired.first = table;
}

RecordTable::Access::~Access() {
  table_.lock_.unlock();
  while (Record* record = unused_) {
    unused_ = record->next_;
    record->~Record();
    std::free(record);
  }
}

void RecordTable::Access::unlink(Record& record) {
  if (record.is_dropped_) return;
  table_.records_.remove(record);
  discard(record);
}

void RecordTable::Access::discard(Record& record) {
  record.is_dropped_ = true;
  release(record);  // the table's own use
}

void RecordTable::Access::release(Record& record) {
  if (--record.n_users_ != 0) return;
  record.next_ = unused_;
  unused_ = &record;
}

// A record in use counts as used just now. If the oldest ones are all in use, the table grows for now: a later
// encounter makes up for it, and no encounter waits for a walk through all of them.
void RecordTable::make_room(Access& access, uint32_t max_records) {
  constexpr uint32_t kMostLooks = 8;
  for (uint32_t look = 0; look < kMostLooks && records_.n() >= max_records; look++) {
    Record& oldest = *records_.oldest();
    if (oldest.n_users_ > 1) {
      records_.touch(oldest);
      continue;
    }
    access.unlink(oldest);
    has_evicted_ = true;
  }
}

RecordTable::Found RecordTable::find(uint64_t id, bool reset, Record** found, uint32_t max_records) {
  Access access(*this);
  Record* record = records_.find(id);
  if (record != nullptr && reset) {  // also one that is being made: what it takes down began before the reset
    access.unlink(*record);
    record = nullptr;
  }
  if (record == nullptr) {
    if (max_records != 0) make_room(access, max_records);
    record = new (HeapMemory().allocate(sizeof(Record))) Record(*this, id);
    records_.add(*record);
    record->n_users_++;
    *found = record;
    return Found::ToRecord;
  }
  records_.touch(*record);
  return use(*record, found);
}

RecordTable::Found RecordTable::find_kept(uint64_t id, Record** found) {
  sync::SpinGuard guard(lock_);
  Record* record = records_.find(id);
  return record == nullptr ? Found::Nothing : use(*record, found);
}

// Under the lock.
RecordTable::Found RecordTable::use(Record& record, Record** found) {
  const bool is_recorded = record.state_ == Record::State::Recorded;
  if (!is_recorded && record.state_ != Record::State::Ready) return Found::Nothing;
  record.n_users_++;
  *found = &record;
  if (!is_recorded) return Found::ToReplay;
  record.state_ = Record::State::Compiling;
  return Found::ToCompile;
}

void RecordTable::keep(Record& record, Recorder* recorder, CodeOrigin code) {
  Access access(*this);
  record.recorder_ = recorder;
  record.trials_[1].begin_with(Way::Plain);
  record.code_ = code;
  record.traits_ = recorder->traits();
  record.state_ = Record::State::Recorded;
  access.release(record);
}

void RecordTable::compiled(Record& record, Graph* graph) {
  Recorder* recorder = record.recorder_;
  {
    sync::SpinGuard guard(lock_);
    sync::SpinGuard pool_guard(record.pool_lock_);  // encounters without the graph may still be under way
    record.recorder_ = nullptr;
    record.graph_ = graph;
    auto& [pure, recapture] = record.trials_;  // only the first begins now
    if (record.may_run_alone()) pure.begin_with(Way::Alone);
    for (WayTrial* trial : {&pure, &recapture}) trial->note_recording(record.recording_ticks_);
    record.state_ = Record::State::Ready;
  }
  free_recorder(recorder);
}

void RecordTable::put_off(Record& record) {
  sync::SpinGuard guard(lock_);
  record.state_ = Record::State::Recorded;
}

void RecordTable::finish(Record& record, Graph* graph, CodeOrigin code) {
  Access access(*this);
  record.graph_ = graph;
  record.code_ = code;
  record.traits_ = {graph->is_trivial, graph->can_skip_code,   graph->has_groups,   graph->is_data_invariant,
                    graph->has_waits,  graph->has_dependences, graph->n_saved != 0, true,
                    graph->has_events};
  if (record.may_run_alone()) record.trials_[1].begin_with(Way::Alone);
  record.trials_[1].note_recording(record.recording_ticks_);
  record.state_ = Record::State::Ready;
  access.release(record);
}

void RecordTable::refuse(Record& record) {
  Recorder* recorder = record.recorder_;  // there is one if it was told to compile
  {
    Access access(*this);
    record.recorder_ = nullptr;
    record.state_ = Record::State::Refused;
    access.release(record);
  }
  free_recorder(recorder);
}

void RecordTable::forget(Record& record) { Access(*this).unlink(record); }

void RecordTable::drop(Record& record) {
  Access access(*this);
  access.unlink(record);
  access.release(record);
}

void RecordTable::leave(Record& record) { Access(*this).release(record); }

void RecordTable::hold(Record& record) {
  sync::SpinGuard guard(lock_);
  record.n_users_++;
}

KnownLoop RecordTable::known_loop() {
  sync::SpinGuard guard(lock_);
  return known_loop_;
}

void RecordTable::keep_known_loop(const KnownLoop& loop) {
  sync::SpinGuard guard(lock_);
  known_loop_ = loop;
}

uint32_t RecordTable::take_turn() {
  sync::SpinGuard guard(lock_);
  return n_turns_++;
}

bool RecordTable::is_first_message() {
  sync::SpinGuard guard(lock_);
  if (has_spoken_) return false;
  has_spoken_ = true;
  return true;
}

bool RecordTable::has_evicted() {
  sync::SpinGuard guard(lock_);
  return has_evicted_;
}

}  // namespace rondo::graph
