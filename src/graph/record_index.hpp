// SPDX-License-Identifier: Apache-2.0
//
// The records of a region by graph id: chains in an array that grows with them. Most regions have one record, and
// then this is one pointer. Used under the table's lock.
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
  void add(Record& record);
  void remove(Record& record);
  // Removes all records: a list through Record::next_.
  Record* take_all();

 private:
  Record** chains() { return chains_ == nullptr ? &only_chain_ : chains_; }
  Record*& chain_of(uint64_t id) { return chains()[static_cast<uint32_t>(id * 0x9E3779B97F4A7C15U >> 32) & mask_]; }
  void push(Record& record);
  void grow();

  Record* only_chain_ = nullptr;  // while there are few records; the next ones hang on Record::next_
  Record** chains_ = nullptr;
  uint32_t mask_ = 0;  // number of chains - 1
  uint32_t n_ = 0;     // records
};

}  // namespace rondo::graph
