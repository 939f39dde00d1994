// SPDX-License-Identifier: Apache-2.0
//
// Patterns of communication in tasks, with delays at random: each rank does the same, and knows what it has to
// receive. Each pattern would hang if blocked tasks held all threads. Arguments: rounds, seed, one pattern.
#include <mpi.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#include "rondo_mpi.h"

enum { kMessages = 12, kMaxRanks = 16 };

static int rank, n_ranks, to, from;
static int n_wrong;
static MPI_Comm comms[kMessages];
static MPI_Comm rings[kMessages];  // each rank sends to the next one

static void expect(const char* pattern, long got, long wanted) {
  if (got == wanted) return;
  fprintf(stderr, "rank %d: %s: %ld instead of %ld\n", rank, pattern, got, wanted);
#pragma omp atomic
  n_wrong++;
}

static void delay(unsigned seed) {
  seed = (seed * 2654435761u) ^ (unsigned)rank * 97u;
  for (volatile unsigned k = (seed >> 8) % 7 == 0 ? (seed >> 12) % 20000 : 0; k > 0; k--) continue;
}

static long value(int of_rank, int i, int round) { return of_rank * 100000L + round * 100L + i; }

// ---- Patterns ----------------------------------------------------------------------------------------------------

// 0: what is received is sent last.
static void receive_first(int round) {
  for (int i = 0; i < kMessages; i++) {
#pragma omp task firstprivate(i)
    {
      long got = -1;
      MPI_Status status;
      MPI_Recv(&got, 1, MPI_LONG, from, i, MPI_COMM_WORLD, &status);
      expect("receive_first", got, value(from, i, round));
      expect("its source", status.MPI_SOURCE, from);
    }
  }
  for (int i = 0; i < kMessages; i++) {
#pragma omp task firstprivate(i)
    {
      delay((unsigned)(round * kMessages + i));
      const long sent = value(rank, i, round);
      MPI_Send(&sent, 1, MPI_LONG, to, i, MPI_COMM_WORLD);
    }
  }
}

// 1: nobody sends until somebody receives.
static void send_synchronously(int round) {
  for (int i = 0; i < kMessages; i++) {
#pragma omp task firstprivate(i)
    {
      const long sent = value(rank, i, round);
      MPI_Ssend(&sent, 1, MPI_LONG, to, i, MPI_COMM_WORLD);
    }
  }
  for (int i = kMessages - 1; i >= 0; i--) {
#pragma omp task firstprivate(i)
    {
      delay((unsigned)(round * kMessages + i));
      long got = -1;
      MPI_Recv(&got, 1, MPI_LONG, from, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      expect("send_synchronously", got, value(from, i, round));
    }
  }
}

// 2: both at once.
static void exchange(int round) {
  for (int i = 0; i < kMessages; i++) {
#pragma omp task firstprivate(i)
    {
      delay((unsigned)(round + i));
      const long sent = value(rank, i, round);
      long got = -1;
      MPI_Status status;
      MPI_Sendrecv(&sent, 1, MPI_LONG, to, i, &got, 1, MPI_LONG, from, i, MPI_COMM_WORLD, &status);
      expect("exchange", got, value(from, i, round));
    }
  }
}

// 3: requests, and the wait for all of them; one is null, and one has not been started.
static void wait_for_all(int round) {
  for (int i = 0; i < kMessages; i++) {
#pragma omp task firstprivate(i)
    {
      long sent[2] = {value(rank, i, round), value(rank, i, round) + 7};
      long got[2] = {-1, -1};
      long unused;
      MPI_Request requests[6];
      MPI_Status statuses[6];
      MPI_Irecv(&got[0], 1, MPI_LONG, from, 2 * i, MPI_COMM_WORLD, &requests[0]);
      MPI_Irecv(&got[1], 1, MPI_LONG, from, 2 * i + 1, MPI_COMM_WORLD, &requests[1]);
      delay((unsigned)(round + 3 * i));
      MPI_Issend(&sent[0], 1, MPI_LONG, to, 2 * i, MPI_COMM_WORLD, &requests[2]);
      MPI_Issend(&sent[1], 1, MPI_LONG, to, 2 * i + 1, MPI_COMM_WORLD, &requests[3]);
      requests[4] = MPI_REQUEST_NULL;
      MPI_Recv_init(&unused, 1, MPI_LONG, from, 1000, MPI_COMM_WORLD, &requests[5]);  // never started
      MPI_Waitall(6, requests, statuses);
      expect("wait_for_all", got[0], value(from, i, round));
      expect("wait_for_all", got[1], value(from, i, round) + 7);
      expect("the tag", statuses[1].MPI_TAG, 2 * i + 1);
      expect("the request", requests[2] == MPI_REQUEST_NULL, 1);
      expect("no request's source", statuses[4].MPI_SOURCE, MPI_ANY_SOURCE);
      MPI_Request_free(&requests[5]);
    }
  }
}

// 4: whichever comes first.
static void wait_for_any(int round) {
  for (int i = 0; i < kMessages; i += 4) {
#pragma omp task firstprivate(i)
    {
      long got[4] = {-1, -1, -1, -1};
      MPI_Request requests[4];
      for (int k = 0; k < 4; k++) MPI_Irecv(&got[k], 1, MPI_LONG, from, i + k, MPI_COMM_WORLD, &requests[k]);
      for (int n = 0; n < 4; n++) {
        int index = -1;
        MPI_Status status;
        MPI_Waitany(4, requests, &index, &status);
        expect("wait_for_any: tag", status.MPI_TAG, i + index);
        expect("wait_for_any", got[index], value(from, i + index, round));
      }
    }
  }
  for (int i = 0; i < kMessages; i++) {
#pragma omp task firstprivate(i)
    {
      delay((unsigned)(round + i));
      const long sent = value(rank, i, round);
      MPI_Ssend(&sent, 1, MPI_LONG, to, i, MPI_COMM_WORLD);
    }
  }
}

// 5: what comes is looked at before it is received.
static void probe(int round) {
  for (int i = 0; i < kMessages; i++) {
#pragma omp task firstprivate(i)
    {
      MPI_Status status;
      int n = 0;
      MPI_Probe(from, i, MPI_COMM_WORLD, &status);
      MPI_Get_count(&status, MPI_LONG, &n);
      expect("probe: length", n, i + 1);
      long got[kMessages];
      MPI_Recv(got, n, MPI_LONG, from, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      expect("probe", got[i], value(from, i, round));
    }
  }
  for (int i = 0; i < kMessages; i++) {
#pragma omp task firstprivate(i)
    {
      long sent[kMessages];
      for (int k = 0; k <= i; k++) sent[k] = value(rank, k, round);
      delay((unsigned)(round + 5 * i));
      MPI_Send(sent, i + 1, MPI_LONG, to, i, MPI_COMM_WORLD);
    }
  }
}

// 6: collective operations, each on a communicator of its own, begun in another order by each rank.
static void collectives(int round) {
  for (int n = 0; n < kMessages; n++) {
    const int i = (n + rank) % kMessages;
#pragma omp task firstprivate(i)
    {
      delay((unsigned)(round + i));
      long sum = -1, sent = value(rank, i, round);
      switch (i % 6) {
        case 0:
          MPI_Barrier(comms[i]);
          break;
        case 1:
          MPI_Allreduce(&sent, &sum, 1, MPI_LONG, MPI_SUM, comms[i]);
          expect("allreduce", sum, n_ranks * value(0, i, round) + 100000L * n_ranks * (n_ranks - 1) / 2);
          break;
        case 2:
          sum = rank == i % n_ranks ? value(9, i, round) : -1;
          MPI_Bcast(&sum, 1, MPI_LONG, i % n_ranks, comms[i]);
          expect("bcast", sum, value(9, i, round));
          break;
        case 3: {
          long* all = malloc((size_t)n_ranks * sizeof *all);
          MPI_Gather(&sent, 1, MPI_LONG, all, 1, MPI_LONG, 0, comms[i]);
          for (int r = 0; r < n_ranks && rank == 0; r++) expect("gather", all[r], value(r, i, round));
          MPI_Scatter(all, 1, MPI_LONG, &sum, 1, MPI_LONG, 0, comms[i]);
          expect("scatter", sum, sent);
          free(all);
          break;
        }
        case 4:
          MPI_Reduce(&sent, &sum, 1, MPI_LONG, MPI_MAX, 0, comms[i]);
          if (rank == 0) expect("reduce", sum, value(n_ranks - 1, i, round));
          break;
        default: {
          long* out = malloc(2 * (size_t)n_ranks * sizeof *out);
          for (int r = 0; r < n_ranks; r++) out[r] = value(rank, r, round);
          MPI_Alltoall(out, 1, MPI_LONG, out + n_ranks, 1, MPI_LONG, comms[i]);
          for (int r = 0; r < n_ranks; r++) expect("alltoall", out[n_ranks + r], value(r, rank, round));
          free(out);
        }
      }
    }
  }
}

// 7: the receiving task ends at once, and is complete when the message is there.
static void bind_to_task(int round) {
  static long got[kMessages];
  for (int i = 0; i < kMessages; i++) {
    got[i] = -1;
#pragma omp task firstprivate(i) depend(out : got[i])
    {
      MPI_Request request;
      MPI_Irecv(&got[i], 1, MPI_LONG, from, i, MPI_COMM_WORLD, &request);
      RONDO_Iwait(&request, MPI_STATUS_IGNORE);
    }
#pragma omp task firstprivate(i) depend(in : got[i])
    expect("bind_to_task", got[i], value(from, i, round));
  }
  for (int i = 0; i < kMessages; i++) {
#pragma omp task firstprivate(i)
    {
      delay((unsigned)(round + i));
      const long sent = value(rank, i, round);
      MPI_Ssend(&sent, 1, MPI_LONG, to, i, MPI_COMM_WORLD);
    }
  }
#pragma omp taskwait
}

// 8: the same with several requests.
static void bind_all_to_task(int round) {
  static long got[kMessages][2];
  static long sent[kMessages][2];
  for (int i = 0; i < kMessages; i++) {
    sent[i][0] = value(rank, i, round);
    sent[i][1] = sent[i][0] + 1;
    got[i][0] = got[i][1] = -1;
#pragma omp task firstprivate(i) depend(out : got[i])
    {
      MPI_Request requests[4];
      MPI_Irecv(&got[i][0], 1, MPI_LONG, from, 2 * i, MPI_COMM_WORLD, &requests[0]);
      MPI_Irecv(&got[i][1], 1, MPI_LONG, from, 2 * i + 1, MPI_COMM_WORLD, &requests[1]);
      delay((unsigned)(round + i));
      MPI_Isend(&sent[i][0], 1, MPI_LONG, to, 2 * i, MPI_COMM_WORLD, &requests[2]);
      MPI_Isend(&sent[i][1], 1, MPI_LONG, to, 2 * i + 1, MPI_COMM_WORLD, &requests[3]);
      RONDO_Iwaitall(4, requests, MPI_STATUSES_IGNORE);
    }
#pragma omp task firstprivate(i) depend(in : got[i])
    expect("bind_all_to_task", got[i][0] + got[i][1], 2 * value(from, i, round) + 1);
  }
#pragma omp taskwait
}

// 9: a message goes round all ranks, through tasks with children.
static void around(int round) {
  for (int i = 0; i < kMessages; i++) {
#pragma omp task firstprivate(i)
    {
      long token = value(0, i, round);
#pragma omp task shared(token) firstprivate(i)
      {
        if (rank == 0) MPI_Send(&token, 1, MPI_LONG, to, i, MPI_COMM_WORLD);
        MPI_Recv(&token, 1, MPI_LONG, from, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      }
#pragma omp taskwait
      delay((unsigned)(round + i));
      expect("around", token, value(0, i, round) + (rank == 0 ? n_ranks - 1 : rank - 1));
      token++;
      if (rank != 0) MPI_Send(&token, 1, MPI_LONG, to, i, MPI_COMM_WORLD);
    }
  }
}

// 10: persistent requests.
static void persistent(int round) {
  for (int i = 0; i < kMessages; i++) {
#pragma omp task firstprivate(i)
    {
      long got = -1;
      MPI_Request request;
      MPI_Recv_init(&got, 1, MPI_LONG, from, i, MPI_COMM_WORLD, &request);
      for (int n = 0; n < 2; n++) {
        MPI_Start(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        expect("persistent", got, value(from, i, round) + n);
        expect("it stays", request != MPI_REQUEST_NULL, 1);
      }
      MPI_Request_free(&request);
    }
  }
  for (int i = kMessages - 1; i >= 0; i--) {
#pragma omp task firstprivate(i)
    for (int n = 0; n < 2; n++) {
      delay((unsigned)(round + i));
      const long sent = value(rank, i, round) + n;
      MPI_Ssend(&sent, 1, MPI_LONG, to, i, MPI_COMM_WORLD);
    }
  }
}

// 11: the thread that creates the tasks waits for messages itself, and so do implicit tasks.
static void creator_waits(int round) {
  for (int i = 0; i < kMessages; i++) {
#pragma omp task firstprivate(i)
    {
      delay((unsigned)(round + i));
      const long sent = value(rank, i, round);
      MPI_Ssend(&sent, 1, MPI_LONG, to, i, MPI_COMM_WORLD);
    }
  }
  for (int i = kMessages - 1; i >= 0; i--) {
    long got = -1;
    MPI_Recv(&got, 1, MPI_LONG, from, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    expect("creator_waits", got, value(from, i, round));
  }
}

// Every second rank begins with other tasks, from whichever end its threads take them.
static int in_turn(int i) { return rank % 2 == 0 ? i : (i + kMessages / 2) % kMessages; }

// 12: among neighbours.
static void neighbours(int round) {
  for (int n = 0; n < kMessages; n++) {
    const int i = in_turn(n);
#pragma omp task firstprivate(i)
    {
      const long sent = value(rank, i, round);
      const long wanted = value(from, i, round);
      const int one = 1, zero = 0;
      const MPI_Aint here = 0;
      const MPI_Datatype type = MPI_LONG;
      long got[5] = {-1, -1, -1, -1, -1};
      delay((unsigned)(round + i));
      MPI_Neighbor_allgather(&sent, 1, type, &got[0], 1, type, rings[i]);
      MPI_Neighbor_allgatherv(&sent, 1, type, &got[1], &one, &zero, type, rings[i]);
      MPI_Neighbor_alltoall(&sent, 1, type, &got[2], 1, type, rings[i]);
      MPI_Neighbor_alltoallv(&sent, &one, &zero, type, &got[3], &one, &zero, type, rings[i]);
      MPI_Neighbor_alltoallw(&sent, &one, &here, &type, &got[4], &one, &here, &type, rings[i]);
      for (int k = 0; k < 5; k++) expect("neighbours", got[k], wanted);
    }
  }
}

// 13: what else blocks: a buffer for both ways, a message that was matched, types of their own for each rank.
static void others(int round) {
  for (int n = 0; n < kMessages; n++) {
    const int i = in_turn(n);
#pragma omp task firstprivate(i)
    {
      long both = value(rank, i, round);
      MPI_Status status;
      delay((unsigned)(round + i));
      MPI_Sendrecv_replace(&both, 1, MPI_LONG, to, i, from, i, MPI_COMM_WORLD, &status);
      expect("sendrecv_replace", both, value(from, i, round));
      expect("its source", status.MPI_SOURCE, from);
      int ones[kMaxRanks], offsets[kMaxRanks];
      MPI_Datatype types[kMaxRanks];
      long got[kMaxRanks], sent[kMaxRanks];
      for (int k = 0; k < n_ranks; k++) {
        ones[k] = 1;
        offsets[k] = k * (int)sizeof(long);
        types[k] = MPI_LONG;
        sent[k] = value(rank, k, round);
      }
      MPI_Alltoallw(sent, ones, offsets, types, got, ones, offsets, types, comms[i]);
      for (int k = 0; k < n_ranks; k++) expect("alltoallw", got[k], value(k, rank, round));
    }
#pragma omp task firstprivate(i)
    {
      long got = -1;
      MPI_Message message;
      MPI_Mprobe(from, 100 + i, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
      MPI_Mrecv(&got, 1, MPI_LONG, &message, MPI_STATUS_IGNORE);
      expect("mrecv", got, value(from, i, round));
    }
#pragma omp task firstprivate(i)
    {
      const long sent = value(rank, i, round);
      MPI_Ssend(&sent, 1, MPI_LONG, to, 100 + i, MPI_COMM_WORLD);
    }
  }
}

// ---- More than one look tests ------------------------------------------------------------------------------------

enum { kCrowd = 320, kProbes = 24 };
static long in_crowd[kCrowd];
static int n_begun;

// Whoever begins last sends to all of the next rank's, in no order.
static void note_begun(int round) {
  int n;
#pragma omp atomic capture
  n = ++n_begun;
  for (int k = 0; k < kCrowd && n == kCrowd; k++) {
    const int i = 7 * k % kCrowd;
    const long sent = value(rank, i, round);
    MPI_Send(&sent, 1, MPI_LONG, to, 1000 + i, MPI_COMM_WORLD);
  }
}

// 14: hundreds of requests and some probes are pending at once.
static void crowd(int round) {
  n_begun = 0;
  for (int i = 0; i < kCrowd; i++) {
#pragma omp task firstprivate(i)
    if (i < 2 * kProbes) {
      note_begun(round);
      if (i % 2 == 0) MPI_Probe(from, 1000 + i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Recv(&in_crowd[i], 1, MPI_LONG, from, 1000 + i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
      MPI_Request request;
      MPI_Irecv(&in_crowd[i], 1, MPI_LONG, from, 1000 + i, MPI_COMM_WORLD, &request);
      RONDO_Iwait(&request, MPI_STATUS_IGNORE);
      note_begun(round);
    }
  }
#pragma omp taskwait
  for (int i = 0; i < kCrowd; i++) expect("crowd", in_crowd[i], value(from, i, round));
}

int main(int argc, char** argv) {
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  const int n_rounds = argc > 1 ? atoi(argv[1]) : 20;
  const unsigned seed = argc > 2 ? (unsigned)atoi(argv[2]) : 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &n_ranks);
  to = (rank + 1) % n_ranks;
  from = (rank + n_ranks - 1) % n_ranks;
  for (int i = 0; i < kMessages; i++) {
    MPI_Comm_dup(MPI_COMM_WORLD, &comms[i]);
    const int weight = 1;
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &from, &weight, 1, &to, &weight, MPI_INFO_NULL, 0, &rings[i]);
  }
  static void (*const patterns[])(int) = {
      receive_first, send_synchronously, exchange,     wait_for_all,     wait_for_any,
      probe,         collectives,        bind_to_task, bind_all_to_task, around,
      persistent,    creator_waits,      neighbours,   others,           crowd};
  const int n_patterns = (int)(sizeof patterns / sizeof *patterns);
  const int only = argc > 3 ? atoi(argv[3]) : -1;
  for (int n = 0; n < n_rounds * n_patterns; n++) {
    if (only >= 0 && n % n_patterns != only) continue;
    const int round = n / n_patterns + (int)(seed % 7);
#pragma omp parallel
#pragma omp single
    patterns[n % n_patterns](round);
    MPI_Barrier(MPI_COMM_WORLD);  // tags are used again
  }
  for (int i = 0; i < kMessages; i++) {
    MPI_Comm_free(&comms[i]);
    MPI_Comm_free(&rings[i]);
  }
  int n_wrong_anywhere = 0;
  MPI_Reduce(&n_wrong, &n_wrong_anywhere, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0) puts(n_wrong_anywhere == 0 ? "ok" : "wrong data");
  MPI_Finalize();
  return n_wrong != 0;
}
