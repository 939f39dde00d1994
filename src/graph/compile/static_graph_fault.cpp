// SPDX-License-Identifier: Apache-2.0
//
// A graph made at compile time comes from a file. Whatever is in it, the code that makes and replays the graph must
// neither read outside the tables nor wait for a task that never becomes ready.
#include "graph/compile/static_graph.hpp"
#include "task/kmp_block.hpp"

namespace rondo::graph {

namespace {

constexpr uint32_t kMostTasks = (uint32_t{1} << 30) - 2;  // 30-bit ids
constexpr uint32_t kMostBytes = uint32_t{1} << 30;  // of a block: sums of such sizes stay in range

bool is_there(const void* table, uint32_t n) { return n == 0 || table != nullptr; }

bool are_there(const rondo_static_graph& known) {
  return is_there(known.constructs, known.n_constructs) && is_there(known.slots, known.n_slots) &&
         is_there(known.tasks, known.n_tasks) && is_there(known.data, known.n_data) &&
         is_there(known.successors, known.n_edges) && is_there(known.addresses, known.n_addresses);
}

bool is_right(const rondo_static_graph& known, const rondo_static_construct& construct, const rondo_static_slot& slot) {
  bool is_size = slot.n_data <= 8 && (slot.n_data & (slot.n_data - 1)) == 0;
  bool is_value = slot.has_values != 0 || slot.value == RONDO_STATIC_NO_VALUE || slot.value < known.n_values;
  return is_size && is_value && slot.n_bytes <= 8 && slot.offset >= sizeof(task::KmpBlock) &&
         uint64_t{slot.offset} + slot.n_bytes <= construct.block_bytes;
}

const char* fault_of(const rondo_static_graph& known, const rondo_static_construct& construct) {
  if (construct.entry == nullptr) return "a construct has no body";
  if (construct.block_bytes < sizeof(task::KmpBlock) || construct.block_bytes > kMostBytes ||
      construct.shareds_offset > construct.block_bytes) {
    return "a construct's block has an impossible size";
  }
  if (uint64_t{construct.first_slot} + construct.n_slots > known.n_slots) return "a construct's slots are not there";
  for (uint32_t i = 0; i < construct.n_slots; i++) {
    if (!is_right(known, construct, known.slots[construct.first_slot + i])) return "a slot is not in its block";
  }
  return nullptr;
}

// Reads the data of tasks, without using it.
class DataReader {
 public:
  explicit DataReader(const rondo_static_graph& known) : known_(known), left_(known.n_data), next_(known.data) {
    for (uint32_t i = 0; i < known.n_constructs; i++) {
      const rondo_static_construct& construct = known.constructs[i];
      Layout layout = {0, false};
      for (uint32_t k = 0; k < construct.n_slots; k++) {
        const rondo_static_slot& slot = known.slots[construct.first_slot + k];
        layout.n_bytes += slot.n_data + (slot.has_values != 0 ? 2 : 0);
        layout.has_values |= slot.has_values != 0;
      }
      layouts_.push_back(layout);
    }
  }

  // The next task's: it is there, and its values are.
  bool read(const rondo_static_task& task) {
    const Layout& layout = layouts_[task.construct];
    if (left_ < layout.n_bytes || (layout.has_values && !has_right_values(task))) return false;
    left_ -= layout.n_bytes;
    next_ += layout.n_bytes;
    return true;
  }
  bool is_at_end() const { return left_ == 0; }

 private:
  struct Layout {
    uint64_t n_bytes;
    bool has_values;
  };

  bool has_right_values(const rondo_static_task& task) const {
    const rondo_static_construct& construct = known_.constructs[task.construct];
    const uint8_t* at = next_;
    for (uint32_t k = 0; k < construct.n_slots; k++) {
      const rondo_static_slot& slot = known_.slots[construct.first_slot + k];
      if (slot.has_values != 0) {
        uint32_t value = at[0] | uint32_t{at[1]} << 8;
        if (value != RONDO_STATIC_NO_VALUE && value >= known_.n_values) return false;
        at += 2;
      }
      at += slot.n_data;
    }
    return true;
  }

  const rondo_static_graph& known_;
  uint64_t left_;
  const uint8_t* next_;
  base::PodVector<Layout> layouts_;
};

// Edges lead to later tasks, so all predecessors of a task have been counted when its turn comes. An edge that claims
// to be its successor's only one makes the count kAlone, and more if the claim is wrong.
constexpr uint32_t kAlone = kOnlyPredecessor;

const char* fault_of_tasks(const rondo_static_graph& known, base::PodVector<uint32_t>& n_predecessors) {
  n_predecessors.resize(known.n_tasks, 0);
  DataReader data(known);
  uint32_t next = 0;
  for (uint32_t index = 0; index < known.n_tasks; index++) {
    const rondo_static_task& task = known.tasks[index];
    if (task.construct >= known.n_constructs) return "a task has no construct";
    if (!data.read(task)) return "a task's data is not there";
    uint32_t& n = n_predecessors[index];
    if ((n & kAlone) != 0 ? n != kAlone : n == 1) return "a task's predecessors are miscounted";
    if (n == kAlone) n = 1;
    if (task.n_successors > known.n_edges - next) return "a task's successors are not there";
    uint32_t before = index;
    for (uint32_t i = 0; i < task.n_successors; i++, next++) {
      uint32_t successor = known.successors[next] & kIndexMask;
      if (successor <= before || successor >= known.n_tasks || (known.successors[next] & kNextRound) != 0) {
        return "a task's successors are out of order";
      }
      bool is_alone = (known.successors[next] & kAlone) != 0;
      uint32_t& n_before = n_predecessors[successor];
      n_before = !is_alone ? n_before + 1 : n_before == 0 ? kAlone : kAlone + 1;
      before = successor;
    }
  }
  return next == known.n_edges && data.is_at_end() ? nullptr : "its tables are longer than its tasks need";
}

}  // namespace

const char* find_fault(const rondo_static_graph& known, base::PodVector<uint32_t>& n_predecessors) {
  if (!are_there(known)) return "a table is missing";
  if (known.n_tasks > kMostTasks) return "it has more than 2^30 tasks";
  if (known.depth > known.n_tasks) return "its longest path is longer than its tasks";
  for (uint32_t i = 0; i < known.n_constructs; i++) {
    if (const char* fault = fault_of(known, known.constructs[i])) return fault;
  }
  for (uint32_t i = 0; i < known.n_addresses; i++) {
    uint32_t value = known.addresses[i].value;
    if (value != RONDO_STATIC_NO_VALUE && value >= known.n_values) return "an address has no value";
  }
  return fault_of_tasks(known, n_predecessors);
}

}  // namespace rondo::graph
