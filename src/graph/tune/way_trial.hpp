// SPDX-License-Identifier: Apache-2.0
//
// In which way an encounter runs the tasks of its record: whichever takes less time here and now. It cannot be
// computed: on one machine the transfer of a cache line to another core takes 50 ns to 1.5 us, depending on the other
// users of the machine. So the ways are tried, and the slower ones are tried again from time to time. The bound:
// trials cost a 64th of the time of all encounters, beyond the first ones. Argument: README.md, "Ways".
#pragma once

#include <cstdint>

#include <initializer_list>

namespace rondo::graph {

// Spread: the graph, over the team. Alone: all on one thread, in creation order. Plain: ordinary tasks; the graph is
// left aside. Any: nothing is known, and nothing is learnt; a graph is spread.
enum class Way : uint8_t { Spread, Alone, Plain, Any };
inline constexpr Way kEachWay[] = {Way::Spread, Way::Alone, Way::Plain};
inline constexpr uint32_t kWays = 3;

class Ways {
 public:
  constexpr Ways() = default;
  constexpr Ways(std::initializer_list<Way> ways) {
    for (const Way way : ways) add(way);
  }
  constexpr void add(Way way) { bits_ |= bit(way); }
  constexpr bool has(Way way) const { return (bits_ & bit(way)) != 0; }
  bool operator==(const Ways&) const = default;

 private:
  static constexpr uint8_t bit(Way way) { return static_cast<uint8_t>(1u << static_cast<unsigned>(way)); }
  uint8_t bits_ = 0;
};

// How one encounter runs. `n_slots`: of the team that this is tried for; 0: its time is not used.
struct WayChoice {
  Way way = Way::Any;
  uint32_t n_slots = 0;
};

// Not thread-safe: a Record's, under its lock.
class WayTrial {
 public:
  // For the next encounter, which may run in these ways.
  Way way(Ways open);
  // So many encounters at least run in that way, the next one included.
  uint64_t n_settled() const;
  // Called when there is a reason to prefer one way, before it is known which is the fastest. Where that way is not
  // open, another one is taken.
  void begin_with(Way way) { chosen_ = way; }
  // That way is tried when the next encounter of the chosen way has been observed, whatever it costs.
  void try_soon(Way way) {
    of(way).n_until_trial = 1;
    of(way).was_tried = true;
  }
  // The recorded encounter ran as ordinary tasks, and took this long with what recording costs.
  void note_recording(uint64_t ticks) { of(Way::Plain).ticks = ticks; }
  // An encounter has taken this long. What was known of another team is forgotten. `bodies`: ticks of all bodies; 0:
  // unknown. `n`: so many have taken this long in the mean, which were timed as a whole; the next ones will be, too.
  void observe(WayChoice encounter, uint64_t ticks, uint64_t bodies, uint64_t n = 1);
  // The graph is another one now, or its times have become known; that says nothing about ordinary tasks.
  void restart();

  bool is_tried(Way way) const { return tried_ == way; }
  // The least time of the newest encounters; 0: none.
  uint64_t ticks(Way way) const { return of(way).ticks; }
  // The same, the least of these ways.
  uint64_t least_ticks(Ways ways) const;

 private:
  static constexpr uint32_t kSettled = 3;  // encounters before the first trial

  struct Known {
    uint64_t ticks = 0;
    uint64_t n_until_trial = kSettled;  // encounters that run in the chosen way
    bool was_tried = false;
  };
  const Known& of(Way way) const { return known_[static_cast<int>(way)]; }
  Known& of(Way way) { return known_[static_cast<int>(way)]; }
  uint64_t pause(uint64_t lost, uint64_t ticks) const;
  void settle(Ways open);
  uint64_t until_first_trial(Way way, uint64_t bodies, uint64_t n) const;
  void begin_trial(Way way, uint64_t bodies, uint64_t n);
  bool is_faster(Way way) const;  // than the chosen one
  bool is_trial_over() const;
  void end_trial();

  Known known_[kWays];
  uint32_t n_slots_ = 0;
  uint64_t n_tried_ = 0;  // encounters of the present trial,
  uint64_t tried_ticks_ = 0;  // and how long they took
  uint64_t lost_ticks_ = 0;  // by the last one, which was of after_trial_of_
  Ways open_ = {Way::Spread, Way::Alone};
  Way chosen_ = Way::Spread;
  Way tried_ = Way::Any;  // Any: no trial
  Way after_trial_of_ = Way::Any;  // the next encounter is the first one after one that changed nothing
};

}  // namespace rondo::graph
