// SPDX-License-Identifier: Apache-2.0
//
// The records of one region, one for each graph id (OpenMP 6.0 section 14.3). Looked up under a lock once an
// encounter; a record that is dropped while replays use it goes when the last of them is over.
#pragma once

#include "graph/store/record.hpp"
#include "graph/store/record_index.hpp"
#include "graph/tune/known_loop.hpp"

namespace rondo::graph {

// An instance that is not in use goes back to its record, whose use ends with it. `n_replays`: that have been
// measured.
void give_back(Instance& instance, uint64_t n_replays);

class RecordTable {
 public:
  // The table of a region; `slot` is the region's own static word, nullptr at first. `module`: __dso_handle of the
  // module that the word lies in; when that is unloaded the records are dropped. nullptr: it stays.
  static RecordTable& of(void** slot, void* module = nullptr);

  enum class Found : uint8_t {
    Nothing,  // plain execution: another thread records or compiles it, or it cannot be recorded
    ToRecord,  // the caller is to record; keep(), finish(), refuse() or drop() must follow
    ToCompile,  // it was not used yet: compiled() must follow, then as ToReplay; or refuse(), or drop()
    ToReplay,  // the caller holds a use of a finalized record; leave() or drop() must follow
  };
  // `max_records`: a new one takes the place of the one used longest ago, among those not in use; 0: no limit.
  Found find(uint64_t id, bool reset, Record** record, uint32_t max_records = 0);

  // The same for a record that is there: never ToRecord, and it counts as used as long ago as before.
  Found find_kept(uint64_t id, Record** record);

  // For the encounter that has recorded; it gives the recorder away. The record can be replayed from now on. Its
  // graph is made by the encounter that uses it first, so that a region met once costs its notes only.
  void keep(Record& record, Recorder* recorder, CodeOrigin code);
  // The same with a graph that is there already.
  void finish(Record& record, Graph* graph, CodeOrigin code = {true, 0});
  // For the encounter that was told to compile: here is the graph. Its use goes on; the recorder is gone.
  void compiled(Record& record, Graph* graph);
  // Likewise: there is to be no graph yet. Its use goes on.
  void put_off(Record& record);
  void refuse(Record& record);  // it cannot be made; remembered until a reset
  void forget(Record& record);  // it is not found any more; uses go on
  void drop(Record& record);  // forget() and leave()
  void leave(Record& record);  // this use ends
  void hold(Record& record);  // one more use, for a caller that has one

  // Of a loop, as its last encounter left it.
  KnownLoop known_loop();
  void keep_known_loop(const KnownLoop& loop);
  // For tests: the number of calls before.
  uint32_t take_turn();

  // True exactly once: for messages about this region.
  bool is_first_message();
  // Whether find() has dropped a record for a new one.
  bool has_evicted();

 private:
  RecordTable() = default;
  // Holds the lock. Records that lose their last use meanwhile are freed when it has been given back: that takes a
  // walk through graphs and instances, for which no other thread is to wait.
  class Access {
   public:
    explicit Access(RecordTable& table) : table_(table) { table_.lock_.lock(); }
    ~Access();
    Access(const Access&) = delete;
    Access& operator=(const Access&) = delete;

    void unlink(Record& record);  // it is not found any more
    void discard(Record& record);  // it is out of the index already
    void release(Record& record);  // a use of it ends

   private:
    RecordTable& table_;
    Record* unused_ = nullptr;
  };

  static void retire(void* slot);  // the region's module is unloaded
  void make_room(Access& access, uint32_t max_records);
  static Found use(Record& record, Record** found);

  sync::SpinLock lock_;
  RecordIndex records_;
  KnownLoop known_loop_;
  uint32_t n_turns_ = 0;  // in tests
  RecordTable* next_retired_ = nullptr;
  bool has_spoken_ = false;
  bool has_evicted_ = false;
};

}  // namespace rondo::graph
