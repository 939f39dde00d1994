// SPDX-License-Identifier: Apache-2.0
#include "graph/record/kept_blocks.hpp"

namespace rondo::graph {

void KeptBlocks::begin_run() {
  is_in_run_ = true;
  runs_.push_back({copies_.size(), 0, n_words_, steps_.size()});
  for (uint32_t i = 0; i < n_words_; i++) steps_.push_back(step_[i]);
}

// The difference to the block before is the step of a run that may begin here.
void KeptBlocks::add_irregular(const void* block, size_t bytes, uint32_t first_word) {
  const bool may_begin = bytes != 0 && bytes % kWord == 0 && bytes <= kMostWords * kWord;
  const bool has_step = may_begin && n_words_ * kWord == bytes;
  append(block, bytes);
  is_in_run_ = false;
  n_words_ = may_begin ? static_cast<uint32_t>(bytes / kWord) : 0;
  for (uint32_t i = 0; i < n_words_; i++) {
    uint64_t word;
    std::memcpy(&word, static_cast<const char*>(block) + i * kWord, kWord);
    step_[i] = has_step && i >= first_word ? word - last_[i] : 0;
    last_[i] = word;
  }
}

void KeptBlocks::write_out() {
  n_words_ = 0;
  if (runs_.is_empty()) return;
  base::PodVector<char> all;
  size_t n_bytes = copies_.size();
  for (const Run& run : runs_) n_bytes += run.n * base::round_up(run.n_words * kWord, kPristineAlignment);
  all.reserve(n_bytes);
  size_t written = 0;
  auto copy_up_to = [&](size_t end) {
    if (end != written) std::memcpy(all.append(end - written), copies_.data() + written, end - written);
    written = end;
  };
  for (const Run& run : runs_) {
    copy_up_to(run.behind);
    const size_t bytes = base::round_up(run.n_words * kWord, kPristineAlignment);
    for (uint32_t k = 0; k < run.n; k++) {
      char* block = all.append(bytes);
      std::memcpy(block, block - bytes, bytes);
      for (uint32_t i = 0; i < run.n_words; i++) {
        uint64_t word;
        std::memcpy(&word, block + i * kWord, kWord);
        word += steps_[run.steps + i];
        std::memcpy(block + i * kWord, &word, kWord);
      }
    }
  }
  copy_up_to(copies_.size());
  copies_.swap(all);
  runs_.clear();
  steps_.clear();
}

}  // namespace rondo::graph
