// SPDX-License-Identifier: Apache-2.0
//
// Room for the dependences of one creation after unpacking: on the stack for usual lists, from the worker's slab for
// long ones (iterators).
#pragma once

#include <span>

#include "depend/access.hpp"
#include "sched/worker.hpp"

namespace rondo::abi {

class DependenceList {
 public:
  DependenceList(sched::Worker& worker, size_t capacity) : worker_(worker) {
    if (capacity > kInline) {
      items_ = static_cast<depend::Dependence*>(worker.slab.allocate(capacity * sizeof(depend::Dependence)));
    }
  }
  DependenceList(const DependenceList&) = delete;
  DependenceList& operator=(const DependenceList&) = delete;
  ~DependenceList() {
    // The task may have been submitted from another worker's continuation: release the list through this worker's
    // slab.
    if (items_ != inline_) worker_.slab.release(items_);
  }

  void add(uintptr_t address, depend::Kind kind) { items_[size_++] = {address, kind}; }
  std::span<const depend::Dependence> view() const { return {items_, size_}; }

 private:
  static constexpr size_t kInline = 16;
  sched::Worker& worker_;
  depend::Dependence inline_[kInline];
  depend::Dependence* items_ = inline_;
  size_t size_ = 0;
};

}  // namespace rondo::abi
