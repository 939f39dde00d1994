// SPDX-License-Identifier: Apache-2.0
#include "graph/record/recorder.hpp"

#include <cstdlib>
#include <cstring>

#include <algorithm>
#include <new>

#include "base/bits.hpp"
#include "graph/model/heap_memory.hpp"
#include "graph/record/captured_addresses.hpp"
#include "os/pages.hpp"

namespace rondo::graph {

namespace {
constexpr size_t kMaxNodes = (size_t{1} << 30) - 2 - 8192;  // 30-bit ids; some thousands are added without a look
}  // namespace

void Recorder::add(const Shape& shape, std::span<const depend::Dependence> list) {
  if (notes.size() >= kMaxNodes) give_up("it creates more than 2^30 tasks");
  if (is_too_dense(notes.n_dependences(), notes.size())) give_up(kTooDense);
  if (!notes.fits_in_page(list.size()) || notes.is_look_due()) [[unlikely]] {
    const bool has_memory = os::has_room(notes.bytes_of_graph(notes.nodes_before_next_look()));
    if (!has_memory || !notes.has_page_for(list.size())) return give_up(kNoMemory);
  }
  notes.add(shape, list);
}

void Recorder::add_task(const task::TaskSpec& spec, const void* block, std::span<const depend::Dependence> list,
                        const TaskHints& hints) {
  if (addresses != nullptr) addresses->look();
  const bool is_detachable = (spec.flags & task::kDetachable) != 0;
  if (!clears_blocks_ && !is_detachable && !hints.are_given() && repeat(spec, block, list)) return;
  n_met++;
  ends_with_wait_ = false;
  if (reason_ != nullptr) return;
  bool is_kept = keeps_data_ || hints.are_given();
  is_trivial_ &= spec.is_trivial;
  has_all_data_ &= is_kept && spec.is_trivial;
  is_data_invariant_ &= hints.are_given();
  has_hints_ |= hints.are_given();
  bool is_in_pristine = is_kept && keep(spec, block, hints);
  const uint32_t event_offset = is_detachable && is_in_pristine ? take_event_out(spec) : kNoEvent;
  if (is_detachable && event_offset == kNoEvent) require_code();
  add({.spec = spec,
       .copy = copy,
       .keeps_data = is_in_pristine,
       .group = reducing_group(),
       .event_offset = event_offset},
      list);
}

// Words of the block that belong to the runtime may not be set.
void Recorder::finish_events() {
  if (!has_events() || !can_skip_code()) return;
  events_.sort();
  pristine.write_out();
  for (const RecordedNode& node : notes) {
    const task::TaskSpec& spec = node.shape.spec;
    const uint32_t begin = data_offset(spec);
    if (!node.shape.keeps_data || spec.block_bytes <= begin) continue;
    if (events_.are_in(pristine.data() + node.payload + begin, spec.block_bytes - begin)) return require_code();
  }
}

// The newest pristine block: each replay puts an event of its own there, so the recorded one is no data. kNoEvent: it
// is in no place, or in several, so that the control code has to say what becomes of it.
uint32_t Recorder::take_event_out(const task::TaskSpec& spec) {
  char* block = pristine.end() - base::round_up(spec.block_bytes, kPristineAlignment);
  uint32_t found = kNoEvent;
  for (uint32_t offset = data_offset(spec); offset + sizeof(uintptr_t) <= spec.block_bytes;
       offset += sizeof(uintptr_t)) {
    uintptr_t word;
    std::memcpy(&word, block + offset, sizeof word);
    if (word != events_.newest()) continue;
    if (found != kNoEvent) return kNoEvent;
    found = offset;
  }
  if (found != kNoEvent) std::memset(block + found, 0, sizeof(uintptr_t));
  return found;
}

// The first byte behind `begin` that is in none of the ranges announced last, which are in any order.
uint32_t Recorder::end_of_saved(size_t first, uint32_t begin) const {
  uint32_t end = begin;
  for (size_t i = first; i < saved.size();) {
    const SavedBytes& range = saved[i];
    bool continues = range.offset <= end && end < range.offset + range.n_bytes;
    if (continues) end = range.offset + range.n_bytes;
    i = continues ? first : i + 1;
  }
  return end;
}

// The block as it is before the body runs, and which of its bytes a re-capture puts back. False: no block is kept.
bool Recorder::keep(const task::TaskSpec& spec, const void* block, const TaskHints& hints) {
  auto index = static_cast<NodeIndex>(notes.size());
  auto refuse = [&](const char* reason) {
    give_up(reason);
    return false;
  };
  size_t first_saved = saved.size();
  for (size_t i = 0; hints.are_given() && i < hints.saved().size(); i++) {
    ByteRange range = hints.saved()[i];
    bool is_whole = range.n_bytes == kToTheEnd;
    if (is_whole && !spec.is_trivial) return refuse("it announces objects as saved that are not just bytes");
    uint32_t begin = std::max(range.offset, data_offset(spec));
    uint64_t end = is_whole ? spec.block_bytes : uint64_t{range.offset} + range.n_bytes;
    if (end > spec.block_bytes) return refuse("it announces more bytes as saved than the task captures");
    if (begin >= end) continue;
    saved.push_back({index, begin, static_cast<uint32_t>(end) - begin});
  }
  is_data_invariant_ &= end_of_saved(first_saved, data_offset(spec)) >= spec.block_bytes;
  if (!spec.is_trivial && saved.size() == first_saved) return false;
  pristine.add(block, spec.block_bytes);
  return true;
}

void Recorder::add_join(std::span<const depend::Dependence> list, task::Depth depth) {
  n_met++;
  ends_with_wait_ = list.empty();
  has_partial_waits_ |= !list.empty();
  if (reason_ != nullptr) return;
  add({.kind = NodeKind::Join, .depth = depth, .copy = copy}, list);
  (depth == task::Depth::Descendants ? has_groups_ : has_waits_) = true;
}

void Recorder::begin_group(task::Reductions::Items items) {
  if (!can_skip_code()) items = {};  // no graph keeps them
  if (reason_ != nullptr && group_ == kNoGroup) groups.list.clear(), groups.items.clear();  // a loop goes on for long
  groups.list.push_back({group_, static_cast<uint32_t>(groups.items.size()), static_cast<uint32_t>(items.size())});
  for (const task::ReductionItem& item : items) groups.items.push_back(item);
  group_ = static_cast<uint32_t>(groups.list.size());
  if (group_ > kMaxGroups) require_code();
}

void Recorder::end_group() {
  n_met++;
  ends_with_wait_ = true;
  if (reason_ == nullptr) {
    add({.kind = NodeKind::Join, .depth = task::Depth::Descendants, .copy = copy, .group = reducing_group()}, {});
  }
  has_groups_ = true;
  group_ = groups.list[group_ - 1].outer;
}

void Recorder::add_condition(std::span<const depend::Dependence> list) {
  n_met++;
  ends_with_wait_ = list.empty();
  if (reason_ == nullptr) add({.kind = NodeKind::Condition, .copy = copy}, list);
}

Recorder* make_recorder(bool keeps_data, bool clears_blocks) {
  return new (HeapMemory().allocate(sizeof(Recorder))) Recorder(keeps_data, clears_blocks);
}

void free_recorder(Recorder* recorder) {
  if (recorder == nullptr) return;
  recorder->~Recorder();
  std::free(recorder);
}

}  // namespace rondo::graph
