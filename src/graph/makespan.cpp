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

// What runs is a unit in a round: number round * n + unit.
class Simulation {
 public:
  Simulation(const Units& units, const PodVector<uint32_t>& seat_of, uint32_t n_seats, const Costs& costs,
             uint32_t n_rounds)
      : units_(units), seat_of_(seat_of), costs_(costs), n_(n_rounds * units.n) {
    seats_.resize(n_seats, SimulatedSeat());
    below_.resize(n_, kNone);
    ready_at_.resize(n_, 0);
    fetched_.resize(n_, 0);
    pending_.reserve(n_);
    for (UnitIndex unit = 0; unit < units.n; unit++) pending_.push_back(units.n_predecessors(unit));
    for (uint32_t later = units.n; later < n_; later++) {
      UnitIndex unit = later % units.n;
      pending_.push_back(units.n_predecessors(unit) + units.crossing.first[unit + 1] - units.crossing.first[unit]);
    }
  }

  uint64_t run() {
    for (UnitIndex unit = n_; unit-- > 0;) {
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
  UnitIndex unit_of(uint32_t run) const { return run < units_.n ? run : run % units_.n; }
  SimulatedSeat& seat_of(uint32_t run) { return seats_[seat_of_[unit_of(run)]]; }

  void push(uint32_t run) {
    SimulatedSeat& seat = seat_of(run);
    below_[run] = seat.newest;
    seat.newest = run;
  }

  void start_next(SimulatedSeat& seat) {
    seat.running = seat.newest;
    if (seat.running == kNone) return;
    uint32_t run = seat.running;
    seat.newest = below_[run];
    uint64_t start = seat.free_since > ready_at_[run] ? seat.free_since : ready_at_[run];
    uint64_t end = start + cost_of(units_, unit_of(run), costs_) + fetched_[run] * costs_.receive;
    events_.push_back({end, static_cast<uint32_t>(&seat - seats_.data())});
    std::push_heap(events_.begin(), events_.end(), is_later);
  }

  void finish(SimulatedSeat& seat, uint64_t now) {
    UnitIndex unit = unit_of(seat.running);
    uint32_t round = seat.running - unit;  // the number of its first unit
    seat.free_since = now;
    if (round + units_.n < n_) {
      for (uint32_t i = units_.first_crossed[unit + 1]; i-- > units_.first_crossed[unit];) {
        satisfy(seat, round + units_.n + units_.crossed[i]);
      }
    }
    for (uint32_t i = units_.first_successor[unit + 1]; i-- > units_.first_successor[unit];) {
      satisfy(seat, round + units_.successors[i]);
    }
    start_next(seat);
  }

  void satisfy(SimulatedSeat& seat, uint32_t successor) {
    SimulatedSeat& there = seat_of(successor);
    bool is_remote = &there != &seat;
    uint64_t visible = seat.free_since + (is_remote ? costs_.latency : 0);
    if (visible > ready_at_[successor]) ready_at_[successor] = visible;
    fetched_[successor] += is_remote ? 1 : 0;
    if (--pending_[successor] != 0) return;
    if (is_remote) seat.free_since += costs_.send;
    push(successor);
    if (is_remote && there.running == kNone) start_next(there);
  }

  const Units& units_;
  const PodVector<uint32_t>& seat_of_;
  const Costs costs_;
  const uint32_t n_;
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

uint64_t makespan(const Units& units, const PodVector<uint32_t>& seat_of, uint32_t n_seats, const Costs& costs,
                  uint32_t n_rounds) {
  return Simulation(units, seat_of, n_seats, costs, n_rounds).run();
}

}  // namespace rondo::graph
