// SPDX-License-Identifier: Apache-2.0
#include "sched/worker/inline_policy.hpp"

#include <algorithm>

namespace rondo::sched {

// A group of samples is complete, and none of them has created tasks. The mean decides: one long body among short
// ones counts as long as it takes.
void InlinePolicy::judge(FineGrainedBodies& known, Evidence& seen, uint32_t n_workers, uint64_t most) {
  const uint64_t mean = seen.ticks / kEvidence;
  if (known.has(seen.body)) {
    if (mean >= kWay * known.limit(seen.body)) known.remove(seen.body);
    return;
  }
  const uint32_t n_doubts = known.n_doubts(seen.body);
  if (n_doubts == 0) {
    const uint64_t likely = most / kLikely;
    return mean < kWay * likely ? known.add(seen.body, static_cast<uint32_t>(likely)) : known.doubt(seen.body);
  }
  const uint32_t n_settled = kSettled << (n_doubts - 1);
  if (++seen.n_groups > n_settled) seen.settled_ticks += seen.usual_ticks();
  if (seen.n_groups < 2 * n_settled) return;
  // A body may take as long as if it were queued. That takes the creator's time, or, where the workers share all
  // that is to be done, a worker's part of it.
  const uint64_t usual = seen.settled_ticks / (uint64_t{n_settled} * (kEvidence - 1));
  const uint64_t queueing = known.queueing();
  const uint64_t shared = (queueing + usual + most / kTaking) / n_workers;
  const uint64_t limit = std::min(std::max(queueing, shared), most);
  seen.n_groups = 0;
  seen.settled_ticks = 0;
  if (mean < kWay * limit) known.add(seen.body, static_cast<uint32_t>(limit));
}

void InlinePolicy::note_sample(FineGrainedBodies& known, const InlineSample& sample, uint32_t n_workers,
                               uint64_t most) {
  Evidence& seen = evidence_[place_of(sample.body)];
  if (seen.body != sample.body) seen = {.body = sample.body};
  if (sample.has_created) {
    known.remove(sample.body);
    seen = {.body = sample.body};
    return;
  }
  seen.ticks += sample.took;
  seen.longest = std::max(seen.longest, sample.took);
  if (++seen.n < kEvidence) return;
  if (most != 0) judge(known, seen, n_workers, most);
  seen.begin_group();
}

// An interrupt, or a thread that had to be woken, counts as some usual ones.
void InlinePolicy::note_queueing(FineGrainedBodies& known, uint64_t took) {
  constexpr uint64_t kOutlier = 4;
  constexpr uint64_t kWeight = 8;
  if (queueing_ == 0) queueing_ = took;
  queueing_ = ((kWeight - 1) * queueing_ + std::min(took, kOutlier * queueing_)) / kWeight;
  known.note_queueing(static_cast<uint32_t>(std::min<uint64_t>(queueing_, UINT32_MAX)));
}

void InlinePolicy::end(FineGrainedBodies& known, Body body, uint64_t start, uint64_t now) {
  is_running_ = false;
  const uint64_t limit = known.limit(body);
  const uint64_t took = now - start;
  const int64_t most = kCredit * static_cast<int64_t>(limit);
  runs_.n++;
  runs_.ticks += took;
  credit_ += static_cast<int64_t>(limit) - static_cast<int64_t>(took);
  if (credit_ > most) credit_ = most;
  if (credit_ >= 0) [[likely]]
    return;
  // Long bodies cost their creator a 32nd of its time. It may have saved up a credit: an interrupt looks like a long
  // body, too.
  const uint64_t saved = kPayback * kForgiven * limit;
  const uint64_t paid = barred_until_ + saved > now ? barred_until_ : now - saved;
  barred_until_ = paid + kPayback * static_cast<uint64_t>(-credit_);
  credit_ = 0;
  if (barred_until_ <= now) return;
  if (took > kForgiven * limit && pays_from_gains(known, body, took, now)) return known.remove(body);
  known.doubt(body);
}

// A time slice of another program looks like one body of milliseconds. To queue tasks for 32 times as long would cost
// far more, so it is paid for by what inline runs have gained. The body has to be found fine-grained again: if its
// runs are long from now on, no other one is inline.
bool InlinePolicy::pays_from_gains(const FineGrainedBodies& known, Body body, uint64_t took, uint64_t now) {
  const uint64_t limit = known.limit(body);
  const InlineRuns gaining = runs_ - paid_runs_;
  const uint64_t queued_ticks = gaining.n * std::max<uint64_t>(limit, known.queueing());
  const uint64_t short_ticks = gaining.ticks - took;
  gained_ += queued_ticks > short_ticks ? queued_ticks - short_ticks : 0;
  gained_ = std::min(gained_, kMostGained * limit);
  paid_runs_ = runs_;
  const uint64_t debt = (barred_until_ - now) / kPayback;
  if (debt > gained_) return false;
  gained_ -= debt;
  barred_until_ = now;
  return true;
}

}  // namespace rondo::sched
