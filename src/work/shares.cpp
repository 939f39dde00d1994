// SPDX-License-Identifier: Apache-2.0
#include "work/shares.hpp"

#include "work/loop.hpp"

namespace rondo::work {

using team::LoopState;
using team::Member;
using team::ShareWord;
using team::Team;
using team::WorkshareRing;

namespace {

// A word is tag, units taken from the back, units taken from the front. A word with another tag than the construct's
// is from an earlier construct, and none of this construct's units has been taken from it: no thread has to prepare
// the words before a loop.
constexpr unsigned kCountBits = team::kShareCountBits;
uint64_t tag_of(uint64_t word) { return word >> (2 * kCountBits); }

// Tags begin again after this many uses of an entry; 0 is never a tag.
constexpr uint64_t kTags = (uint64_t{1} << (64 - 2 * kCountBits)) - 1;
uint64_t tag_for(uint64_t number) { return WorkshareRing::round_of(number) % kTags + 1; }

ShareWord& word_of(Member& member, uint64_t number) { return member.shares[number % WorkshareRing::kEntries]; }

// Returns the word as it was before one unit was taken.
uint64_t take_one(ShareWord& word, uint64_t tag, uint64_t one) {
  uint64_t found = word.load_relaxed();
  while (tag_of(found) != tag) {
    uint64_t untouched = tag << (2 * kCountBits);
    if (word.cas_acq_rel(found, untouched + one)) return untouched;
  }
  return word.add_relaxed(one);
}

// docs/tuning.md: few units
constexpr uint64_t kFewUnits = 8;

uint64_t next_index(const Team& team, uint64_t index) { return index + 1 == team.n_slots ? 0 : index + 1; }

void look_at_share(LoopState& loop, const Team& team, uint64_t index) {
  const uint64_t n_dealt = loop.n_units == 0 ? 0 : loop.n_units - 1;  // without the loop's last one
  Share share = share_of(n_dealt, team.n_slots, static_cast<uint32_t>(index));
  loop.position = index;
  loop.share_first = share.first;
  loop.share_units = share.last - share.first;
}

// Takes the first unit of the thread's own share, unless others have emptied it: this sets the word up.
bool begin_own(LoopState& loop, Member& member, uint64_t& unit) {
  ShareWord& own = word_of(member, loop.number);
  uint64_t before = take_one(own, tag_for(loop.number), kOneFront);
  if (!has_units(loop, before)) return false;
  loop.own_share = &own;
  unit = loop.share_first + front_of(before);
  return true;
}

// Takes a unit from the back of the share that the loop state looks at. The word of an empty share is only read.
bool take_from_other(LoopState& loop, Team& team, uint64_t& unit) {
  ShareWord& word = word_of(*team.member(static_cast<uint32_t>(loop.position)), loop.number);
  uint64_t tag = tag_for(loop.number);
  uint64_t seen = word.load_relaxed();
  if (tag_of(seen) == tag && !has_units(loop, seen)) return false;
  uint64_t before = take_one(word, tag, kOneBack);
  unit = loop.share_first + loop.share_units - 1 - back_of(before);
  return has_units(loop, before);
}

}  // namespace

bool fits_shares(const LoopState& loop, const Team& team) {
  const uint64_t share = loop.n_units / team.n_slots;
  const bool is_small = share < kFewUnits && team.is_oversubscribed.load_relaxed();
  return share < team.share_limit && !is_small;
}

void begin_shares(LoopState& loop, const Member& member) {
  look_at_share(loop, member.team(), member.index);
  loop.own_share = nullptr;
}

void leave_own_share(LoopState& loop, const Member& member) {
  loop.own_share = nullptr;
  look_at_share(loop, member.team(), next_index(member.team(), loop.position));
}

bool take_from_shares(LoopState& loop, Member& member, uint64_t& unit) {
  Team& team = member.team();
  if (loop.position == member.index) {
    if (begin_own(loop, member, unit)) return true;
    leave_own_share(loop, member);
  }
  while (loop.position != member.index) {
    if (take_from_other(loop, team, unit)) return true;
    look_at_share(loop, team, next_index(team, loop.position));
    // Who has left has found all shares empty, or the loop is cancelled: nobody has to look at the rest.
    if (loop.position != member.index && loop.workshare->next.load_relaxed() != 0) return false;
  }
  return false;
}

void retire_shares(Team& team, uint64_t number) {
  if (tag_for(number) != kTags) return;
  // Also for members whose slots no worker occupies now: they may come back.
  for (uint32_t i = 0; i < team.capacity; i++) word_of(*team.member(i), number).store_relaxed(0);
}

}  // namespace rondo::work
