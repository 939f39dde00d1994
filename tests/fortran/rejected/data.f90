! SPDX-License-Identifier: Apache-2.0
! What OpenMP asks of the data of recorded tasks, and of where a region stands.
subroutine data_of_tasks(a, n)
  integer :: n, i
  integer :: a(n), outer
  !$omp taskgraph
  do i = 1, n
    block
      integer :: inner, other(3) = [1, 2, 3]
      integer, save :: kept
      inner = i
      !$omp task shared(inner, outer, other, kept) firstprivate(i)
      a(i) = inner
      !$omp end task
      !$omp task shared(inner) replayable(.false.)
      a(i) = inner
      !$omp end task
    end block
    !$omp task shared(a) firstprivate(i) depend(inout: a(i))
    a(i) = 0
    !$omp end task
    !$omp task shared(a) firstprivate(saved: i) depend(inout: a(i + n))
    a(i) = 0
    !$omp end task
  end do
  !$omp end taskgraph
  !$omp task final(.true.) shared(a)
  !$omp taskgraph
  a(1) = 0
  !$omp end taskgraph
  !$omp end task
  !$omp task final(n > 3) shared(a)
  !$omp taskgraph nowait bogus
  a(1) = 0
  !$omp end taskgraph
  !$omp end task
end subroutine
