! SPDX-License-Identifier: Apache-2.0
! Clauses that a directive must not have, has twice, or has without what they need.
subroutine clauses(a, n)
  integer :: n, i
  real :: a(n)
!$omp taskgraph foo nogroup nogroup graph_id unroll(3)
!$omp end taskgraph
!$omp taskgraph recurrent(1) nowait &
!$omp    graph_id() +
!$omp end taskgraph
!$omp taskiter update(2), unroll, graph_id(1)
  do i = 1, n
  end do
!$omp task shared(a) replayable replayable dep_pattern
  a(1) = 1
!$omp end task
!$omp taskloop dep_pattern("t") replayable()
  do i = 1, n
    a(i) = 1
  end do
!$omp taskgraph graph_id(
!$omp end taskgraph
!$omp taskwait replayable(.false.)
end subroutine
