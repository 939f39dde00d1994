// SPDX-License-Identifier: Apache-2.0
#include "depend/stream.hpp"

#include <algorithm>
#include <cstdlib>
#include <new>
#include <utility>

#include "depend/process.hpp"
#include "depend/table.hpp"
#include "os/pages.hpp"

namespace rondo::depend {

namespace {

// docs/tuning.md, "Forecasts".
constexpr uint32_t kForLong = 1u << 31;
constexpr uint32_t kFirstWindow = 4096;  // creations in which a period is searched for; each vain one is followed by
constexpr uint32_t kWindowGrowth = 4;    // one this much longer,
constexpr uint32_t kRests = 4;           // after so many times the length of the next one
constexpr uint32_t kLeastRun = 64;       // creations that have to be repeated
constexpr uint32_t kLong = 512;          // creations of a period: learning it takes so long that it
constexpr uint32_t kPatience = 4;        // is only learnt if it repeats, so many periods after it was found, still
constexpr uint32_t kPassing = 1024;      // creations in a row that run at once: the stream is not watched any more,
constexpr uint32_t kAfterPassing = 256;  // until so many have been entered
constexpr uint32_t kMostMisses = 8;
constexpr uint32_t kMakesUp = 4;         // periods that make up for all misses before
constexpr uint32_t kWatched = 16;        // periods behind a miss in which a known one is looked for
constexpr size_t kMostDependences = 32;  // of a task
constexpr size_t kTaskBytes = 1024;      // of a period, for its nodes and to find its order: most take half of it

uint32_t window(uint32_t n) {
  uint64_t length = kFirstWindow;
  for (; n > 0 && length < uint64_t{4} * process.longest_period; n--) length *= kWindowGrowth;
  return static_cast<uint32_t>(length);
}

// What the cyclic order can say something of.
bool may_be_forecast(std::span<const Dependence> dependences) {
  if (dependences.size() > kMostDependences) return false;
  for (const Dependence& dependence : dependences) {
    if (dependence.address == kAllMemory || dependence.kind == Kind::MutexInOutSet) return false;
  }
  return true;
}

}  // namespace

// ---- The ring ----------------------------------------------------------------------------------------------------

[[gnu::always_inline]] inline void Stream::keep(DepNode* node) {
  ring_[place_] = node;
  if (++place_ == ring_.size()) place_ = 0;
  if (node != nullptr) node->own().n_named++;
}

// The creation is as forecast. The node whose place it takes need not be known any more, except on shared addresses:
// there the nodes of the ring do not come after it.
[[gnu::always_inline]] inline void Stream::pass(Table& table, DepNode* node, task::Slab& slab) {
  if (DepNode* old = ring_[place_]) {
    if (n_unentered_ == ring_.size() && !order_.shared(position_).empty() && !old->is_retired())
      table.enter_linked(*old, order_.shared(position_), slab);
    unname(*old, slab);
  }
  keep(node);
  if (n_unentered_ != ring_.size()) n_unentered_++;
  n_forecast_++;
  if (++position_ == order_.period()) position_ = 0;
}

// ---- Creations ---------------------------------------------------------------------------------------------------

uint32_t Stream::enter(Table& table, DepNode& node, std::span<const Dependence> dependences, task::Slab& slab) {
  if (goes_on(table, dependences, slab)) return forecast(table, node, slab);
  const bool is_missed = is_ahead();
  if (is_missed) miss(table, order_.difference(position_, dependences), slab);
  n_passed_ = 0;
  const uint32_t n_edges = table.enter_now(node, dependences, slab);
  if (!is_missed) note(table, &node, dependences, slab);
  if (n_watched_ != 0) watch(node, slab);
  return n_edges;
}

uint32_t Stream::forecast(Table& table, DepNode& node, task::Slab& slab) {
  uint32_t n_edges = 0;
  for (const uint32_t distance : order_.distances(position_)) {
    if (DepNode* before = kept(distance)) n_edges += connect(*before, node, slab);
  }
  pass(table, &node, slab);
  n_passed_ = 0;
  return n_edges;
}

bool Stream::is_next_free() {
  for (const uint32_t distance : order_.distances(position_)) {
    const DepNode* before = kept(distance);
    if (before != nullptr && !before->is_retired()) return false;
  }
  return true;
}

bool Stream::passes(Table& table, std::span<const Dependence> dependences, task::Slab& slab) {
  if (expects(dependences) || goes_on(table, dependences, slab)) {
    const bool is_free = is_next_free();
    if (is_free) {
      pass(table, nullptr, slab);
      note_passed(slab);
    }
    return is_free;
  }
  if (is_ahead()) {
    miss(table, order_.difference(position_, dependences), slab);
    return table.drop_if_free_now(dependences, slab);
  }
  const bool is_free = table.drop_if_free_now(dependences, slab);
  if (is_free) {
    note(table, nullptr, dependences, slab);
    note_passed(slab);
  }
  return is_free;
}

// Tasks that run when they are created come after nothing that is left, which costs less to find out than a forecast.
void Stream::note_passed(task::Slab& slab) {
  n_passed_++;
  if (n_passed_ < kPassing || n_passed_ < ring_.size()) return;
  end(slab);
  drop_ring(slab);
  order_.release();
  forget_known(slab);
  rest(kAfterPassing);
}

// A creation that is not forecast.
void Stream::note(Table& table, DepNode* node, std::span<const Dependence> dependences, task::Slab& slab) {
  switch (state_) {
    case State::Resting:
      n_rest_ -= std::min(n_rest_, n_until_next_);
      if (n_rest_ != 0) return rest(n_rest_);
      begin_searching();
      [[fallthrough]];
    case State::Searching:
      if (finder_.add(PeriodFinder::token_of(dependences))) look_for_period(slab);
      return;
    case State::Recording:
      return record(table, node, dependences, slab);
    case State::Forecasting:  // see enter() and passes()
    case State::GivenUp:
      n_until_next_ = kForLong;
  }
}

// ---- Searching ---------------------------------------------------------------------------------------------------

void Stream::rest(uint32_t n_creations) {
  state_ = State::Resting;
  n_rest_ = n_creations;
  n_until_next_ = n_watched_ != 0 ? 1 : n_creations;
}

void Stream::begin_searching() {
  state_ = State::Searching;
  n_until_next_ = 1;
  finder_.begin(window(n_windows_), process.longest_period, kLeastRun << n_misses_, 1 + n_misses_);
}

void Stream::look_for_period(task::Slab& slab) {
  if (const uint32_t period = finder_.look()) {
    if (period >= kLong && !std::exchange(was_found_, true)) return rest(kPatience * period);
    return os::has_room(kTaskBytes * period) ? begin_recording(period, slab) : give_up(slab);
  }
  if (!finder_.is_over()) return;
  const uint32_t length = window(n_windows_);
  if (length >= uint64_t{4} * process.longest_period) return give_up(slab);
  n_windows_++;
  rest(kRests * window(n_windows_));
}

void Stream::give_up(task::Slab& slab) {
  process.n_given_up.add_relaxed(1);
  state_ = State::GivenUp;
  n_until_next_ = kForLong;
  order_.release();
  forget_known(slab);
}

// ---- Recording ---------------------------------------------------------------------------------------------------

void Stream::begin_recording(uint32_t period, task::Slab& slab) {
  order_.release();
  n_watched_ = 0;
  forget_newest(slab);
  state_ = State::Recording;
  to_record_ = period;
  code_ = nullptr;
  ring_.clear();
  ring_.resize(period, nullptr);
  place_ = 0;
  n_unentered_ = 0;
}

void Stream::record(Table& table, DepNode* node, std::span<const Dependence> dependences, task::Slab& slab) {
  if (node != nullptr && code_ == nullptr) code_ = reinterpret_cast<const void*>(node->task()->entry.gomp);
  const auto period = static_cast<uint32_t>(ring_.size());
  if (!may_be_forecast(dependences)) return refuse(period, Miss::Unsuited, slab);
  order_.add(dependences);
  keep(node);
  if (--to_record_ != 0) return;
  order_.complete();
  position_ = 0;
  const bool is_known = recognise();
  if (!is_known && !order_.close(table.n_addresses())) return refuse(period, Miss::TooMany, slab);
  if (order_.n_edges() == 0) return refuse(period, Miss::Unordered, slab);
  if (!table.is_free(order_.shared())) return refuse(period, Miss::Unfinished, slab);
  if (!is_known) count_recorded(period);
  state_ = State::Forecasting;
  n_forecast_ = n_counted_ = n_at_change_ = 0;
}

void Stream::count_recorded(uint32_t period) {
  order_.counts = &process.repetitions.of(code_, period);
  order_.counts->n_recorded.add_relaxed(1);
  order_.counts->n_dependences.store_relaxed(order_.n_dependences());
  order_.counts->n_edges.store_relaxed(order_.n_edges());
}

// The period cannot be forecast.
void Stream::refuse(uint32_t period, Miss why, task::Slab& slab) {
  process.repetitions.of(code_, period).n_missed[static_cast<uint32_t>(why)].add_relaxed(1);
  order_.release();
  rest_after_miss(period, slab);
}

// ---- The end of a forecast ---------------------------------------------------------------------------------------

void Stream::forget_nodes(task::Slab& slab) {
  for (DepNode*& node : ring_) {
    if (node != nullptr) unname(*node, slab);
    node = nullptr;
  }
}

void Stream::drop_ring(task::Slab& slab) {
  forget_nodes(slab);
  base::PodVector<DepNode*>().swap(ring_);
}

void Stream::settle(Table& table, task::Slab& slab) {
  if (state_ == State::Forecasting) miss(table, Miss::Asked, slab);
}

void Stream::count_forecasts() {
  if (order_.counts != nullptr) order_.counts->n_forecast.add_relaxed(n_forecast_ - n_counted_);
  n_counted_ = n_forecast_;
}

void Stream::miss(Table& table, Miss why, task::Slab& slab) {
  for (uint32_t distance = n_unentered_; distance > 0; distance--) {
    DepNode* node = kept(distance);
    if (node == nullptr || node->is_retired()) continue;
    table.enter_linked(*node, order_.dependences(order_.before(position_, distance)), slab);
  }
  count_forecasts();
  order_.counts->n_missed[static_cast<uint32_t>(why)].add_relaxed(1);
  const uint32_t period = order_.period();
  if (n_forecast_ >= uint64_t{kMakesUp} * period) n_misses_ = 0;
  keep_order();
  // Where a period that was taken up does not last, other creations begin like it: they are to be searched for.
  const uint32_t lasting = std::max(period, kLeastRun);
  n_watched_ = n_forecast_ >= lasting ? kWatched * lasting : 0;
  rest_after_miss(period, slab);
}

void Stream::rest_after_miss(uint32_t period, task::Slab& slab) {
  drop_ring(slab);
  if (++n_misses_ == kMostMisses) return give_up(slab);
  rest(std::max(period, kLeastRun) << n_misses_);
}

void Stream::end(task::Slab& slab) {
  count_forecasts();
  forget_nodes(slab);
  forget_newest(slab);
  n_unentered_ = 0;
}

// ---- From creator to creator -------------------------------------------------------------------------------------

uint32_t Stream::token_of_first(std::span<const Dependence> dependences) { return token_of(dependences) | 1; }

Stream* Stream::make() {
  void* memory = std::malloc(sizeof(Stream));
  return memory == nullptr ? nullptr : new (memory) Stream;
}

Stream* Stream::take(uint32_t token) {
  Process::KeptStreams& kept = process.kept;
  for (uint32_t i = 0; i < Process::KeptStreams::kMost; i++) {
    if (kept.tokens[i].load_relaxed() != token) continue;
    sync::SpinGuard guard(kept.lock);
    if (kept.tokens[i].load_relaxed() != token) continue;
    kept.tokens[i].store_relaxed(0);
    Stream* stream = kept.streams[i];
    kept.streams[i] = nullptr;
    return stream;
  }
  return nullptr;
}

void Stream::keep_for_next(uint32_t token, Stream* stream) {
  Process::KeptStreams& kept = process.kept;
  Stream* replaced;
  {
    sync::SpinGuard guard(kept.lock);
    uint32_t place = kept.oldest;
    for (uint32_t i = 0; i < Process::KeptStreams::kMost; i++) {
      const uint32_t other = kept.tokens[i].load_relaxed();
      if (other == 0 || other == token) place = i;
    }
    if (place == kept.oldest) kept.oldest = (place + 1) % Process::KeptStreams::kMost;
    replaced = kept.streams[place];
    kept.streams[place] = stream;
    kept.tokens[place].store_relaxed(token);
  }
  if (replaced == nullptr) return;
  replaced->~Stream();
  std::free(replaced);
}

}  // namespace rondo::depend
