// SPDX-License-Identifier: Apache-2.0
#include "graph/captures.hpp"

#include <algorithm>
#include <cstring>

namespace rondo::graph {

namespace {

// nullptr: no construct has this body. `newest`: where to look first, and where it was found.
const rondo_capture_construct* find(const rondo_capture_table& table, const void* entry, uint32_t& newest) {
  for (uint32_t i = 0; i < table.n_constructs; i++) {
    uint32_t at = (newest + i) % table.n_constructs;
    if (table.constructs[at].entry != entry) continue;
    newest = at;
    return &table.constructs[at];
  }
  return nullptr;
}

// Two addresses have a meaning of their own, and a third stands for null: see kmpc/depend.hpp.
bool is_special(uintptr_t address) { return address + 1 <= 2; }

}  // namespace

bool find_ranges(const rondo_capture_table& table, const Notes& notes, base::PodVector<AddressRange>& ranges) {
  ranges.clear();
  for (uint32_t i = 0; i <= table.n_values; i++) ranges.push_back({});
  uint32_t newest = 0;
  for (RecordedNode node : notes) {
    const auto* entry = reinterpret_cast<const void*>(node.shape.spec.entry.kmp);
    const rondo_capture_construct* construct = node.shape.kind == NodeKind::Task ? find(table, entry, newest) : nullptr;
    if (construct == nullptr) return false;
    uint32_t n = node.dependences.size();
    if (construct->n_dependences != 0 && construct->n_dependences != n) return false;
    for (uint32_t i = 0; i < n; i++) {
      uintptr_t address = node.dependences[i].address;
      uint32_t value =
          construct->n_dependences != 0 ? table.moves_with[construct->first_dependence + i] : RONDO_CAPTURE_NO_VALUE;
      bool moves = value != RONDO_CAPTURE_NO_VALUE;
      if (is_special(address) && moves) return false;
      if (address == depend::kAllMemory) continue;
      AddressRange& range = ranges[moves ? value : table.n_values];
      range.first = std::min(range.first, address);
      range.last = std::max(range.last, address);
    }
  }
  return true;
}

bool Captures::keep_shape(std::span<const AddressRange> ranges) const {
  if (recorded_.size() != table_.n_values || current_.size() != table_.n_values) return false;
  if (ranges.size() != table_.n_values + size_t{1}) return false;
  bool moves = false;
  for (uint32_t i = 0; i < table_.n_values; i++) {
    if (change(i) == 0) continue;
    if (table_.decides[i] != 0) return false;
    moves |= !ranges[i].is_empty();
  }
  return !moves || (are_apart(ranges, false) && are_apart(ranges, true));
}

// No address of one range is in another one, and each is a range still.
bool Captures::are_apart(std::span<const AddressRange> ranges, bool has_moved) const {
  auto range_at = [&](size_t index) {
    AddressRange range = ranges[index];
    uint64_t distance = has_moved && index != table_.n_values ? change(static_cast<uint32_t>(index)) : 0;
    return AddressRange{range.first + distance, range.last + distance};
  };
  for (size_t i = 0; i < ranges.size(); i++) {
    if (ranges[i].is_empty()) continue;
    AddressRange one = range_at(i);
    if (one.is_empty() || is_special(one.first) || is_special(one.last)) return false;
    for (size_t j = 0; j < i; j++) {
      AddressRange other = range_at(j);
      if (!ranges[j].is_empty() && one.first <= other.last && other.first <= one.last) return false;
    }
  }
  return true;
}

void Captures::refresh(void* block, const void* entry) {
  const rondo_capture_construct* construct = find(table_, entry, newest_);
  auto* bytes = static_cast<char*>(block);
  for (uint32_t i = 0; i < construct->n_slots; i++) {
    const rondo_capture_slot& slot = table_.slots[construct->first_slot + i];
    uint64_t content = 0;
    std::memcpy(&content, bytes + slot.offset, slot.n_bytes);  // little endian: the low bytes
    content += slot.factor * change(slot.value);
    std::memcpy(bytes + slot.offset, &content, slot.n_bytes);
  }
}

}  // namespace rondo::graph
