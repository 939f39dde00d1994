// SPDX-License-Identifier: Apache-2.0
#include "memory_pool.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace rondo::model {

namespace {
constexpr size_t kBytes = size_t{4} * 1024 * 1024;
constexpr size_t kAlignment = 64;
constexpr int kUnwritten = 0xA5;
constexpr const char* kReleased = "touches a block that was released";
}  // namespace

MemoryPool::MemoryPool() : memory_(static_cast<char*>(std::aligned_alloc(kAlignment, kBytes))) {}
MemoryPool::~MemoryPool() { std::free(memory_); }

void MemoryPool::reset() {
  used_ = 0;
  blocks_.clear();
  run_++;
}

void* MemoryPool::allocate(size_t bytes) {
  bytes = (bytes + kAlignment - 1) & ~(kAlignment - 1);
  if (used_ + bytes > kBytes) return nullptr;
  blocks_.push_back({used_, used_ + bytes, true});
  used_ += bytes;
  if (granules_.size() < used_ / kGranule) granules_.resize(used_ / kGranule);
  // The same in every run, and no value that anybody hopes for.
  std::memset(memory_ + blocks_.back().begin, kUnwritten, bytes);
  return memory_ + blocks_.back().begin;
}

size_t MemoryPool::n_allocated() const {
  size_t n = 0;
  for (const Block& block : blocks_) n += block.is_live ? 1 : 0;
  return n;
}

// The block that begins there; nullptr: none does.
const MemoryPool::Block* MemoryPool::block_at(const void* memory) const {
  if (!contains(memory)) return nullptr;
  const size_t begin = offset_of(memory);
  auto is_before = [](const Block& block, size_t offset) { return block.begin < offset; };
  const auto found = std::lower_bound(blocks_.begin(), blocks_.end(), begin, is_before);
  return found != blocks_.end() && found->begin == begin ? &*found : nullptr;
}

const char* MemoryPool::release(void* memory) {
  const Block* found = block_at(memory);
  if (found == nullptr) return "releases what is not a block";
  Block& block = blocks_[static_cast<size_t>(found - blocks_.data())];
  if (!block.is_live) return "releases a block twice";
  block.is_live = false;
  for (size_t i = block.begin / kGranule; i < block.end / kGranule; i++) granule(i).is_released = true;
  return nullptr;
}

size_t MemoryPool::bytes_of(const void* memory) const {
  const Block* block = block_at(memory);
  return block == nullptr ? 0 : block->end - block->begin;
}

MemoryPool::Granule& MemoryPool::granule(size_t index) {
  Granule& granule = granules_[index];
  if (granule.run != run_) {
    granule = {};
    granule.run = run_;
  }
  return granule;
}

bool MemoryPool::contains(const void* address) const {
  const auto at = reinterpret_cast<uintptr_t>(address);
  const auto begin = reinterpret_cast<uintptr_t>(memory_);
  return at >= begin && at < begin + used_;
}

size_t MemoryPool::offset_of(const void* address) const {
  return static_cast<size_t>(static_cast<const char*>(address) - memory_);
}

template <class Check>
const char* MemoryPool::for_granules(const void* address, size_t bytes, Check check) {
  if (!contains(address)) return nullptr;
  const size_t last = (offset_of(address) + bytes - 1) / kGranule;
  for (size_t i = offset_of(address) / kGranule; i <= last; i++) {
    Granule& touched = granule(i);
    if (touched.is_released) return kReleased;
    if (const char* finding = check(touched)) return finding;
  }
  return nullptr;
}

const char* MemoryPool::note_read(const void* address, size_t bytes, uint32_t thread, const Clock& known) {
  return for_granules(address, bytes, [&](Granule& granule) -> const char* {
    for (uint32_t other = 0; other < kMaxThreads; other++) {
      if (granule.written[other] > known[other]) return "data race: reads what another thread writes";
    }
    granule.read[thread] = known[thread];
    return nullptr;
  });
}

const char* MemoryPool::note_write(const void* address, size_t bytes, uint32_t thread, const Clock& known) {
  return for_granules(address, bytes, [&](Granule& granule) -> const char* {
    for (uint32_t other = 0; other < kMaxThreads; other++) {
      if (granule.written[other] > known[other]) return "data race: writes what another thread writes";
      if (granule.read[other] > known[other]) return "data race: writes what another thread reads";
    }
    granule.written[thread] = known[thread];
    return nullptr;
  });
}

const char* MemoryPool::note_atomic(const void* address, const Clock* known) {
  if (!contains(address)) return nullptr;
  Granule& touched = granule(offset_of(address) / kGranule);
  touched.is_atomic = true;
  if (touched.is_released) return kReleased;
  for (uint32_t other = 0; known != nullptr && other < kMaxThreads; other++) {
    if (touched.written[other] > (*known)[other]) return "data race: atomic access to what another thread writes";
  }
  return nullptr;
}

bool MemoryPool::has_atomic(const void* address, size_t bytes) const {
  if (!contains(address)) return false;
  for (size_t i = offset_of(address) / kGranule; i <= (offset_of(address) + bytes - 1) / kGranule; i++) {
    if (granules_[i].run == run_ && granules_[i].is_atomic) return true;
  }
  return false;
}

std::string MemoryPool::describe(const void* address) const {
  if (!contains(address)) return "a word outside";
  for (size_t i = 0; i < blocks_.size(); i++) {
    if (offset_of(address) < blocks_[i].end) {
      return "block " + std::to_string(i) + " + " + std::to_string(offset_of(address) - blocks_[i].begin);
    }
  }
  return "?";
}

}  // namespace rondo::model
