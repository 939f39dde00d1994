// SPDX-License-Identifier: Apache-2.0
#include "graph/tune/makespan.hpp"

#include <algorithm>

namespace rondo::graph {

using base::PodVector;

namespace {

constexpr UnitIndex kNone = ~UnitIndex{0};
constexpr UnitIndex kCapturing = ~UnitIndex{1};  // the slot runs the region's code

struct SimulatedSlot {
  UnitIndex running = kNone;
  UnitIndex newest = kNone;  // ready units wait in a stack, as in a worker's deque
  uint64_t free_since = 0;
};

// A unit ends on a slot. The heap's top is the first one.
struct SlotEnd {
  uint64_t time;
  uint32_t slot;
};
bool is_later(const SlotEnd& a, const SlotEnd& b) { return a.time != b.time ? a.time > b.time : a.slot > b.slot; }

// The unit's last member is filled when so many nodes have been since the capture before.
struct Capture {
  UnitIndex unit;
  NodeIndex n_nodes;
};

// Plays through units in rounds: unit `unit` in round `round` has the number round * n + unit.
class Simulation {
 public:
  Simulation(const Units& units, const PodVector<uint32_t>& slot_of, uint32_t n_slots, const Costs& costs,
             uint32_t n_rounds, uint64_t to_beat)
      : units_(units),
        slot_of_(slot_of),
        costs_(costs),
        n_(n_rounds * units.n),
        to_beat_(std::min(to_beat, kForever / n_slots)) {
    slots_.resize(n_slots, SimulatedSlot());
    below_.resize(n_, kNone);
    ready_at_.resize(n_, 0);
    fetched_.resize(n_, 0);
    pending_.reserve(n_);
    for (UnitIndex unit = 0; unit < units.n; unit++) pending_.push_back(units.n_predecessors(unit));
    for (uint32_t later = units.n; later < n_; later++) {
      UnitIndex unit = later % units.n;
      pending_.push_back(units.n_predecessors(unit) + units.crossing.first[unit + 1] - units.crossing.first[unit]);
    }
    for (UnitIndex unit = 0; unit < units.n; unit++) left_ += n_rounds * cost_of(units, unit, costs);
    if (costs.capture != 0) hold_back_until_captured();
  }

  // What has not begun ends no earlier than if all slots shared it at once: so losers are seldom played to the end.
  uint64_t run() {
    for (UnitIndex unit = n_; unit-- > 0;) {
      if (pending_[unit] == 0) push(unit);  // so that the oldest is on top
    }
    if (!captures_.is_empty()) capture_next(slots_[0]);
    for (SimulatedSlot& slot : slots_) {
      if (slot.running == kNone) start_next(slot);
    }
    uint64_t now = 0;
    while (!events_.is_empty()) {
      if (now >= to_beat_ || left_ >= (to_beat_ - now) * slots_.size()) return std::max(to_beat_, now);
      std::pop_heap(events_.begin(), events_.end(), is_later);
      SlotEnd event = events_.back();
      events_.pop_back();
      now = event.time;
      finish(slots_[event.slot], now);
    }
    return now;
  }

 private:
  UnitIndex unit_of(uint32_t run) const { return run < units_.n ? run : run % units_.n; }
  SimulatedSlot& slot_of(uint32_t run) { return slots_[slot_of_[unit_of(run)]]; }

  void push(uint32_t run) {
    SimulatedSlot& slot = slot_of(run);
    below_[run] = slot.newest;
    slot.newest = run;
  }

  void start_next(SimulatedSlot& slot) {
    slot.running = slot.newest;
    if (slot.running == kNone) return;
    uint32_t run = slot.running;
    slot.newest = below_[run];
    uint64_t start = slot.free_since > ready_at_[run] ? slot.free_since : ready_at_[run];
    const uint64_t cost = cost_of(units_, unit_of(run), costs_);
    left_ -= cost;
    uint64_t end = start + cost + fetched_[run] * costs_.receive;
    events_.push_back({end, static_cast<uint32_t>(&slot - slots_.data())});
    std::push_heap(events_.begin(), events_.end(), is_later);
  }

  // In creation order; a unit starts when its last member has been filled.
  void hold_back_until_captured() {
    const auto n_nodes = static_cast<NodeIndex>(units_.unit_of.size());
    PodVector<NodeIndex> last;
    last.resize(units_.n, 0);
    for (NodeIndex node = 0; node < n_nodes; node++) last[units_.unit_of[node]] = node;
    NodeIndex n_before = 0;
    for (NodeIndex node = 0; node < n_nodes; node++) {
      const UnitIndex unit = units_.unit_of[node];
      if (last[unit] != node) continue;
      captures_.push_back({unit, node + 1 - n_before});
      n_before = node + 1;
      pending_[unit]++;
    }
    left_ += n_nodes * costs_.capture;
  }

  void capture_next(SimulatedSlot& slot) {
    slot.running = kCapturing;
    const uint64_t cost = captures_[n_captured_].n_nodes * costs_.capture;
    left_ -= cost;
    events_.push_back({slot.free_since + cost, static_cast<uint32_t>(&slot - slots_.data())});
    std::push_heap(events_.begin(), events_.end(), is_later);
  }

  void end_capture(SimulatedSlot& slot, uint64_t now) {
    slot.free_since = now;
    satisfy(slot, captures_[n_captured_].unit);
    ++n_captured_ == captures_.size() ? start_next(slot) : capture_next(slot);
  }

  void finish(SimulatedSlot& slot, uint64_t now) {
    if (slot.running == kCapturing) return end_capture(slot, now);
    UnitIndex unit = unit_of(slot.running);
    uint32_t round = slot.running - unit;  // the number of its first unit
    slot.free_since = now;
    if (round + units_.n < n_) {
      for (uint32_t i = units_.first_crossed[unit + 1]; i-- > units_.first_crossed[unit];) {
        satisfy(slot, round + units_.n + units_.crossed[i]);
      }
    }
    for (uint32_t i = units_.first_successor[unit + 1]; i-- > units_.first_successor[unit];) {
      satisfy(slot, round + units_.successors[i]);
    }
    start_next(slot);
  }

  void satisfy(SimulatedSlot& slot, uint32_t successor) {
    SimulatedSlot& there = slot_of(successor);
    bool is_remote = &there != &slot;
    uint64_t visible = slot.free_since + (is_remote ? costs_.latency : 0);
    if (visible > ready_at_[successor]) ready_at_[successor] = visible;
    fetched_[successor] += is_remote ? 1 : 0;
    if (--pending_[successor] != 0) return;
    if (is_remote) slot.free_since += costs_.send;
    push(successor);
    if (is_remote && there.running == kNone) start_next(there);
  }

  const Units& units_;
  const PodVector<uint32_t>& slot_of_;
  const Costs costs_;
  const uint32_t n_;
  const uint64_t to_beat_;
  uint64_t left_ = 0;  // ticks of units that have not begun
  PodVector<SimulatedSlot> slots_;
  PodVector<SlotEnd> events_;  // one for each slot that runs a unit
  PodVector<Capture> captures_;
  uint32_t n_captured_ = 0;
  PodVector<UnitIndex> below_;
  PodVector<uint64_t> ready_at_;
  PodVector<uint32_t> fetched_;  // edges from other slots
  PodVector<uint32_t> pending_;
};

// Plays through units that nobody has placed.
class Sharing {
 public:
  Sharing(const Units& units, uint32_t n_slots, const Costs& costs) : units_(units), costs_(costs) {
    for (uint32_t slot = n_slots; slot-- > 0;) idle_.push_back(slot);
    running_.resize(n_slots, kNone);
    ready_at_.resize(units.n, 0);
    made_ready_on_.resize(units.n, 0);
    pending_.reserve(units.n);
    for (UnitIndex unit = 0; unit < units.n; unit++) pending_.push_back(units.n_predecessors(unit));
  }

  uint64_t run() {
    for (UnitIndex unit = 0; unit < units_.n; unit++) {
      if (pending_[unit] == 0) push(unit);
    }
    uint64_t now = 0;
    give_out(now);
    while (!events_.is_empty()) {
      std::pop_heap(events_.begin(), events_.end(), is_later);
      const SlotEnd event = events_.back();
      events_.pop_back();
      now = event.time;
      finish(event.slot, now);
      give_out(now);
    }
    return now;
  }

 private:
  static bool is_younger(UnitIndex a, UnitIndex b) { return a > b; }  // the heap's top is the oldest

  void push(UnitIndex unit) {
    ready_.push_back(unit);
    std::push_heap(ready_.begin(), ready_.end(), is_younger);
  }

  void give_out(uint64_t now) {
    while (!ready_.is_empty() && !idle_.is_empty()) {
      std::pop_heap(ready_.begin(), ready_.end(), is_younger);
      const UnitIndex unit = ready_.back();
      ready_.pop_back();
      const uint32_t slot = idle_.back();
      idle_.pop_back();
      start(slot, unit, now);
    }
  }

  void start(uint32_t slot, UnitIndex unit, uint64_t now) {
    const bool is_remote = units_.n_predecessors(unit) != 0 && made_ready_on_[unit] != slot;
    const uint64_t visible = ready_at_[unit] + (is_remote ? costs_.latency : 0);
    const uint64_t begin = visible > now ? visible : now;
    running_[slot] = unit;
    events_.push_back({begin + cost_of(units_, unit, costs_) + (is_remote ? costs_.receive : 0), slot});
    std::push_heap(events_.begin(), events_.end(), is_later);
  }

  void finish(uint32_t slot, uint64_t now) {
    const UnitIndex unit = running_[slot];
    UnitIndex next = kNone;
    for (uint32_t i = units_.first_successor[unit]; i < units_.first_successor[unit + 1]; i++) {
      const UnitIndex successor = units_.successors[i];
      if (--pending_[successor] != 0) continue;
      ready_at_[successor] = now;
      made_ready_on_[successor] = slot;
      if (next == kNone) {
        next = successor;
      } else {
        push(successor);
      }
    }
    if (next != kNone) return start(slot, next, now);
    idle_.push_back(slot);
  }

  const Units& units_;
  const Costs costs_;
  PodVector<SlotEnd> events_;
  PodVector<UnitIndex> ready_;
  PodVector<uint32_t> idle_;  // slots
  PodVector<UnitIndex> running_;  // by slot
  PodVector<uint64_t> ready_at_;
  PodVector<uint32_t> made_ready_on_;
  PodVector<uint32_t> pending_;
};

}  // namespace

uint64_t busiest_slot(Units& units, const PodVector<uint32_t>& slot_of, uint32_t n_slots, const Costs& costs) {
  PodVector<uint64_t> busy;
  busy.resize(n_slots, 0);
  busy[0] = units.unit_of.size() * costs.capture;
  for (UnitIndex unit = 0; unit < units.n; unit++) {
    uint64_t n_fetched = 0;
    for (UnitIndex* p = units.predecessors.begin(unit); p != units.predecessors.end(unit); p++) {
      n_fetched += slot_of[*p] != slot_of[unit] ? 1 : 0;
    }
    busy[slot_of[unit]] += cost_of(units, unit, costs) + n_fetched * costs.receive;
  }
  uint64_t most = 0;
  for (uint64_t slot : busy) most = slot > most ? slot : most;
  return most;
}

uint64_t makespan(const Units& units, const PodVector<uint32_t>& slot_of, uint32_t n_slots, const Costs& costs,
                  uint32_t n_rounds, uint64_t to_beat) {
  return Simulation(units, slot_of, n_slots, costs, n_rounds, to_beat).run();
}

uint64_t shared_makespan(const Units& units, uint32_t n_slots, const Costs& costs) {
  return Sharing(units, n_slots, costs).run();
}

}  // namespace rondo::graph
