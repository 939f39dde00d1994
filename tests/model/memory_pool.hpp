// SPDX-License-Identifier: Apache-2.0
//
// The memory blocks of the explored program, at the same addresses in every run and not used twice within one. Knows
// for every word who has read and written it as plain data, and which blocks are released.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "explorer.hpp"

namespace rondo::model {

inline constexpr uint32_t kMaxThreads = 4;

// What a thread knows of the others by release and acquire.
using Clock = std::array<uint32_t, kMaxThreads>;
inline void join(Clock& into, const Clock& from) {
  for (uint32_t i = 0; i < kMaxThreads; i++) into[i] = from[i] > into[i] ? from[i] : into[i];
}

class MemoryPool {
 public:
  MemoryPool();
  MemoryPool(const MemoryPool&) = delete;
  MemoryPool& operator=(const MemoryPool&) = delete;
  ~MemoryPool();

  void reset();

  // nullptr: full.
  void* allocate(size_t bytes);
  size_t n_allocated() const;

  // Findings: nullptr, or what is wrong.
  const char* release(void* memory);
  const char* note_read(const void* address, size_t bytes, uint32_t thread, const Clock& known);
  const char* note_write(const void* address, size_t bytes, uint32_t thread, const Clock& known);
  // `known`: nullptr if it does not matter whether it comes after plain writes.
  const char* note_atomic(const void* address, const Clock* known);
  bool has_atomic(const void* address, size_t bytes) const;

  std::string describe(const void* address) const;
  // Of a block that starts there; 0: none does.
  size_t bytes_of(const void* memory) const;

 private:
  struct Block {
    size_t begin;
    size_t end;
    bool is_live;
  };
  // One word of memory; accesses to parts of it are not told apart.
  static constexpr size_t kGranule = 4;
  struct Granule {
    Clock read = {};
    Clock written = {};
    uint32_t run = 0;  // that the other members are about; of an earlier run they are as at the start
    bool is_released = false;
    bool is_atomic = false;  // so it has been used
  };

  bool contains(const void* address) const;
  size_t offset_of(const void* address) const;
  const Block* block_at(const void* memory) const;
  Granule& granule(size_t index);
  template <class Check>
  const char* for_granules(const void* address, size_t bytes, Check check);

  char* memory_;
  size_t used_ = 0;
  std::vector<Block> blocks_;
  std::vector<Granule> granules_;
  uint32_t run_ = 1;
};

}  // namespace rondo::model
