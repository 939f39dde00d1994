// SPDX-License-Identifier: Apache-2.0
//
// Room for the dependences of one creation after unpacking: on the stack for usual lists, from the worker's slab for
// long ones (iterators).
#pragma once

#include <span>

#include "depend/access.hpp"
#include "sched/worker/worker.hpp"

namespace rondo::abi {

class DependenceList {
 public:
  DependenceList(sched::Worker& worker, size_t n) : worker_(worker), n_(n) {
    if (n > kInline) [[unlikely]]
      items_ = static_cast<depend::Dependence*>(worker.slab.allocate(n * sizeof(depend::Dependence)));
  }
  DependenceList(const DependenceList&) = delete;
  DependenceList& operator=(const DependenceList&) = delete;
  ~DependenceList() {
    // The task may have been submitted from another worker's continuation: release the list through this worker's
    // slab.
    if (n_ > kInline) [[unlikely]]
      worker_.slab.release(items_);
  }

  depend::Dependence* items() { return items_; }  // to be filled
  std::span<const depend::Dependence> view() const { return {items_, n_}; }

 private:
  static constexpr size_t kInline = 16;
  sched::Worker& worker_;
  size_t n_;
  depend::Dependence inline_[kInline];
  depend::Dependence* items_ = inline_;
};

}  // namespace rondo::abi
