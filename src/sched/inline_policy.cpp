// SPDX-License-Identifier: Apache-2.0
#include "sched/inline_policy.hpp"

namespace rondo::sched {

// The mean decides: one long body among short ones counts as long as it takes.
void InlinePolicy::note_sample(FineGrainedBodies& known, Body body, uint64_t took, bool has_created,
                               uint64_t fine_grained) {
  Evidence& seen = evidence_[place_of(body)];
  if (seen.body != body) seen = {body, 0, 0};
  seen.ticks += took;
  if (++seen.n < kEvidence && !has_created) return;
  const bool was_tiny = !has_created && seen.ticks < seen.n * kWay * fine_grained;
  was_tiny ? known.add(body) : known.remove(body);
  seen = {body, 0, 0};
}

void InlinePolicy::end(FineGrainedBodies& known, Body body, uint64_t start, uint64_t now, uint64_t fine_grained) {
  is_running_ = false;
  const int64_t most = kCredit * static_cast<int64_t>(fine_grained);
  credit_ += static_cast<int64_t>(fine_grained) - static_cast<int64_t>(now - start);
  if (credit_ > most) credit_ = most;
  if (credit_ >= 0) [[likely]]
    return;
  // Long bodies cost their creator a 32nd of its time. It may have saved up a credit: an interrupt looks like a long
  // body, too.
  const uint64_t saved = kPayback * kForgiven * fine_grained;
  const uint64_t paid = barred_until_ + saved > now ? barred_until_ : now - saved;
  barred_until_ = paid + kPayback * static_cast<uint64_t>(-credit_);
  credit_ = 0;
  if (barred_until_ > now) known.remove(body);
}

}  // namespace rondo::sched
