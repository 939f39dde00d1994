// SPDX-License-Identifier: Apache-2.0
#include "sched/worker/suspended.hpp"

namespace rondo::sched {

void LeftList::push_newest(Left& left) {
  left.older = newest_;
  left.newer = nullptr;
  (newest_ == nullptr ? oldest_ : newest_->newer) = &left;
  newest_ = &left;
  size_++;
}

Left& LeftList::remove(Left& left) {
  (left.older == nullptr ? oldest_ : left.older->newer) = left.newer;
  (left.newer == nullptr ? newest_ : left.newer->older) = left.older;
  size_--;
  return left;
}

}  // namespace rondo::sched
