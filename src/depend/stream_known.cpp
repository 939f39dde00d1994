// SPDX-License-Identifier: Apache-2.0
//
// Stream, continued: periods that were forecast before. Where a creation is not as forecast, or nothing is forecast
// any more, one of them may have it at a place that those tasks lead to which are not retired yet. Then it is taken
// up there, and neither searched for nor recorded. Argument: README.md, "A known period may be taken up".
#include <algorithm>

#include "depend/stream.hpp"
#include "depend/table.hpp"

namespace rondo::depend {

namespace {

// docs/tuning.md, "Forecasts".
constexpr uint32_t kMostLeft = 256;  // creations that have to be compared
constexpr uint32_t kLeastBetween = 16;  // forecasts between two changes, and a quarter of a period
constexpr uint32_t kLookPrice = 8;  // addresses of the table that cost as much as watching one creation

}  // namespace

// The creation is not as forecast, if anything is. True: from now on it is.
bool Stream::goes_on(Table& table, std::span<const Dependence> dependences, task::Slab& slab) {
  if (is_ahead()) {
    if (n_at_change_ != 0 && n_forecast_ - n_at_change_ < kLeastBetween + order_.period() / 4) return false;
    return change(table, dependences, forget_retired(slab), slab);
  }
  if (n_watched_ == 0) return false;
  if (--n_watched_ == 0) {
    forget_known(slab);
    return false;
  }
  const bool is_over = newest_ == nullptr || newest_->is_retired();
  return is_over && change(table, dependences, 0, slab);
}

// `n_left`: so many creations behind the newest retired one and all before it.
bool Stream::change(Table& table, std::span<const Dependence> dependences, uint32_t n_left, task::Slab& slab) {
  if (n_left > kMostLeft) return false;
  auto take_up_if_known = [&](CyclicOrder& order) {
    if (order.period() < std::max(n_left, 1u)) return false;
    const uint32_t position = order.find(dependences, [&](uint32_t place) { return leads_to(order, place, n_left); });
    if (position == order.period()) return false;
    if (!table.forget_if_over(slab)) {
      if (n_watched_ != 0) n_watched_ -= std::min(n_watched_ - 1, table.n_addresses() / kLookPrice);
      return false;
    }
    take_up(order, position, n_left);
    return true;
  };
  return take_up_if_known(order_) || std::any_of(std::begin(known_), std::end(known_), take_up_if_known);
}

// Whether the last creations are those before the place.
bool Stream::leads_to(const CyclicOrder& order, uint32_t position, uint32_t n_left) const {
  for (uint32_t distance = 1; distance <= n_left; distance++) {
    if (!order.has_same(order.before(position, distance), order_, order_.before(position_, distance))) return false;
  }
  return true;
}

void Stream::take_up(CyclicOrder& order, uint32_t position, uint32_t n_left) {
  base::PodVector<DepNode*> ring;
  ring.resize(order.period(), nullptr);
  for (uint32_t i = 0; i < n_left; i++) ring[i] = kept(n_left - i);
  ring_.swap(ring);
  place_ = n_left % order.period();
  n_unentered_ = std::min(n_unentered_, n_left);
  if (is_ahead()) {
    count_forecasts();
    n_at_change_ = n_forecast_;
  } else {
    n_forecast_ = n_counted_ = n_at_change_ = 0;
    n_watched_ = 0;
  }
  if (&order != &order_) {
    order_.swap(order);
    for (CyclicOrder* other = &order; other != known_; other--) other->swap(other[-1]);
  }
  order_.counts->n_resumed.add_relaxed(1);
  state_ = State::Forecasting;
  n_until_next_ = 1;
  position_ = position;
}

// The oldest nodes of the ring, up to the first that is not retired. Returns how many creations are left.
uint32_t Stream::forget_retired(task::Slab& slab) {
  for (auto distance = static_cast<uint32_t>(ring_.size()); distance > 0; distance--) {
    DepNode*& node = kept(distance);
    if (node == nullptr) continue;
    if (!node->is_retired()) return distance;
    unname(*node, slab);
    node = nullptr;
  }
  return 0;
}

// The period that was recorded is a known one, perhaps from another creation on: that one takes its place. Its
// distances need not be worked out again.
bool Stream::recognise() {
  for (CyclicOrder& known : known_) {
    const uint32_t position = known.place_of(order_);
    if (position == known.period()) continue;
    order_.swap(known);
    known.release();
    order_.counts->n_resumed.add_relaxed(1);
    position_ = position;
    return true;
  }
  return false;
}

// In the place of the same one, an empty one, or the oldest one.
void Stream::keep_order() {
  auto is_same = [&](CyclicOrder& known) { return known.place_of(order_) != known.period(); };
  uint32_t i = 0;
  while (i + 1 < kKnown && known_[i].period() != 0 && !is_same(known_[i])) i++;
  known_[i].release();
  known_[i].swap(order_);
  for (; i > 0; i--) known_[i].swap(known_[i - 1]);
}

void Stream::watch(DepNode& node, task::Slab& slab) {
  forget_newest(slab);
  newest_ = &node;
  node.own().n_named++;
}

void Stream::forget_newest(task::Slab& slab) {
  if (newest_ != nullptr) unname(*newest_, slab);
  newest_ = nullptr;
}

void Stream::forget_known(task::Slab& slab) {
  for (CyclicOrder& order : known_) order.release();
  n_watched_ = 0;
  forget_newest(slab);
}

}  // namespace rondo::depend
