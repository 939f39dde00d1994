// SPDX-License-Identifier: Apache-2.0
#include "graph/store/record_index.hpp"

#include <cstdlib>

#include "base/message.hpp"
#include "graph/store/record.hpp"

namespace rondo::graph {

namespace {
constexpr uint32_t kLongest = 4;  // records in a chain, on average, before there are more chains
constexpr uint32_t kGrowth = 8;
}  // namespace

RecordIndex::~RecordIndex() { std::free(static_cast<void*>(chains_)); }

Record* RecordIndex::find(uint64_t id) {
  Record* record = chain_of(id);
  while (record != nullptr && record->id_ != id) record = record->next_;
  return record;
}

void RecordIndex::push(Record& record) {
  Record*& chain = chain_of(record.id_);
  record.next_ = chain;
  chain = &record;
  n_++;
}

void RecordIndex::add(Record& record) {
  if (n_ / kLongest > mask_) grow();
  push(record);
  link(record);
}

void RecordIndex::remove(Record& record) {
  Record** link = &chain_of(record.id_);
  while (*link != &record) link = &(*link)->next_;
  *link = record.next_;
  n_--;
  unlink(record);
}

void RecordIndex::link(Record& record) {
  record.older_ = newest_;
  record.newer_ = nullptr;
  (newest_ == nullptr ? oldest_ : newest_->newer_) = &record;
  newest_ = &record;
}

void RecordIndex::unlink(Record& record) {
  (record.older_ == nullptr ? oldest_ : record.older_->newer_) = record.newer_;
  (record.newer_ == nullptr ? newest_ : record.newer_->older_) = record.older_;
}

void RecordIndex::make_newest(Record& record) {
  unlink(record);
  link(record);
}

Record* RecordIndex::take_all() {
  newest_ = nullptr;
  oldest_ = nullptr;
  return take_chains();
}

// The order of use stays.
Record* RecordIndex::take_chains() {
  Record* all = nullptr;
  for (uint32_t slot = 0; slot <= mask_; slot++) {
    while (Record* record = chains()[slot]) {
      chains()[slot] = record->next_;
      record->next_ = all;
      all = record;
    }
  }
  std::free(static_cast<void*>(chains_));
  chains_ = nullptr;
  mask_ = 0;
  n_ = 0;
  return all;
}

void RecordIndex::grow() {
  const uint32_t n_chains = (mask_ + 1) * kGrowth;
  auto** larger = static_cast<Record**>(std::calloc(n_chains, sizeof(Record*)));
  if (larger == nullptr) base::fatal("out of memory for %u task graphs of one region; set RONDO_GRAPH=0", n_);
  Record* all = take_chains();
  chains_ = larger;
  mask_ = n_chains - 1;
  while (all != nullptr) {
    Record* record = all;
    all = record->next_;
    push(*record);
  }
}

}  // namespace rondo::graph
