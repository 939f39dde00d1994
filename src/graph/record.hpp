// SPDX-License-Identifier: Apache-2.0
//
// The records of one region, one for each graph id (OpenMP 6.0 section 14.3), and the pool of instances of each.
// Looked up under a lock once an encounter; a record that is dropped while replays use it goes when the last of them
// is over.
#pragma once

#include "graph/instance.hpp"
#include "graph/recorder.hpp"
#include "graph/tune.hpp"
#include "sync/spin_lock.hpp"

namespace rondo::graph {

class RecordTable;

class Record {
 public:
  bool keeps_data() const { return keeps_data_; }  // for pure replays
  RecordTable& table() const { return table_; }

  // Before an encounter takes an instance: when the times of the nodes are known, and the team is larger than any
  // before, units and places are chosen anew. True if they were: later instances are of another graph.
  bool tune(uint32_t n_seats, Coarsening coarsening);
  // An instance that nobody uses; made if there is none.
  Instance* take_instance(bool recaptures);
  void give_back(Instance* instance);

 private:
  friend class RecordTable;

  enum class State : uint8_t { Recording, Ready, Refused };

  explicit Record(RecordTable& table, uint64_t id) : table_(table), id_(id) {}
  ~Record();
  bool begin_tuning(uint32_t n_seats);
  void replace_graph(Graph* graph);

  RecordTable& table_;
  const uint64_t id_;
  Record* next_ = nullptr;          // in the table
  State state_ = State::Recording;  // under the table's lock
  bool is_dropped_ = false;         // under the table's lock
  uint32_t n_users_ = 1;            // encounters that use it, and the table; under the table's lock
  bool keeps_data_ = false;         // written before State::Ready
  sync::SpinLock pool_lock_;        // protects what follows
  Graph* graph_ = nullptr;          // of the instances that are made from now on
  Instance* free_[2] = {};          // of graph_: pure, re-capture
  uint32_t n_measured_ = 0;         // replays that took times
  bool is_tuning_ = false;          // somebody makes another graph
};

class RecordTable {
 public:
  // The table of a region; `slot` is the region's own static word, nullptr at first.
  static RecordTable& of(void** slot);

  enum class Found : uint8_t {
    Nothing,    // plain execution: being recorded by somebody else, or found to be unrecordable
    ToRecord,   // the caller is to record; finish() or drop() must follow
    ToReplay,   // the caller holds a use of a finalized record; leave() or drop() must follow
  };
  Found find(uint64_t id, bool reset, Record** record);

  void finish(Record& record, Graph* graph);  // the recorder's caller: it can be replayed from now on
  void refuse(Record& record);                // it cannot; remembered until a reset
  void forget(Record& record);                // nobody finds it any more; uses go on
  void drop(Record& record);                  // forget() and leave()
  void leave(Record& record);                 // this use ends

  // True exactly once: for messages about this region.
  bool is_first_message();

 private:
  RecordTable() = default;
  void unlink(Record& record);
  void release(Record& record);  // under the lock

  sync::SpinLock lock_;
  Record* first_ = nullptr;
  bool has_spoken_ = false;
};

}  // namespace rondo::graph
