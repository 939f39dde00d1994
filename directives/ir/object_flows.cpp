// SPDX-License-Identifier: Apache-2.0
#include "ir/object_flows.hpp"

#include <algorithm>

#include "ir/translate.hpp"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

namespace rondo::directives {

using evaluate::Flow;

ObjectPlace place_of(const llvm::Value& address, const llvm::DataLayout& layout) {
  ObjectPlace place;
  const llvm::Value* at = &address;
  while (true) {
    llvm::APInt offset(64, 0);
    at = at->stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true);
    place.offset += offset.getZExtValue();
    const auto* step = llvm::dyn_cast<llvm::GEPOperator>(at);
    if (step == nullptr) break;
    place.is_fixed = false;
    for (const llvm::Value* index : step->indices()) place.indices.push_back(index);
    at = step->getPointerOperand();
  }
  const auto* call = llvm::dyn_cast<llvm::CallBase>(at);
  bool is_block = call != nullptr && calls(*call, "__kmpc_omp_task_alloc");
  if (is_block || llvm::isa<llvm::AllocaInst>(at)) place.object = {at, false};
  // The block begins with the address of its second part.
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(at)) {
    ObjectPlace from = place_of(*load->getPointerOperand(), layout);
    bool is_head = llvm::isa_and_nonnull<llvm::CallBase>(from.object.value) && !from.object.is_shareds;
    if (is_head && from.is_fixed && from.offset == 0) place.object = {from.object.value, true};
  }
  return place;
}

namespace {
bool overlap(const ObjectFlows::CellKey& a, const ObjectFlows::CellKey& b) {
  return a.first < b.first + b.second && b.first < a.first + a.second;
}
}  // namespace

bool ObjectFlows::store(const ObjectPlace& at, uint64_t n_bytes, const Flow& flow) {
  Content& content = objects_[at.object];
  return at.is_fixed ? content.cells[{at.offset, n_bytes}].join(flow) : content.anywhere.join(flow.mixed_up());
}

Flow ObjectFlows::all_of(const Content& content) const {
  Flow all = content.anywhere;
  for (const auto& [key, flow] : content.cells) all.join(flow.mixed_up());
  return all;
}

Flow ObjectFlows::load(const ObjectPlace& at, uint64_t n_bytes) const {
  auto object = objects_.find(at.object);
  if (object == objects_.end()) return {};
  if (!at.is_fixed) return all_of(object->second);
  Flow found = object->second.anywhere;
  for (const auto& [key, flow] : object->second.cells) {
    CellKey wanted = {at.offset, n_bytes};
    if (key == wanted) {
      found.join(flow);
    } else if (overlap(key, wanted)) {
      found.join(flow.mixed_up());
    }
  }
  return found;
}

bool ObjectFlows::copy(const ObjectPlace& to, const ObjectPlace& from, std::optional<uint64_t> n_bytes) {
  auto object = objects_.find(from.object);
  if (object == objects_.end()) return false;
  Content source = object->second;
  Content& target = objects_[to.object];
  if (!to.is_fixed || !from.is_fixed || !n_bytes) return target.anywhere.join(all_of(source));
  bool has_changed = target.anywhere.join(source.anywhere);
  for (const auto& [key, flow] : source.cells) {
    CellKey copied = {from.offset, *n_bytes};
    if (!overlap(key, copied)) continue;
    bool is_whole = key.first >= from.offset && key.first + key.second <= from.offset + *n_bytes;
    has_changed |= is_whole ? target.cells[{key.first - from.offset + to.offset, key.second}].join(flow)
                            : target.anywhere.join(flow.mixed_up());
  }
  return has_changed;
}

ObjectFlows::Cells ObjectFlows::cells(const ObjectKey& key, evaluate::InputSet& rest) const {
  Cells found;
  auto object = objects_.find(key);
  if (object == objects_.end()) return found;
  const Content& content = object->second;
  rest |= content.anywhere.inputs();
  for (const auto& [cell, flow] : content.cells) {
    bool is_alone = std::none_of(content.cells.begin(), content.cells.end(),
                                 [&](const auto& other) { return other.first != cell && overlap(other.first, cell); });
    if (is_alone && cell.second <= 8) {
      found[cell] = flow;
    } else {
      rest |= flow.inputs();
    }
  }
  return found;
}

}  // namespace rondo::directives
