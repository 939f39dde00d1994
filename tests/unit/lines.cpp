// SPDX-License-Identifier: Apache-2.0
//
// Layout with the cache line of this target (CMakeLists.txt): what two writers use lies on two lines. Compiled only.
#include "base/bits.hpp"
#include "depend/dep_node.hpp"
#include "graph/model/node_task.hpp"
#include "sched/worker/inline_policy.hpp"
#include "sched/worker/worker.hpp"
#include "task/deque.hpp"
#include "task/slab.hpp"
#include "task/task.hpp"
#include "team/team.hpp"
#include "team/workshare.hpp"

namespace rondo {

static_assert(base::kCacheLine == RONDO_CACHE_LINE);
static_assert(alignof(task::Task) == base::kCacheLine && sizeof(task::Task) == base::kCacheLine);
static_assert(alignof(depend::DepNode) == base::kCacheLine && sizeof(depend::DepNode) == base::kCacheLine);
static_assert(sizeof(graph::NodeTask) == 2 * base::kCacheLine);
static_assert(alignof(sched::FineGrainedBodies) == base::kCacheLine);
static_assert(alignof(task::Slab) == base::kCacheLine && alignof(sched::Worker) == base::kCacheLine);
static_assert(alignof(team::Team) == base::kCacheLine && alignof(team::WorkshareRing) == base::kCacheLine);
static_assert(task::Slab::kChunkBytes % base::kCacheLine == 0);

}  // namespace rondo
