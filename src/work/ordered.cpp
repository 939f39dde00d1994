// SPDX-License-Identifier: Apache-2.0
#include "work/ordered.hpp"

#include "sched/run/observe.hpp"
#include "work/construct.hpp"
#include "work/wait.hpp"

namespace rondo::work {

using sched::Worker;
using team::DoacrossAxis;
using team::DoacrossDimension;
using team::DoacrossState;
using team::LoopState;
using team::Member;

namespace {

// The word that the chunk waits on that begins with that iteration.
base::Atomic<uint64_t>& turn_of(const LoopState& loop, uint64_t first) {
  const uint64_t unit = loop.chunk == 1 ? first : first / loop.chunk;
  return loop.workshare->turns[unit % team::Workshare::kTurns].first;
}

// What a sleeper is woken by. Many chunks wait at one word, each for a value of its own.
const void* mark_of(const base::Atomic<uint64_t>& turn, uint64_t first) {
  return reinterpret_cast<const void*>(reinterpret_cast<uintptr_t>(&turn) + first * sizeof team::Workshare::turns);
}

// Waits until the ordered regions of all earlier chunks are over.
void take_turn(Worker& worker, LoopState& loop) {
  base::CountFor counting(base::Construct::Ordered);
  if (loop.has_turn) return;
  const base::Atomic<uint64_t>& turn = turn_of(loop, loop.first);
  wait_at(worker, *loop.workshare, mark_of(turn, loop.first),
          [&turn, first = loop.first] { return turn.load_acquire() == first; });  // [W3]
  loop.has_turn = true;
}

void pass_turn(Worker& worker, LoopState& loop) {
  base::CountFor counting(base::Construct::Ordered);
  loop.passed_turn = true;
  base::Atomic<uint64_t>& turn = turn_of(loop, loop.last);
  turn.store_release(loop.last);  // [W3]
  announce_word(team::team_of(worker), *loop.workshare, mark_of(turn, loop.last));
}

}  // namespace

void begin_ordered(Worker& worker) {
  LoopState& loop = team::member_of(worker).loop;
  if (loop.is_ordered && loop.workshare != nullptr) take_turn(worker, loop);
}

void end_ordered(Worker& worker) {
  LoopState& loop = team::member_of(worker).loop;
  if (!loop.is_ordered || loop.workshare == nullptr) return;
  // An iteration executes at most one ordered region, so the others need not wait for the rest of the chunk.
  if (++loop.n_ordered == loop.last - loop.first) pass_turn(worker, loop);
}

void begin_ordered_chunk(LoopState& loop) {
  loop.n_ordered = 0;
  loop.has_turn = false;
  loop.passed_turn = false;
}

void finish_ordered_chunk(Worker& worker) {
  LoopState& loop = team::member_of(worker).loop;
  if (loop.passed_turn || loop.workshare == nullptr) return;
  take_turn(worker, loop);
  pass_turn(worker, loop);
}

// ---- Doacross -----------------------------------------------------------------------------------------------

namespace {

DoacrossAxis axis_of(const DoacrossDimension& dimension) {
  const bool is_upwards = dimension.step > 0;
  const auto first = static_cast<uint64_t>(dimension.first);
  const auto last = static_cast<uint64_t>(dimension.last);
  const auto step = static_cast<uint64_t>(dimension.step);
  const uint64_t stride = is_upwards ? step : uint64_t{0} - step;
  const uint64_t span = is_upwards ? last - first : first - last;
  const bool is_empty = is_upwards ? dimension.last < dimension.first : dimension.last > dimension.first;
  return {dimension.first, span, stride, is_empty ? 0 : span / stride + 1, is_upwards};
}

// The number of the iteration in the order of the whole nest; kOutside if it is not in the nest. Every post and every
// wait computes it, so it divides only where a step is not 1 or -1.
constexpr uint64_t kOutside = ~uint64_t{0};
uint64_t linear(const DoacrossState& state, const int64_t* iteration) {
  uint64_t index = 0;
  for (uint32_t i = 0; i < state.n_dimensions; i++) {
    const DoacrossAxis& axis = state.axes[i];
    const uint64_t beyond_first = static_cast<uint64_t>(iteration[i]) - static_cast<uint64_t>(axis.first);
    const uint64_t distance = axis.is_upwards ? beyond_first : uint64_t{0} - beyond_first;
    if (distance > axis.span) return kOutside;  // also of an iteration before the first, whose distance wraps around
    const uint64_t position = axis.stride == 1 ? distance : distance / axis.stride;
    index = index * axis.n_iterations + position;
  }
  return index;
}

}  // namespace

void begin_doacross(Worker& worker, std::span<const DoacrossDimension> dimensions) {
  end_doacross(worker);  // of a cancelled loop
  Member& member = team::member_of(worker);
  // One thread's own order is the order; a tool hears of it all the same.
  if (member.team().n_slots == 1 && !ompt::is_on()) return;
  Construct construct = enter(worker);
  if (construct.workshare == nullptr) return;
  DoacrossState& state = member.doacross;
  state.workshare = construct.workshare;
  state.number = construct.number;
  state.n_dimensions = static_cast<uint32_t>(dimensions.size());
  state.axes = static_cast<DoacrossAxis*>(worker.slab.allocate(dimensions.size() * sizeof(DoacrossAxis)));
  for (size_t i = 0; i < dimensions.size(); i++) state.axes[i] = axis_of(dimensions[i]);
  state.posted = nullptr;
}

void settle_doacross(Worker& worker, uint64_t n_iterations) {
  const DoacrossState& state = team::member_of(worker).doacross;
  if (state.workshare == nullptr) return;
  const std::span<DoacrossAxis> axes(state.axes, state.n_dimensions);
  uint64_t n_to_last = 1;   // if the bounds are last iterations
  uint64_t n_to_count = 1;  // if they are numbers of iterations, which makes one too many
  for (const DoacrossAxis& axis : axes) {
    const uint64_t n = axis.n_iterations;
    n_to_last *= n;
    n_to_count *= n - 1;
    if (n == 0 || n_to_last == n_iterations) return;
    if (n_to_count != n_iterations) continue;
    for (DoacrossAxis& counted : axes) {
      counted.n_iterations--;
      counted.span -= counted.stride;
    }
    return;
  }
}

void end_doacross(Worker& worker) {
  Member& member = team::member_of(worker);
  DoacrossState& state = member.doacross;
  if (state.workshare == nullptr) return;
  worker.slab.release(state.axes);
  team::Workshare* workshare = state.workshare;
  state.workshare = nullptr;
  leave(member.team(), {workshare, state.number});
}

namespace {

// A byte for each iteration, made when the loop's bounds are settled.
[[gnu::noinline]] base::Atomic<uint8_t>* make_posted(Worker& worker, DoacrossState& state) {
  static_assert(sizeof(*state.posted) == 1);
  uint64_t n_bytes = 1;
  for (uint32_t i = 0; i < state.n_dimensions; i++) {
    if (__builtin_mul_overflow(n_bytes, state.axes[i].n_iterations, &n_bytes)) n_bytes = UINT64_MAX;
  }
  state.posted = static_cast<base::Atomic<uint8_t>*>(shared_memory(worker, *state.workshare, n_bytes));
  return state.posted;
}

base::Atomic<uint8_t>* posted(Worker& worker, DoacrossState& state) {
  return state.posted != nullptr ? state.posted : make_posted(worker, state);
}

[[gnu::noinline, gnu::cold]] void note_doacross(Worker& worker, const DoacrossState& state, ompt::DependenceKind kind,
                                                const int64_t* iteration) {
  auto* list = static_cast<ompt::Dependence*>(worker.slab.allocate(state.n_dimensions * sizeof(ompt::Dependence)));
  for (uint32_t i = 0; i < state.n_dimensions; i++) list[i] = {{static_cast<uint64_t>(iteration[i])}, kind};
  ompt::doacross(sched::current_data(worker), {list, state.n_dimensions});
  worker.slab.release(list);
}

[[gnu::noinline]] void await(Worker& worker, const DoacrossState& state, const base::Atomic<uint8_t>& is_posted,
                             const int64_t* iteration) {
  wait_at(worker, *state.workshare, &is_posted, [&] { return is_posted.load_acquire() != 0; });  // [W5]
  if (ompt::is_on()) [[unlikely]]
    note_doacross(worker, state, ompt::DependenceKind::Sink, iteration);
}

}  // namespace

void post_doacross(Worker& worker, const int64_t* iteration) {
  base::CountFor counting(base::Construct::Ordered);
  DoacrossState& state = team::member_of(worker).doacross;
  if (state.workshare == nullptr) return;
  uint64_t index = linear(state, iteration);
  if (index == kOutside) return;
  if (ompt::is_on()) [[unlikely]]
    note_doacross(worker, state, ompt::DependenceKind::Source, iteration);
  base::Atomic<uint8_t>& is_posted = posted(worker, state)[index];
  is_posted.store_release(1);  // [W5]
  announce_word(team::team_of(worker), *state.workshare, &is_posted);
}

void wait_doacross(Worker& worker, const int64_t* iteration) {
  DoacrossState& state = team::member_of(worker).doacross;
  if (state.workshare == nullptr) return;
  uint64_t index = linear(state, iteration);
  if (index == kOutside) return;
  const base::Atomic<uint8_t>& is_posted = posted(worker, state)[index];
  const bool has_come = is_posted.load_acquire() != 0;  // [W5]
  if (!has_come || ompt::is_on()) await(worker, state, is_posted, iteration);
}

}  // namespace rondo::work
