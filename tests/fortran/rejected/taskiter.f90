! SPDX-License-Identifier: Apache-2.0
! Clauses of taskiter that are known and cannot be kept, as in C.
subroutine unrolled(a, n)
  integer :: n, i
  real :: a(n)
!$omp taskiter unroll(0)
  do i = 1, n
    !$omp task shared(a)
    a(1) = a(1) + 1
    !$omp end task
  end do
end subroutine

subroutine reduced(total, n)
  integer :: n, i, total
!$omp taskiter task_reduction(+: total) nowait
  do i = 1, n
    !$omp task in_reduction(+: total)
    total = total + 1
    !$omp end task
  end do
end subroutine
