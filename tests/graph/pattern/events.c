// SPDX-License-Identifier: Apache-2.0
//
// Detachable tasks in blocks with a pattern: they are ordinary tasks in the place of nodes, which are over with their
// events. Later siblings come behind each node by itself, so that an event may be fulfilled behind the block, by a
// sibling that depends on another task of the block. Blocks that differ do not wait for events either.
//
// test: STDERR_MAY 'events\.c:'
// test: NOT_STOCK gcc 'libgomp 12 crashes with detachable tasks'
#include "graph/event_lanes.h"
#include "graph/pattern/pattern_check.h"

enum { kBlocks = 12 };

static const char* const tags[] = {"device", "body", "task", "at once", "later"};

// `waits`: behind each block; else several are under way.
static void blocks(int way, int waits) {
  const rondo_pattern_stats before = pattern_stats();
  for (int step = 0; step < kBlocks; step++) {
    omp_event_handle_t later[kLanes];
    int seen[kLanes];
    if (waits) count = 0;
    RONDO_DEP_PATTERN(tags[way]) {
      for (int i = 0; i < kLanes; i++) lane(i, step, way, later);
      if (way == kCodeLater && step % 2 == 0) {
        for (int i = 0; i < kLanes; i++) omp_fulfill_event(later[i]);
      }
    }
    for (int i = 0; i < kLanes && way == kCodeLater && step % 2 != 0; i++) omp_fulfill_event(later[i]);
    if (!waits && step != kBlocks - 1) continue;
    for (int i = 0; i < kLanes; i++) {
#pragma omp task depend(in : out[i]) shared(seen) firstprivate(i)
      seen[i] = out[i];
    }
#pragma omp taskwait
    for (int i = 0; i < kLanes; i++) CHECK_EQ(seen[i], 2 * (100 * step + i) + 1);
    CHECK_EQ(count, waits ? kLanes : kBlocks * kLanes);
  }
  count = 0;
  CHECK_PATTERN_AT_LEAST(uses, before.uses + kBlocks - 1);
  CHECK_PATTERN(plain, before.plain);
}

static void fulfilled_behind(void) {
  for (int step = 0; step < kBlocks; step++) {
    static int x, y, z;
    omp_event_handle_t event = (omp_event_handle_t)0;
    x = y = z = 0;
    RONDO_DEP_PATTERN("behind") {
#pragma omp task depend(out : x)
      x = 1;
#pragma omp task detach(event) depend(out : y)
      y = 1;
#pragma omp task depend(in : x, y) depend(out : z)
      z = x + y;
    }
#pragma omp task depend(in : x) firstprivate(event)
    omp_fulfill_event(event);
#pragma omp task depend(inout : z)
    z += 10;
#pragma omp taskwait
    CHECK_EQ(z, 12);
  }
}

// The rest of the block is other than recorded, and fulfils the event. Or the event is pending where a taskgroup ends
// that contained it when the block was recorded.
static void changed(void) {
  for (int step = 0; step < 2 * kBlocks; step++) {
    static int x, y, z;
    omp_event_handle_t event = (omp_event_handle_t)0;
    const int how = step % 4;
    x = y = z = 0;
    static const char* const tag[] = {"changed 0", "changed 1", "changed 2", "changed 3"};
    RONDO_DEP_PATTERN(tag[step / 4 % 4]) {
#pragma omp task detach(event) depend(out : x)
      x = 1;
      if (how == 1) {
#pragma omp task depend(in : x) depend(out : z)
        z = 5;
      } else if (how != 2) {
#pragma omp task depend(in : x) depend(out : y)
        y = 5;
      }
      omp_fulfill_event(event);
      if (how == 3) {
#pragma omp task depend(inout : y)
        y += x;
      }
    }
#pragma omp taskwait
    CHECK_EQ(x, 1);
    CHECK_EQ(y, how == 0 ? 5 : how == 3 ? 6 : 0);
    CHECK_EQ(z, how == 1 ? 5 : 0);
  }
}

static void grouped(void) {
  for (int step = 0; step < kBlocks; step++) {
    static int x, y;
    omp_event_handle_t event = (omp_event_handle_t)0;
    x = y = 0;
    RONDO_DEP_PATTERN("grouped") {
      if (step % 3 == 0) {
#pragma omp taskgroup
        {
#pragma omp task detach(event) depend(out : x)
          x = 1;
          omp_fulfill_event(event);
#pragma omp task depend(out : y)
          y = 1;
        }
      } else {
#pragma omp task detach(event) depend(out : x)
        x = 1;
#pragma omp taskgroup
        {
#pragma omp task depend(out : y)
          y = 1;
        }
        CHECK_EQ(y, 1);
        omp_fulfill_event(event);
      }
    }
#pragma omp taskwait
    CHECK_EQ(x + y, 2);
  }
}

int main(void) {
  open_device();
#pragma omp parallel
#pragma omp single
  {
    for (int way = 0; way < kWays; way++) {
      blocks(way, 1);
      blocks(way, 0);
    }
    fulfilled_behind();
    changed();
    grouped();
  }
  close_device();
  return check_finish();
}
