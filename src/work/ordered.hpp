// SPDX-License-Identifier: Apache-2.0
//
// Ordered regions of a loop, and the cross-iteration dependences of ordered(n) loops ("doacross"). The turn to
// execute ordered regions goes from chunk to chunk: within one chunk a single thread executes them in order anyway.
#pragma once

#include <cstdint>
#include <span>

#include "team/team.hpp"

namespace rondo::work {

void begin_ordered(sched::Worker& worker);
void end_ordered(sched::Worker& worker);

// The loop calls the first for each chunk of an ordered loop, and the second before the next chunk.
void begin_ordered_chunk(team::LoopState& loop);
void finish_ordered_chunk(sched::Worker& worker);

// The calling thread enters an ordered(n) loop; `dimensions` are the n loops, outermost first.
void begin_doacross(sched::Worker& worker, std::span<const team::DoacrossDimension> dimensions);
void end_doacross(sched::Worker& worker);

// The loop that is dealt to the team has `n_iterations` iterations (of the outermost loop, or of the collapsed
// loops). For each loop of the nest, clang 19 passes the number of iterations where the interface asks for the last
// iteration; n_iterations tells the two apart. To be called before the first post or wait.
void settle_doacross(sched::Worker& worker, uint64_t n_iterations);

// `iteration`: the n loop variables. Waiting for an iteration outside the loop returns at once.
void post_doacross(sched::Worker& worker, const int64_t* iteration);
void wait_doacross(sched::Worker& worker, const int64_t* iteration);

}  // namespace rondo::work
