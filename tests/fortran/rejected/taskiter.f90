! SPDX-License-Identifier: Apache-2.0
! Clauses of taskiter that are known and cannot be kept, and tasks that use the control variable, as in C.
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

subroutine control(a, n)
  integer :: n, i, b
  real :: a(n)
!$omp taskiter
  do i = 1, n
    do b = 1, 4
      !$omp task depend(inout: a(b)) firstprivate(b) shared(a)
      a(b) = a(b) + real(i)
      !$omp end task
    end do
    block
      integer :: i
      i = 4
      !$omp task firstprivate(i) shared(a)
      a(i) = 1
      !$omp end task
    end block
  end do
!$omp taskiter update
  do i = 1, n
    !$omp task shared(a)
    a(i) = a(i) + i
    !$omp end task
  end do
!$omp taskiter unroll(2)
  steps: do i = 1, n
    !$omp task shared(a)
    a(1 + mod(i, 2)) = 1
    !$omp end task
    !$omp task shared(a)
    a(1) = i
    !$omp end task
  end do steps
end subroutine
