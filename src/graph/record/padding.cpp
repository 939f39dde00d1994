// SPDX-License-Identifier: Apache-2.0
#include "graph/record/padding.hpp"

#include <algorithm>
#include <cstring>

namespace rondo::graph {

namespace {
constexpr unsigned char kMark = 0xC5;
constexpr uint32_t kMost = 7;  // no captured scalar is aligned to more than eight bytes
}  // namespace

const Padding::Known* Padding::find(const task::Entry& entry) const {
  for (size_t i = all_.size(); i-- > 0;) {  // a region has few bodies
    if (all_[i].entry.gomp == entry.gomp) return &all_[i];
  }
  return nullptr;
}

void Padding::observe(const task::Entry& entry, size_t position, void* source, size_t bytes, size_t alignment) {
  auto* known = const_cast<Known*>(find(entry));
  if (known == nullptr) {
    auto n_at_most = static_cast<uint32_t>(std::min({alignment - 1, bytes, size_t{kMost}}));
    all_.push_back({entry, nullptr, 0, 0, n_at_most, false});
    known = &all_.back();
  }
  auto* end = static_cast<unsigned char*>(source) + bytes;
  // Right behind the last creation from here: the stack in between has likely not been used by others.
  if (known->source == source && known->position + 1 == position) {
    uint32_t n = 0;
    while (n < known->n_at_most && end[-1 - static_cast<int>(n)] == kMark) n++;
    // A variable may hold the mark's value by chance: the shortest run counts.
    if (n != 0) known->n_bytes = known->n_bytes == 0 ? n : std::min(known->n_bytes, n);
    known->is_certain = true;
  }
  known->source = source;
  known->position = position;
  std::memset(end - known->n_at_most, kMark, known->n_at_most);
}

uint32_t Padding::n_bytes(const task::TaskSpec& spec) const {
  if ((spec.flags & task::kKmp) != 0) return 0;  // clang writes into a block that was cleared
  const Known* known = find(spec.entry);
  if (known == nullptr) return std::min(kMost, spec.block_bytes);
  return known->is_certain ? known->n_bytes : known->n_at_most;
}

}  // namespace rondo::graph
