// SPDX-License-Identifier: Apache-2.0
//
// A request bound to a task: what librondo-mpi has beyond MPI's functions.
#include <rondo_mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int sent = 7, received = 0, result = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(out : received) shared(received)
    {
      MPI_Request request;
      MPI_Irecv(&received, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &request);
      RONDO_Iwait(&request, MPI_STATUS_IGNORE);
    }
#pragma omp task depend(in : received) shared(received, result)
    result = received;
#pragma omp task shared(sent)
    MPI_Send(&sent, 1, MPI_INT, 0, 0, MPI_COMM_SELF);
  }
  puts(result == 7 ? "ok" : "wrong");
  MPI_Finalize();
  return result != 7;
}
