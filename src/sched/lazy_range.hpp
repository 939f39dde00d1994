// SPDX-License-Identifier: Apache-2.0
//
// Lazy ranges: [begin, end) of neighbours that nobody has looked at yet. A range stands in queues as one piece of
// work; a worker runs some from its front, as many as its batch size allows, and queues the rest before. There are
// two: ranges of a taskloop (task_range.hpp) and ranges of a replay's roots (roots.hpp). Argument: README.md, "Root
// ranges", "Taskloops".
#pragma once

#include "sched/park.hpp"
#include "sched/worker.hpp"

namespace rondo::sched {

// The range was stolen: the thief keeps the far half. give_back(begin, middle) sends the near one to the slot where
// the range comes from, so that neighbours stay together.
template <class Range, class GiveBack>
void keep_far_half(Range& range, GiveBack give_back) {
  const auto middle = range.begin + (range.end - range.begin) / 2;
  if (middle != range.begin) give_back(range.begin, middle);
  range.begin = middle;
  range.batch_size = {};
}

// How many may run until the worker looks at the queues again. Not of an empty range.
template <class Range>
auto next_batch(Range& range) {
  range.batch_size.adapt();
  const auto n_left = range.end - range.begin;
  return n_left < range.batch_size.n_pieces ? n_left : range.batch_size.n_pieces;
}

// Before any of the batch runs, because bodies may be long: what is left is queued, as `work`. If nothing is, the
// range is released.
template <class Range, class Release>
void queue_rest(Worker& worker, const Range& range, Work work, Release release) {
  if (range.begin == range.end) return release();
  enqueue(*worker.slot, work);
  announce_work(*worker.slot->arena, worker.slot->index);
}

}  // namespace rondo::sched
