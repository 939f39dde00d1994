// SPDX-License-Identifier: Apache-2.0
//
// Lanes of detachable tasks, for tests of events in regions and in patterns.
#ifndef RONDO_TESTS_EVENT_LANES_H
#define RONDO_TESTS_EVENT_LANES_H

#include "graph/events.h"

enum { kLanes = 6 };

/* Who fulfils the event. */
enum { kDevice, kBody, kTask, kCodeAtOnce, kCodeLater, kWays };

static int in[kLanes], out[kLanes], count;

static void start(int* target, int value, omp_event_handle_t event, int way) {
  if (way == kDevice) {
    submit(target, value, event);
  } else {
    *target = value;
    if (way == kBody) omp_fulfill_event(event);
  }
}

/* A lane: an operation that ends by an event, what needs its result, and a task that all lanes share. */
static void lane(int i, int step, int way, omp_event_handle_t* later) {
  omp_event_handle_t event = (omp_event_handle_t)0;
#pragma omp task detach(event) depend(out : in[i]) firstprivate(i, step, way)
  start(&in[i], 100 * step + i, event, way);
  if (way == kCodeAtOnce) omp_fulfill_event(event);
  if (way == kTask) {
#pragma omp task firstprivate(event)
    omp_fulfill_event(event);
  }
  later[i] = event;
#pragma omp task depend(in : in[i]) depend(out : out[i]) firstprivate(i)
  out[i] = 2 * in[i];
#pragma omp task depend(inout : out[i]) depend(inout : count) firstprivate(i)
  {
    out[i]++;
    count++;
  }
}

#endif
