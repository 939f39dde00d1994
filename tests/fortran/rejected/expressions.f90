! SPDX-License-Identifier: Apache-2.0
! Mistakes in the program's own expressions are gfortran's to report, once and where they are.
subroutine expressions(a, n)
  implicit none
  integer :: n, i
  real :: a(n)
!$omp taskgraph if(n) graph_id(.true.) &
!$omp    graph_reset(missing)
  do i = 1, n
    !$omp task shared(a) firstprivate(i) replayable(1) depend(inout: a(i))
    a(i) = nothing
    !$omp end task
  end do
!$omp end taskgraph
!$omp taskiter unroll(absent)
  do while (n)
    n = n + 1
  end do
!$omp task dep_pattern(n) shared(a)
  a(1) = 1
!$omp end task
end subroutine
