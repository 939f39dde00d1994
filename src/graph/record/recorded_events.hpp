// SPDX-License-Identifier: Apache-2.0
//
// The events of the detachable tasks that a recording has met. Two questions: does a task capture the event of
// another one, so that only the region's own code can give it the event of the next time; and is an event pending
// where a taskgroup ends that does not wait for it. Used by Recorder.
#pragma once

#include <algorithm>
#include <cstring>

#include "base/pod_vector.hpp"
#include "task/task.hpp"

namespace rondo::graph {

class RecordedEvents {
 public:
  void announce(uintptr_t event, const task::TaskGroup* group) {
    all_.push_back(event);
    is_mixed_ = n_pending_ != 0 && (is_mixed_ || group != group_);
    group_ = group;
    n_pending_++;
  }
  bool has_some() const { return !all_.is_empty(); }
  uintptr_t newest() { return all_.is_empty() ? 0 : all_.back(); }

  bool has_pending() const { return n_pending_ != 0; }
  void forget_pending() { n_pending_ = 0; }
  // False: the event of a task outside of `group` may be pending still.
  bool end_group(const task::TaskGroup* group) {
    const bool are_of_group = n_pending_ == 0 || (!is_mixed_ && group_ == group);
    if (are_of_group) forget_pending();
    return are_of_group;
  }

  // All tasks have been announced.
  void sort() { std::sort(all_.begin(), all_.end()); }
  // After sort(): whether a word of the captured data is one of them. What only looks like an event costs nothing but
  // a replay that runs the region's code.
  bool are_in(const char* data, size_t n_bytes) {
    for (size_t offset = 0; offset + sizeof(uintptr_t) <= n_bytes; offset += sizeof(uintptr_t)) {
      uintptr_t word;
      std::memcpy(&word, data + offset, sizeof word);
      if (std::binary_search(all_.begin(), all_.end(), word)) return true;
    }
    return false;
  }

 private:
  base::PodVector<uintptr_t> all_;  // in creation order, until they are sorted
  uint32_t n_pending_ = 0;  // created behind the last wait for all,
  bool is_mixed_ = false;  // in several taskgroups,
  const task::TaskGroup* group_ = nullptr;  // or all of them in this one
};

}  // namespace rondo::graph
