/* SPDX-License-Identifier: Apache-2.0
 *
 * Steps as loops and as tasks. Tasks differ in how they communicate: by blocking calls, with a detach clause and a
 * thread that looks at the requests (detach.c), or by requests that are bound to the task (RONDO_Iwait).
 */
#include "mpi/forms.h"

#include <omp.h>
#include <rondo.h>
#include <stdlib.h>

#include "mpi/detach.h"
#include "rondo_mpi.h"

const measure_form kMpiForms[kNumForms] = {
    [kPure] = {"pure", "one thread a rank: exchange, wait, compute"},
    [kPureOverlap] = {"pure-overlap", "the same, but blocks that need no halo are computed before the wait"},
    [kForkJoin] = {"fork-join", "worksharing loops; the main thread communicates between them"},
    [kBlocking] = {"tasks-blocking", "tasks; those that communicate call blocking functions"},
    [kDetached] = {"tasks-detach", "tasks; those that communicate have a detach clause, a thread looks at requests"},
    [kBound] = {"tasks-bound", "tasks; requests are bound to the tasks that begin them (RONDO_Iwait)"},
    [kGraph] = {"graph", "as tasks-bound, each iteration a task graph region"},
    [kGraphNowait] = {"graph-nowait", "as graph, without a wait at the end of the region"},
    [kTaskiter] = {"taskiter", "as tasks-bound, the iterations a taskiter loop"},
};

static char* tokens(long n) {
  char* made = calloc((size_t)n, 1);
  if (!made) measure_fail("no memory for %ld names of blocks", n);
  return made;
}

void mpi_run_make(mpi_run* made, domain* at) {
  *made = (mpi_run){.at = at, .skipped = -1};
  for (int s = 0; s < kMostSums; s++) MPI_Comm_dup(MPI_COMM_WORLD, &made->comms[s]);
  for (int f = 0; f < kMostFields; f++) made->tokens[f] = tokens(at->n_blocks + 2) + 1;
  made->sum_tokens = tokens(kMostSums);
  made->all_tokens = tokens(kMostSums);
  made->scalar_tokens = tokens(kMostScalars);
}

static MPI_Request begin(const domain_message* message) {
  MPI_Request request;
  if (message->is_sent)
    MPI_Isend(message->plane, (int)message->n, MPI_DOUBLE, message->other, message->tag, MPI_COMM_WORLD, &request);
  else
    MPI_Irecv(message->plane, (int)message->n, MPI_DOUBLE, message->other, message->tag, MPI_COMM_WORLD, &request);
  return request;
}

static MPI_Request begin_gathering(const mpi_run* run, int sum) {
  const domain* at = run->at;
  MPI_Request request;
  MPI_Iallgather(at->sums[sum], (int)at->n_blocks, MPI_DOUBLE, at->all_sums[sum], (int)at->n_blocks, MPI_DOUBLE,
                 run->comms[sum], &request);
  return request;
}

static void gather(const mpi_run* run, int sum) {
  const domain* at = run->at;
  MPI_Allgather(at->sums[sum], (int)at->n_blocks, MPI_DOUBLE, at->all_sums[sum], (int)at->n_blocks, MPI_DOUBLE,
                run->comms[sum]);
}

/* ---- Loops ------------------------------------------------------------------------------------------------------- */

/* Requests of exchanges that have begun and have not been waited for. */
typedef struct open_exchange {
  MPI_Request requests[kMostMessages];
  int n;
} open_exchange;

static void close_exchange(open_exchange* open) {
  MPI_Status statuses[kMostMessages]; /* gcc takes MPI_STATUSES_IGNORE of MPICH for an array */
  MPI_Waitall(open->n, open->requests, statuses);
  open->n = 0;
}

static void compute_serially(const mpi_run* run, const domain_step* step, open_exchange* open) {
  const long n = run->at->n_blocks;
  for (long b = 1; b < n - 1; b++) step->compute(run->at, b);
  close_exchange(open);
  step->compute(run->at, 0);
  if (n > 1) step->compute(run->at, n - 1);
}

static void compute_shared(const mpi_run* run, const domain_step* step) {
#pragma omp parallel for schedule(static)
  for (long b = 0; b < run->at->n_blocks; b++) step->compute(run->at, b);
}

static void iterate_loops(const mpi_run* run, mpi_form form) {
  open_exchange open = {.n = 0};
  for (int s = 0; s < run->at->program->n_steps; s++) {
    const domain_step* step = &run->at->program->steps[s];
    if (s == run->skipped) continue;
    if (step->kind == kCompute) {
      if (form == kForkJoin)
        compute_shared(run, step);
      else
        compute_serially(run, step, &open);
    } else if (step->kind == kExchange) {
      domain_message messages[kMostMessages];
      open.n = domain_messages(run->at, s, messages);
      for (int i = 0; i < open.n; i++) open.requests[i] = begin(&messages[i]);
      if (form != kPureOverlap) close_exchange(&open);
    } else {
      gather(run, step->what);
      step->compute(run->at, 0);
    }
  }
}

/* ---- Tasks ------------------------------------------------------------------------------------------------------- */

/* The priority of what other ranks wait for: messages, and the blocks next to halos. It has an effect where
 * OMP_MAX_TASK_PRIORITY is at least as much. */
enum { kFirst = 1 };

/* The names in a depend clause. */
typedef struct names {
  char* of[3 * kMostFields + kMostScalars + 1];
  int n;
} names;

static void add(names* to, char* name) { to->of[to->n++] = name; }

static names names_read(const mpi_run* run, const domain_step* step, long b) {
  names found = {.n = 0};
  for (int f = 0; f < run->at->program->n_fields; f++) {
    if (step->reads_around & 1u << f)
      for (long k = b - 1; k <= b + 1; k++) add(&found, &run->tokens[f][k]);
    if (step->reads & 1u << f) add(&found, &run->tokens[f][b]);
  }
  for (int s = 0; s < run->at->program->n_scalars; s++)
    if (step->reads_scalars & ~(step->kind == kReduce ? step->writes : 0) & 1u << s)
      add(&found, &run->scalar_tokens[s]);
  /* Whoever contributes to a sum may do so at any time between two reductions: to them the sum is the same. */
  if (step->kind == kCompute && step->adds_to >= 0) add(&found, &run->sum_tokens[step->adds_to]);
  if (step->kind == kReduce) add(&found, &run->all_tokens[step->what]);
  return found;
}

static names names_written(const mpi_run* run, const domain_step* step, long b) {
  names found = {.n = 0};
  for (int k = 0; k < kMostFields; k++)
    if (step->writes & 1u << k) add(&found, step->kind == kReduce ? &run->scalar_tokens[k] : &run->tokens[k][b]);
  return found;
}

static void create_computing(const mpi_run* run, const domain_step* step, long b) {
  domain* at = run->at;
  const names read = names_read(run, step, b), written = names_written(run, step, b);
  const int first = b == 0 || b == at->n_blocks - 1 ? kFirst : 0;
#pragma omp task firstprivate(at, step, b) depend(iterator(int i = 0 : read.n), in : read.of[i][0]) \
    depend(iterator(int i = 0 : written.n), inout : written.of[i][0]) priority(first)
  step->compute(at, b);
}

/* A receive writes to the halo, a send reads the block. */
static void create_message(const mpi_run* run, domain_message message, char* token, mpi_form form) {
  (void)run;
  if (form == kBlocking && message.is_sent) {
#pragma omp task firstprivate(message) depend(in : token[0]) priority(kFirst)
    MPI_Send(message.plane, (int)message.n, MPI_DOUBLE, message.other, message.tag, MPI_COMM_WORLD);
  } else if (form == kBlocking) {
#pragma omp task firstprivate(message) depend(inout : token[0]) priority(kFirst)
    MPI_Recv(message.plane, (int)message.n, MPI_DOUBLE, message.other, message.tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else if (form == kDetached && message.is_sent) {
    omp_event_handle_t event = (omp_event_handle_t)0; /* for clang, which does not see that detach() sets it */
#pragma omp task firstprivate(message) depend(in : token[0]) detach(event) priority(kFirst)
    detach_until(begin(&message), event);
  } else if (form == kDetached) {
    omp_event_handle_t event = (omp_event_handle_t)0; /* for clang, which does not see that detach() sets it */
#pragma omp task firstprivate(message) depend(inout : token[0]) detach(event) priority(kFirst)
    detach_until(begin(&message), event);
  } else if (message.is_sent) {
#pragma omp task firstprivate(message) depend(in : token[0]) priority(kFirst)
    {
      MPI_Request request = begin(&message);
      RONDO_Iwait(&request, MPI_STATUS_IGNORE);
    }
  } else {
#pragma omp task firstprivate(message) depend(inout : token[0]) priority(kFirst)
    {
      MPI_Request request = begin(&message);
      RONDO_Iwait(&request, MPI_STATUS_IGNORE);
    }
  }
}

static void create_gathering(const mpi_run* run, int sum, mpi_form form) {
  char* own = &run->sum_tokens[sum];
  char* all = &run->all_tokens[sum];
  if (form == kBlocking) {
#pragma omp task firstprivate(run, sum) depend(inout : own[0], all[0]) priority(kFirst)
    gather(run, sum);
  } else if (form == kDetached) {
    omp_event_handle_t event = (omp_event_handle_t)0; /* for clang, which does not see that detach() sets it */
#pragma omp task firstprivate(run, sum) depend(inout : own[0], all[0]) detach(event) priority(kFirst)
    detach_until(begin_gathering(run, sum), event);
  } else {
#pragma omp task firstprivate(run, sum) depend(inout : own[0], all[0]) priority(kFirst)
    {
      MPI_Request request = begin_gathering(run, sum);
      RONDO_Iwait(&request, MPI_STATUS_IGNORE);
    }
  }
}

/* The tasks of one iteration. */
static void create(const mpi_run* run, mpi_form form) {
  for (int s = 0; s < run->at->program->n_steps; s++) {
    const domain_step* step = &run->at->program->steps[s];
    if (s == run->skipped) continue;
    if (step->kind == kCompute)
      for (long b = 0; b < run->at->n_blocks; b++) create_computing(run, step, b);
    if (step->kind == kExchange) {
      domain_message messages[kMostMessages];
      const int n = domain_messages(run->at, s, messages);
      for (int i = 0; i < n; i++) create_message(run, messages[i], &run->tokens[step->what][messages[i].token], form);
    }
    if (step->kind == kReduce) {
      create_gathering(run, step->what, form);
      create_computing(run, step, 0);
    }
  }
}

static void run_tasks(const mpi_run* run, mpi_form form, long n) {
  if (form == kTaskiter) {
    RONDO_TASKITER(k, (uint64_t)n) { create(run, form); }
    return;
  }
  for (long k = 0; k < n; k++) {
    if (form == kGraph) {
      RONDO_TASKGRAPH() { create(run, form); }
    } else if (form == kGraphNowait) {
      RONDO_TASKGRAPH(rondo_nowait()) { create(run, form); }
    } else {
      create(run, form);
    }
  }
#pragma omp taskwait
}

void mpi_run_iterations(mpi_run* run, mpi_form form, long n_iterations) {
  if (form <= kForkJoin) {
    for (long k = 0; k < n_iterations; k++) iterate_loops(run, form);
    return;
  }
  if (form == kDetached) detach_begin();
#pragma omp parallel
#pragma omp single
  run_tasks(run, form, n_iterations);
  if (form == kDetached) detach_end();
}
