! SPDX-License-Identifier: Apache-2.0
!
! task, taskwait, taskgroup, taskloop and dependences in Fortran: recursion, chains in order, captured arrays.
!
! test: LEFT_OUT flang 'flang 19 copies the firstprivate variables of a task when it starts, not when it is created'
program tasks
  use omp_lib
  implicit none
  integer :: i, chain, loop_sum, group_sum, failures, result
  integer :: array(20)
  integer :: captured(20)

  failures = 0
  !$omp parallel
  !$omp single
  result = fib(14)
  !$omp end single
  !$omp end parallel
  call expect(result == 377, 'fib')

  chain = 0
  !$omp parallel
  !$omp single
  do i = 1, 60
    !$omp task depend(inout: chain) shared(chain) firstprivate(i)
    if (mod(i, 2) == 0) chain = chain * 3 + i
    if (mod(i, 2) == 1) chain = chain - i
    chain = mod(chain, 10007)
    !$omp end task
  end do
  !$omp end single
  !$omp end parallel
  call expect(chain == serial_chain(), 'chain')

  captured = 0
  !$omp parallel
  !$omp single
  do i = 1, 20
    array = i
    !$omp task firstprivate(array, i) shared(captured)
    captured(i) = sum(array)
    array = -1
    !$omp end task
  end do
  !$omp taskwait
  call expect(all(captured == [(20 * i, i = 1, 20)]), 'captured arrays')
  group_sum = 0
  !$omp taskgroup
  do i = 1, 30
    !$omp task shared(group_sum) firstprivate(i)
    !$omp task shared(group_sum) firstprivate(i)
    !$omp atomic
    group_sum = group_sum + i
    !$omp end task
    !$omp end task
  end do
  !$omp end taskgroup
  call expect(group_sum == 465, 'taskgroup')
  loop_sum = 0
  !$omp taskloop reduction(+:loop_sum) grainsize(7)
  do i = 1, 100
    loop_sum = loop_sum + i
  end do
  !$omp end taskloop
  call expect(loop_sum == 5050, 'taskloop')
  !$omp end single
  !$omp end parallel

  if (failures == 0) print '(a)', 'ok'
  if (failures /= 0) stop 1

contains

  recursive function fib(n) result(value)
    integer, intent(in) :: n
    integer :: value, a, b
    if (n < 2) then
      value = n
      return
    end if
    !$omp task shared(a)
    a = fib(n - 1)
    !$omp end task
    !$omp task shared(b)
    b = fib(n - 2)
    !$omp end task
    !$omp taskwait
    value = a + b
  end function fib

  function serial_chain() result(value)
    integer :: value, k
    value = 0
    do k = 1, 60
      if (mod(k, 2) == 0) value = value * 3 + k
      if (mod(k, 2) == 1) value = value - k
      value = mod(value, 10007)
    end do
  end function serial_chain

  subroutine expect(condition, what)
    logical, intent(in) :: condition
    character(*), intent(in) :: what
    if (.not. condition) then
      failures = failures + 1
      print '(2a)', 'failed: ', what
    end if
  end subroutine expect

end program tasks
