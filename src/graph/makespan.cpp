// SPDX-License-Identifier: Apache-2.0
#include "graph/makespan.hpp"

#include <algorithm>

#include "os/clock.hpp"

namespace rondo::graph {

using base::PodVector;

namespace {

constexpr UnitIndex kNone = ~UnitIndex{0};

struct SimulatedSeat {
  UnitIndex running = kNone;
  UnitIndex newest = kNone;  // ready units wait in a stack, as in a worker's deque
  uint64_t free_since = 0;
};

// A unit ends on a seat. The heap's top is the first one.
struct Event {
  uint64_t time;
  uint32_t seat;
};
bool is_later(const Event& a, const Event& b) { return a.time != b.time ? a.time > b.time : a.seat > b.seat; }

class Simulation {
 public:
  Simulation(const Units& units, const PodVector<uint32_t>& seat_of, uint32_t n_seats, const Costs& costs)
      : units_(units), seat_of_(seat_of), costs_(costs) {
    seats_.resize(n_seats, SimulatedSeat());
    below_.resize(units.n, kNone);
    ready_at_.resize(units.n, 0);
    fetched_.resize(units.n, 0);
    pending_.reserve(units.n);
    for (UnitIndex unit = 0; unit < units.n; unit++) pending_.push_back(units.n_predecessors(unit));
  }

  uint64_t run() {
    for (UnitIndex unit = units_.n; unit-- > 0;) {
      if (pending_[unit] == 0) push(unit);  // so that the oldest is on top
    }
    for (SimulatedSeat& seat : seats_) start_next(seat);
    uint64_t now = 0;
    while (!events_.is_empty()) {
      std::pop_heap(events_.begin(), events_.end(), is_later);
      Event event = events_.back();
      events_.pop_back();
      now = event.time;
      finish(seats_[event.seat], now);
    }
    return now;
  }

 private:
  SimulatedSeat& seat_of(UnitIndex unit) { return seats_[seat_of_[unit]]; }

  void push(UnitIndex unit) {
    SimulatedSeat& seat = seat_of(unit);
    below_[unit] = seat.newest;
    seat.newest = unit;
  }

  void start_next(SimulatedSeat& seat) {
    seat.running = seat.newest;
    if (seat.running == kNone) return;
    UnitIndex unit = seat.running;
    seat.newest = below_[unit];
    uint64_t start = seat.free_since > ready_at_[unit] ? seat.free_since : ready_at_[unit];
    uint64_t end = start + cost_of(units_, unit, costs_) + fetched_[unit] * costs_.receive;
    events_.push_back({end, seat_of_[unit]});
    std::push_heap(events_.begin(), events_.end(), is_later);
  }

  void finish(SimulatedSeat& seat, uint64_t now) {
    UnitIndex unit = seat.running;
    seat.free_since = now;
    for (uint32_t i = units_.first_successor[unit + 1]; i-- > units_.first_successor[unit];) {
      UnitIndex successor = units_.successors[i];
      SimulatedSeat& there = seat_of(successor);
      bool is_remote = &there != &seat;
      uint64_t visible = seat.free_since + (is_remote ? costs_.latency : 0);
      if (visible > ready_at_[successor]) ready_at_[successor] = visible;
      fetched_[successor] += is_remote ? 1 : 0;
      if (--pending_[successor] != 0) continue;
      if (is_remote) seat.free_since += costs_.send;
      push(successor);
      if (is_remote && there.running == kNone) start_next(there);
    }
    start_next(seat);
  }

  const Units& units_;
  const PodVector<uint32_t>& seat_of_;
  const Costs costs_;
  PodVector<SimulatedSeat> seats_;
  PodVector<Event> events_;  // one for each seat that runs a unit
  PodVector<UnitIndex> below_;
  PodVector<uint64_t> ready_at_;
  PodVector<uint32_t> fetched_;  // edges from other seats
  PodVector<uint32_t> pending_;
};

}  // namespace

Costs measured_costs() {
  constexpr uint64_t kMember_ns = 10;  // docs/tuning.md
  constexpr uint64_t kUnit_ns = 15;
  constexpr uint64_t kSend_ns = 100;
  constexpr uint64_t kReceive_ns = 200;
  constexpr uint64_t kLatency_ns = 200;
  auto in_ticks = [per_us = os::ticks_per_us()](uint64_t ns) { return ns * per_us / 1000; };
  return {in_ticks(kMember_ns), in_ticks(kUnit_ns), in_ticks(kSend_ns), in_ticks(kReceive_ns), in_ticks(kLatency_ns)};
}

uint64_t busiest_seat(Units& units, const PodVector<uint32_t>& seat_of, uint32_t n_seats, const Costs& costs) {
  PodVector<uint64_t> busy;
  busy.resize(n_seats, 0);
  for (UnitIndex unit = 0; unit < units.n; unit++) {
    uint64_t n_fetched = 0;
    for (UnitIndex* p = units.predecessors.begin(unit); p != units.predecessors.end(unit); p++) {
      n_fetched += seat_of[*p] != seat_of[unit] ? 1 : 0;
    }
    busy[seat_of[unit]] += cost_of(units, unit, costs) + n_fetched * costs.receive;
  }
  uint64_t most = 0;
  for (uint64_t seat : busy) most = seat > most ? seat : most;
  return most;
}

uint64_t makespan(const Units& units, const PodVector<uint32_t>& seat_of, uint32_t n_seats, const Costs& costs) {
  return Simulation(units, seat_of, n_seats, costs).run();
}

}  // namespace rondo::graph
