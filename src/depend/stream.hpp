// SPDX-License-Identifier: Apache-2.0
//
// The creations of one task in their order, looked at for repetition. When they repeat, the predecessors of the next
// ones are known: the same creations before them. They are *forecast* as long as each creation names the dependences
// that the one a period before has named; then nothing is looked up by address and the table is left as it is. The
// first one that differs ends this, unless another known period goes on with it (stream_known.cpp): what the table
// does not know is entered, and creation goes on as ever. Only the creator uses it, through its Table. Argument:
// README.md, "Forecasts".
#pragma once

#include <cstdint>
#include <span>

#include "base/pod_vector.hpp"
#include "depend/cyclic_order.hpp"
#include "depend/dep_node.hpp"
#include "depend/period_finder.hpp"
#include "depend/repetition.hpp"

namespace rondo::depend {

class Table;

class Stream {
 public:
  Stream() = default;
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  // Whether the next creation is forecast to have these dependences. If so, forecast() links its node; returns the
  // number of edges made.
  bool expects(std::span<const Dependence> dependences) const {
    return is_ahead() && order_.is_at(position_, dependences);
  }
  uint32_t forecast(Table& table, DepNode& node, task::Slab& slab);

  // The next creation, while a period is searched for. True: one may be known, look_for_period().
  bool is_searching() const { return state_ == State::Searching && n_watched_ == 0; }
  [[gnu::always_inline]] bool search(std::span<const Dependence> dependences) {
    n_passed_ = 0;
    return finder_.add(PeriodFinder::token_of(dependences));
  }
  void look_for_period(task::Slab& slab);

  // The next creation, which is not as forecast, if anything is. Returns the number of edges made. Afterwards
  // n_until_next() says when to call again.
  uint32_t enter(Table& table, DepNode& node, std::span<const Dependence> dependences, task::Slab& slab);

  // A creation that would not be entered if all its predecessors are retired: are they? If so, it is noted here.
  bool passes(Table& table, std::span<const Dependence> dependences, task::Slab& slab);

  // The table is to know all nodes, because it is asked for something else.
  void settle(Table& table, task::Slab& slab);

  // The creator is finished. The stream may go on with another one, which has no siblings yet.
  void end(task::Slab& slab);

  // By the first creation of a task: the stream of an earlier task that began with the same one, or nullptr.
  static uint32_t token_of_first(std::span<const Dependence> dependences);  // not 0
  static Stream* take(uint32_t token);
  static void keep_for_next(uint32_t token, Stream* stream);
  static Stream* make();  // nullptr: there is no memory

  // Tasks may have been forecast that the table does not know.
  bool is_ahead() const { return state_ == State::Forecasting; }
  // Which creation is to be shown next: 1, the next one.
  uint32_t n_until_next() const { return n_until_next_; }
  bool is_watching() const { return n_until_next_ == 1; }

 private:
  enum class State : uint8_t {
    Resting,      // after vain attempts, for some creations
    Searching,    // for a period
    Recording,    // one period of creations; they are kept in the ring
    Forecasting,
    GivenUp,
  };

  bool is_next_free();
  void note(Table& table, DepNode* node, std::span<const Dependence> dependences, task::Slab& slab);
  void begin_searching();
  void rest(uint32_t n_creations);
  void begin_recording(uint32_t period, task::Slab& slab);
  void record(Table& table, DepNode* node, std::span<const Dependence> dependences, task::Slab& slab);
  void count_recorded(uint32_t period);
  void refuse(uint32_t period, Miss why, task::Slab& slab);
  void pass(Table& table, DepNode* node, task::Slab& slab);
  void keep(DepNode* node);
  void note_passed(task::Slab& slab);
  void miss(Table& table, Miss why, task::Slab& slab);
  void count_forecasts();
  void rest_after_miss(uint32_t period, task::Slab& slab);
  void give_up(task::Slab& slab);
  void forget_nodes(task::Slab& slab);
  void drop_ring(task::Slab& slab);
  // Known periods.
  bool goes_on(Table& table, std::span<const Dependence> dependences, task::Slab& slab);
  bool change(Table& table, std::span<const Dependence> dependences, uint32_t n_left, task::Slab& slab);
  bool leads_to(const CyclicOrder& order, uint32_t position, uint32_t n_left) const;
  void take_up(CyclicOrder& order, uint32_t position, uint32_t n_left);
  uint32_t forget_retired(task::Slab& slab);
  bool recognise();
  void keep_order();
  void watch(DepNode& node, task::Slab& slab);
  void forget_newest(task::Slab& slab);
  void forget_known(task::Slab& slab);
  // The node that was created so many creations ago, at most a period.
  DepNode*& kept(uint32_t distance) {
    return ring_[distance <= place_ ? place_ - distance : place_ + static_cast<uint32_t>(ring_.size()) - distance];
  }

  static constexpr uint32_t kKnown = 3;

  State state_ = State::Resting;
  uint32_t n_until_next_ = 1;
  uint32_t n_rest_ = 0;        // Resting: so many creations are left
  uint32_t n_windows_ = 0;     // in which a period was searched for
  bool was_found_ = false;     // a long one, which may be learnt when it is found again
  uint32_t n_misses_ = 0;      // lately
  uint64_t n_forecast_ = 0;    // since the last miss,
  uint64_t n_counted_ = 0;     // of which so many are in the process's count
  uint32_t n_passed_ = 0;      // newest creations that ran at once
  PeriodFinder finder_;
  CyclicOrder order_;
  uint32_t to_record_ = 0;     // Recording: so many creations are left of the period
  const void* code_ = nullptr; // of the first task that was recorded
  uint32_t position_ = 0;      // Forecasting: of the next creation in the period
  // The nodes of the last period; nullptr: that task ran when it was created, or is retired.
  base::PodVector<DepNode*> ring_;
  uint32_t place_ = 0;         // of the next node
  uint32_t n_unentered_ = 0;   // of these nodes the newest are not in the table
  CyclicOrder known_[kKnown];  // periods that were forecast before, the newest first
  uint64_t n_at_change_ = 0;   // n_forecast_ when one of them was taken up in the place of another one
  uint32_t n_watched_ = 0;     // for so many creations more one of them is looked for
  DepNode* newest_ = nullptr;  // of the newest creation, while this is so
};

}  // namespace rondo::depend
