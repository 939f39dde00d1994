// SPDX-License-Identifier: Apache-2.0
#include "graph/record/captured_addresses.hpp"

#include <cstring>

#include "task/kmp_block.hpp"

namespace rondo::graph {

namespace {
// Of a variable that may be out of scope by now.
[[gnu::no_sanitize_address, gnu::no_sanitize_thread, gnu::noinline]]
unsigned char first_byte(const unsigned char* address) {
  return *address;
}
}  // namespace

void CapturedAddresses::note(const Recorder& recorder, uintptr_t begin, uintptr_t end) {
  variables_.clear();
  has_looked_ = false;
  NodeIndex index = 0;
  for (const RecordedNode& node : recorder.notes) {
    const task::TaskSpec& spec = node.shape.spec;
    const bool has_data = node.shape.kind == NodeKind::Task && node.shape.keeps_data;
    const uint32_t first = (spec.flags & task::kKmp) != 0 ? uint32_t{sizeof(task::KmpBlock)} : 0;
    for (uint32_t offset = first; has_data && offset + sizeof(uintptr_t) <= spec.block_bytes; offset += 8) {
      uintptr_t word;
      std::memcpy(&word, recorder.pristine.data() + node.payload + offset, sizeof word);
      if (word < begin || word >= end) continue;
      const auto* address = reinterpret_cast<const unsigned char*>(word);
      const unsigned char before = first_byte(address);
      variables_.push_back({address, index, reinterpret_cast<const void*>(spec.entry.gomp), before, before});
    }
    index++;
  }
}

void CapturedAddresses::look() {
  if (has_looked_) return;
  has_looked_ = true;
  for (Variable& variable : variables_) variable.now = first_byte(variable.address);
}

void CapturedAddresses::add_to(Findings& findings) const {
  for (size_t i = 0; i < variables_.size(); i++) {
    const Variable& variable = variables_[i];
    if (variable.now == variable.before) continue;
    Finding& finding = findings[Drift::Variable];
    if (finding.n_places++ != 0) continue;
    finding.node = variable.node;
    finding.body = variable.body;
  }
}

}  // namespace rondo::graph
