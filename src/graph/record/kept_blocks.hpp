// SPDX-License-Identifier: Apache-2.0
//
// Copies of the blocks of recorded tasks, as they were before the bodies ran, one behind the other. A loop often
// creates tasks whose data goes on in equal steps: such a run is kept as its first blocks and their difference,
// because new memory is the largest part of what copies cost. It is written out when the graph is made.
#pragma once

#include <cstring>

#include "base/bits.hpp"
#include "base/pod_vector.hpp"

namespace rondo::graph {

// Blocks are packed; a graph copies them in whole cache lines, and has room for such a copy behind the last one.
inline constexpr size_t kPristineAlignment = 16;

class KeptBlocks {
 public:
  KeptBlocks() = default;
  KeptBlocks(const KeptBlocks&) = delete;
  KeptBlocks& operator=(const KeptBlocks&) = delete;

  void add(const void* block, size_t bytes) {
    n_words_ = 0;
    append(block, bytes);
  }

  // A block of the same task construct as the last one. What its words before `first_word` are does not matter.
  void add_another(const void* block, size_t bytes, uint32_t first_word) {
    if (n_words_ != 0 && n_words_ * kWord == bytes && continues(block, first_word)) [[likely]] {
      for (uint32_t i = first_word; i < n_words_; i++) last_[i] += step_[i];
      if (!is_in_run_) begin_run();
      runs_.back().n++;
      return;
    }
    add_irregular(block, bytes, first_word);
  }

  // Makes one array of all blocks, which is at rest until the next one is added.
  void write_out();
  // Of a recording whose blocks were all added by add(), or after write_out().
  const char* data() const { return copies_.data(); }
  size_t size() const { return copies_.size(); }
  char* end() { return copies_.end(); }
  char* append(size_t bytes) { return copies_.append(bytes); }
  char* release_trimmed() { return copies_.release_trimmed(); }

 private:
  static constexpr size_t kWord = sizeof(uint64_t);
  static constexpr uint32_t kMostWords = 16;  // of a block in a run

  struct Run {
    size_t behind;  // the blocks that are written in copies_ up to here; the last of them begins the run
    uint32_t n;  // more blocks
    uint32_t n_words;
    size_t steps;  // where they begin in steps_
  };

  bool continues(const void* block, uint32_t first_word) const {
    for (uint32_t i = first_word; i < n_words_; i++) {
      uint64_t word;
      std::memcpy(&word, static_cast<const char*>(block) + i * kWord, kWord);
      if (word - last_[i] != step_[i]) return false;
    }
    return true;
  }
  void append(const void* block, size_t bytes) {
    char* copy = copies_.append(base::round_up(bytes, kPristineAlignment));
    if (bytes != 0) std::memcpy(copy, block, bytes);
  }
  void begin_run();
  void add_irregular(const void* block, size_t bytes, uint32_t first_word);

  base::PodVector<char> copies_;
  base::PodVector<Run> runs_;
  base::PodVector<uint64_t> steps_;
  uint32_t n_words_ = 0;  // of the newest block, if it may begin a run or is in one; else 0
  bool is_in_run_ = false;
  uint64_t last_[kMostWords] = {};  // the newest block,
  uint64_t step_[kMostWords] = {};  // and what has been added to the one before
};

}  // namespace rondo::graph
