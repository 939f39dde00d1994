! SPDX-License-Identifier: Apache-2.0
! Constructs that a region must not have, and those that it should not.
subroutine nesting(a, n)
  integer :: n, i
  real :: a(n)
!$omp taskgraph
  !$omp taskgraph
  !$omp end taskgraph
  !$omp parallel
  !$omp end parallel
  !$omp do
  do i = 1, n
  end do
  !$omp end do
  !$omp single
  !$omp end single
  !$omp barrier
  !$omp critical
  !$omp end critical
  !$omp parallel do
  do i = 1, n
  end do
  !$omp taskwait
  !$omp taskgroup
  !$omp end taskgroup
  !$omp task if(.false.) shared(a)
  !$omp end task
  !$omp task detach(a)
  !$omp end task
  !$omp task if(.false.) replayable(.false.)
  !$omp critical
  !$omp end critical
  !$omp end task
  !$omp taskloop replayable(.false.)
  do i = 1, n
    a(i) = 0
  end do
  !$omp end taskloop
  !$omp simd
  do i = 1, n
    a(i) = 0
  end do
  !$omp target update to(a)
  !$omp taskloop
  do i = 1, n
    !$omp barrier
  end do
  !$omp end taskloop
!$omp end taskgraph
end subroutine
