// SPDX-License-Identifier: Apache-2.0
//
// The deadlock of mpi-forum/mpi-issues#75: the tasks that receive are created before those that send, and there are
// more of them than threads. On a runtime where a blocking call holds its thread no task sends.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { kMessages = 64 };

int main(int argc, char** argv) {
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  int rank, n_ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &n_ranks);
  const int to = (rank + 1) % n_ranks;
  const int from = (rank + n_ranks - 1) % n_ranks;
  int n_wrong = 0;
#pragma omp parallel
#pragma omp single
  {
    for (int i = 0; i < kMessages; i++) {
#pragma omp task firstprivate(i) shared(n_wrong)
      {
        int received = -1;
        MPI_Recv(&received, 1, MPI_INT, from, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (received != from * 1000 + i) {
#pragma omp atomic
          n_wrong++;
        }
      }
    }
    for (int i = 0; i < kMessages; i++) {
#pragma omp task firstprivate(i)
      {
        const int sent = rank * 1000 + i;
        MPI_Ssend(&sent, 1, MPI_INT, to, i, MPI_COMM_WORLD);
      }
    }
  }
  int n_wrong_anywhere = 0;
  MPI_Reduce(&n_wrong, &n_wrong_anywhere, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0) puts(n_wrong_anywhere == 0 ? "ok" : "wrong data");
  MPI_Finalize();
  return n_wrong != 0;
}
