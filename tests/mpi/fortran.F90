! SPDX-License-Identifier: Apache-2.0
!
! MPI calls of Fortran in tasks: the deadlock of mpi-forum/mpi-issues#75, and other patterns that end only if a blocked
! task lets its thread go. Built with mpif.h, and with the module mpi_f08 (-DF08).
program fortran
#ifdef F08
  use mpi_f08
#define REQUEST type(MPI_Request)
#define STATUS type(MPI_Status)
#define SOURCE(s) s%MPI_SOURCE
#else
#define REQUEST integer
#define STATUS integer, dimension(MPI_STATUS_SIZE)
#define SOURCE(s) s(MPI_SOURCE)
#endif
  implicit none
#ifndef F08
  include 'mpif.h'
#endif
  external :: RONDO_Iwait, RONDO_Iwaitall
  integer, parameter :: n_messages = 16
  integer :: rank, n_ranks, to, from, n_wrong, n_wrong_anywhere, ierr
  integer :: halo(n_messages), i

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, n_ranks, ierr)
  to = mod(rank + 1, n_ranks)
  from = mod(rank + n_ranks - 1, n_ranks)
  n_wrong = 0
  halo = -1
  !$omp parallel
  !$omp single
  do i = 1, n_messages
    !$omp task firstprivate(i)
    call receive(i)
    !$omp end task
    !$omp task firstprivate(i)
    call wait_for_many(i)
    !$omp end task
    !$omp task firstprivate(i) depend(out: halo(i))
    call bind(i)
    !$omp end task
    !$omp task firstprivate(i) depend(in: halo(i))
    call expect(halo(i), from * 1000 + i)
    !$omp end task
  end do
  !$omp task
  call collect()
  !$omp end task
  do i = 1, n_messages
    !$omp task firstprivate(i)
    call send(i)
    !$omp end task
  end do
  !$omp end single
  !$omp end parallel
  call MPI_Reduce(n_wrong, n_wrong_anywhere, 1, MPI_INTEGER, MPI_SUM, 0, MPI_COMM_WORLD, ierr)
  if (rank == 0 .and. n_wrong_anywhere == 0) print '(a)', 'ok'
  call MPI_Finalize(ierr)

contains

  subroutine expect(got, wanted)
    integer, intent(in) :: got, wanted
    if (got == wanted) return
    print *, 'rank', rank, ': ', got, ' instead of ', wanted
    !$omp atomic
    n_wrong = n_wrong + 1
  end subroutine

  subroutine receive(i)
    integer, intent(in) :: i
    integer :: got, error
    STATUS :: status
    call MPI_Probe(from, i, MPI_COMM_WORLD, status, error)
    call expect(SOURCE(status), from)
    call MPI_Recv(got, 1, MPI_INTEGER, from, i, MPI_COMM_WORLD, status, error)
    call expect(got, from * 1000 + i)
    call expect(SOURCE(status), from)
    call MPI_Recv(got, 1, MPI_INTEGER, from, 100 + i, MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
    call expect(got, from * 1000 + i)
    got = rank
    call MPI_Sendrecv_replace(got, 1, MPI_INTEGER, to, 200 + i, from, 200 + i, MPI_COMM_WORLD, status, error)
    call expect(got, from)
  end subroutine

  subroutine wait_for_many(i)
    integer, intent(in) :: i
    integer :: got(4), k, index, error
    REQUEST :: requests(4)
    STATUS :: status
    do k = 1, 4
      call MPI_Irecv(got(k), 1, MPI_INTEGER, from, 300 + 10 * i + k, MPI_COMM_WORLD, requests(k), error)
    end do
    call MPI_Wait(requests(4), status, error)
    call expect(got(4), from * 1000 + 4)
    call expect(SOURCE(status), from)
    call MPI_Waitany(2, requests, index, status, error)
    call expect(got(index), from * 1000 + index)
    call MPI_Waitall(3, requests, MPI_STATUSES_IGNORE, error)
    do k = 1, 3
      call expect(got(k), from * 1000 + k)
    end do
  end subroutine

  subroutine bind(i)
    integer, intent(in) :: i
    REQUEST :: request
    integer :: error
    call MPI_Irecv(halo(i), 1, MPI_INTEGER, from, 600 + i, MPI_COMM_WORLD, request, error)
    call RONDO_Iwait(request, MPI_STATUS_IGNORE, error)
  end subroutine

  subroutine collect()
    integer :: n, all(n_ranks), error
    call MPI_Barrier(MPI_COMM_WORLD, error)
    call MPI_Allreduce(rank + 1, n, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, error)
    call expect(n, n_ranks * (n_ranks + 1) / 2)
    call MPI_Allgather(rank, 1, MPI_INTEGER, all, 1, MPI_INTEGER, MPI_COMM_WORLD, error)
    call expect(sum(all), n_ranks * (n_ranks - 1) / 2)
    n = rank
    call MPI_Bcast(n, 1, MPI_INTEGER, 1, MPI_COMM_WORLD, error)
    call expect(n, 1)
  end subroutine

  subroutine send(i)
    integer, intent(in) :: i
    integer :: k, got, error
    STATUS :: status
    call MPI_Ssend(rank * 1000 + i, 1, MPI_INTEGER, to, i, MPI_COMM_WORLD, error)
    call MPI_Send(rank * 1000 + i, 1, MPI_INTEGER, to, 100 + i, MPI_COMM_WORLD, error)
    do k = 1, 4
      call MPI_Ssend(rank * 1000 + k, 1, MPI_INTEGER, to, 300 + 10 * i + k, MPI_COMM_WORLD, error)
    end do
    call MPI_Ssend(rank * 1000 + i, 1, MPI_INTEGER, to, 600 + i, MPI_COMM_WORLD, error)
    call MPI_Sendrecv(rank, 1, MPI_INTEGER, to, 700 + i, got, 1, MPI_INTEGER, from, 700 + i, MPI_COMM_WORLD, status, &
                      error)
    call expect(got, from)
  end subroutine
end program
