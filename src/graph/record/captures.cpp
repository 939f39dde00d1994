// SPDX-License-Identifier: Apache-2.0
#include "graph/record/captures.hpp"

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

}  // namespace

bool find_ranges(const rondo_capture_table& table, const Notes& notes, base::PodVector<AddressRange>& ranges) {
  ranges.clear();
  ranges.resize(table.n_distances + size_t{1}, {});
  uint32_t newest = 0;
  for (RecordedNode node : notes) {
    bool is_wait = node.shape.kind == NodeKind::Join && node.dependences.is_empty();
    if (is_wait) continue;
    const auto* entry = reinterpret_cast<const void*>(node.shape.spec.entry.kmp);
    bool is_task = node.shape.kind == NodeKind::Task;
    const rondo_capture_construct* construct = is_task ? find(table, entry, newest) : nullptr;
    if (construct == nullptr) return false;
    uint32_t n = node.dependences.size();
    if (construct->n_dependences != 0 && construct->n_dependences != n) return false;
    for (uint32_t i = 0; i < n; i++) {
      uintptr_t address = node.dependences[i].address;
      bool may_move = construct->n_dependences != 0;
      uint32_t distance = may_move ? table.moves_by[construct->first_dependence + i] : RONDO_CAPTURE_STAYS;
      bool moves = distance != RONDO_CAPTURE_STAYS;
      if (depend::is_special(address) && moves) return false;
      if (address == depend::kAllMemory) continue;
      AddressRange& range = ranges[moves ? distance : table.n_distances];
      range.first = std::min(range.first, address);
      range.last = std::max(range.last, address);
    }
  }
  return true;
}

Captures::Captures(const rondo_capture_table& table, std::span<const uint64_t> recorded,
                   std::span<const uint64_t> current)
    : table_(table) {
  if (recorded.size() != table.n_values || current.size() != table.n_values) return;
  decides_the_same_ = true;
  for (uint32_t value = 0; value < table.n_values; value++) {
    if (table.decides[value] != 0 && recorded[value] != current[value]) decides_the_same_ = false;
  }
  for (uint32_t i = 0; i < table.n_distances; i++) {
    uint64_t sum = 0;
    for (uint32_t k = table.first_term[i]; k < table.first_term[i + 1]; k++) {
      uint32_t value = table.terms[k].value;
      sum += table.terms[k].factor * (current[value] - recorded[value]);
    }
    distances_.push_back(sum);
  }
}

bool Captures::keep_shape(std::span<const AddressRange> ranges) const {
  if (!decides_the_same_ || ranges.size() != table_.n_distances + size_t{1}) return false;
  bool moves = false;
  for (uint32_t i = 0; i < table_.n_distances; i++) moves |= distances_[i] != 0 && !ranges[i].is_empty();
  return !moves || (are_apart(ranges, false) && are_apart(ranges, true));
}

// Each is still a range, and no address of one range is in another one, unless both move by the same distance.
bool Captures::are_apart(std::span<const AddressRange> ranges, bool has_moved) const {
  auto distance_at = [&](size_t index) { return index != table_.n_distances ? distances_[index] : 0; };
  auto range_at = [&](size_t index) {
    uint64_t distance = has_moved ? distance_at(index) : 0;
    return AddressRange{ranges[index].first + distance, ranges[index].last + distance};
  };
  for (size_t i = 0; i < ranges.size(); i++) {
    if (ranges[i].is_empty()) continue;
    AddressRange one = range_at(i);
    if (one.is_empty() || depend::is_special(one.first) || depend::is_special(one.last)) return false;
    for (size_t j = 0; j < i; j++) {
      if (ranges[j].is_empty() || distance_at(i) == distance_at(j)) continue;
      AddressRange other = range_at(j);
      if (one.first <= other.last && other.first <= one.last) return false;
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
    content += distances_[slot.distance];
    std::memcpy(bytes + slot.offset, &content, slot.n_bytes);
  }
}

}  // namespace rondo::graph
