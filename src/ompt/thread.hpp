// SPDX-License-Identifier: Apache-2.0
//
// What a thread keeps for the tool and for a trace. The thread itself writes and reads it, in signal handlers, too.
#pragma once

#include "ompt/types.hpp"
#include "trace/ring.hpp"

namespace rondo::ompt {

// What the next team below the thread stands for, beside a parallel construct.
enum class RegionKind : uint8_t { Parallel, League, Target };

// A teams region. Of another one inside of it, in a target region, the same thread executes the teams.
struct League {
  Data data;
  uint32_t n_teams;
  uint32_t team_index = 0;      // of the team that is executed
  const void* team = nullptr;   // that
  League* outer = nullptr;
};

struct ThreadRecord {
  Data data;
  trace::Ring* ring = nullptr;  // while the process is traced
  State state = State::Undefined;  // Undefined: it executes the code of its task
  uint64_t wait_id = 0;            // of the mutex that it waits for
  const void* caller = nullptr;    // where the program has called the runtime, while it is in that call
  RegionKind next_region = RegionKind::Parallel;
  uint32_t n_requested = 0;  // by the next parallel construct, where it gets fewer threads
  League* league = nullptr;  // the innermost teams region that it executes the teams of
};

}  // namespace rondo::ompt
