// SPDX-License-Identifier: Apache-2.0
//
// The last rank works three times as long as the others, which wait for it in MPI_Barrier. They sleep where others
// work. Each says on the standard output how long MPI held it, by its own clock.
#include <mpi.h>
#include <stdio.h>
#include <time.h>

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void spend(int ms) { nanosleep(&(struct timespec){.tv_nsec = ms * 1000000L}, NULL); }

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, n_ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &n_ranks);
  double held_s = 0;
  for (int round = 0; round < 5; round++) {
#pragma omp parallel num_threads(2)
    spend(rank == n_ranks - 1 ? 60 : 20);
    held_s -= seconds();
    MPI_Barrier(MPI_COMM_WORLD);
    held_s += seconds();
  }
  held_s -= seconds();
  MPI_Finalize();
  printf("rank %d held %f\n", rank, held_s + seconds());
  return 0;
}
