// SPDX-License-Identifier: Apache-2.0
//
// The records of a region by graph id: chains in an array that grows with them. Most regions have one record, and
// then this is one pointer. The same records in the order of their last use. Used under the table's lock.
#pragma once

#include <cstdint>

namespace rondo::graph {

class Record;

class RecordIndex {
 public:
  RecordIndex() = default;
  RecordIndex(const RecordIndex&) = delete;
  RecordIndex& operator=(const RecordIndex&) = delete;
  ~RecordIndex();

  Record* find(uint64_t id);
  // It becomes the newest.
  void add(Record& record);
  void remove(Record& record);
  // Removes all records: a list through Record::next_.
  Record* take_all();
  // It is used now.
  void touch(Record& record) {
    if (&record != newest_) make_newest(record);
  }
  // Used before all others; nullptr: there is none.
  Record* oldest() { return oldest_; }
  uint32_t n() const { return n_; }

 private:
  Record** chains() { return chains_ == nullptr ? &only_chain_ : chains_; }
  Record*& chain_of(uint64_t id) { return chains()[static_cast<uint32_t>(id * 0x9E3779B97F4A7C15U >> 32) & mask_]; }
  void push(Record& record);
  void grow();
  Record* take_chains();
  void make_newest(Record& record);
  void link(Record& record);
  void unlink(Record& record);

  Record* only_chain_ = nullptr;  // while there are few records; the next ones hang on Record::next_
  Record** chains_ = nullptr;
  uint32_t mask_ = 0;  // number of chains - 1
  uint32_t n_ = 0;     // records
  Record* newest_ = nullptr;  // the order of use hangs on Record::older_ and newer_
  Record* oldest_ = nullptr;
};

}  // namespace rondo::graph
