! SPDX-License-Identifier: Apache-2.0
!
! Reductions in which tasks take part, one inside another, in Fortran: scopes with the task modifier around and inside
! of loops, sections, taskgroups and taskloops, in recursive and orphaned procedures.
!
! test: LEFT_OUT flang 'flang 19 has no task reductions'
module nested_task_reductions
  use omp_lib
  use cases
  implicit none
  integer, parameter :: rounds = 10
  integer :: shared_sum, other_sum
  integer(2) :: small(-1:1)
  real(8) :: big(5000)
contains
  subroutine scope_in_scope()
    integer :: a, b, n, round
    n = team_size()
    do round = 1, rounds
      a = 0
      b = 0
      !$omp parallel
      !$omp scope reduction(task, +: a)
      !$omp task in_reduction(+: a)
      a = a + 1
      !$omp end task
      !$omp scope reduction(task, +: b)
      !$omp task in_reduction(+: a)
      a = a + 10
      !$omp end task
      !$omp task in_reduction(+: b)
      b = b + 1
      !$omp end task
      !$omp task in_reduction(+: a, b)
      a = a + 100
      b = b + 10
      !$omp task in_reduction(+: a, b)
      a = a + 1
      b = b + 1
      !$omp end task
      !$omp end task
      !$omp end scope
      !$omp task in_reduction(+: a)
      a = a + 1000
      !$omp end task
      a = a + 5000
      !$omp end scope
      !$omp end parallel
      call expect('the outer scope', a, 6112 * n)
      call expect('the inner scope', b, 12 * n)
    end do
  end subroutine

  recursive subroutine descend(depth)
    integer, intent(in) :: depth
    !$omp scope reduction(task, +: shared_sum)
    !$omp task in_reduction(+: shared_sum)
    shared_sum = shared_sum + 1
    !$omp end task
    if (depth > 1) call descend(depth - 1)
    !$omp task in_reduction(+: shared_sum)
    shared_sum = shared_sum + 1
    !$omp end task
    !$omp end scope
  end subroutine

  subroutine recursive_scopes()
    integer :: n
    n = team_size()
    shared_sum = 0
    !$omp parallel
    call descend(30)
    !$omp end parallel
    call expect('30 scopes in each other', shared_sum, 60 * n)
  end subroutine

  subroutine reduce_small()
    !$omp scope reduction(task, +: small)
    !$omp task in_reduction(+: small)
    small(0) = small(0) + 1_2
    !$omp end task
    !$omp task in_reduction(+: small)
    small(1) = small(1) + 2_2
    !$omp end task
    !$omp end scope
  end subroutine

  subroutine reduce_big(inside)
    procedure(test_case) :: inside
    integer :: i
    !$omp scope reduction(task, +: big)
    !$omp task in_reduction(+: big)
    big = big + [(i, i = 1, size(big))]
    !$omp end task
    call inside()
    !$omp task in_reduction(+: big)
    big(size(big)) = big(size(big)) + 0.5d0
    !$omp end task
    !$omp end scope
  end subroutine

  subroutine orphaned_scopes()
    integer :: n, round
    n = team_size()
    do round = 1, rounds
      small = 0
      big = 0
      other_sum = 0
      !$omp parallel
      !$omp scope reduction(task, +: other_sum)
      call reduce_big(reduce_small)
      !$omp task in_reduction(+: other_sum)
      other_sum = other_sum + 3
      !$omp end task
      call reduce_small()
      call reduce_big(reduce_small)
      !$omp task in_reduction(+: other_sum)
      other_sum = other_sum + 2
      !$omp end task
      !$omp end scope
      !$omp end parallel
      call expect('the scope around all', other_sum, 5 * n)
      call expect('3 elements', int(small), [0, 3 * n, 6 * n])
      call expect('5000 elements, the first', big(1), 2d0 * n)
      call expect('5000 elements, the last', big(5000), 10001d0 * n)
    end do
  end subroutine

  subroutine loops_in_scope()
    integer :: a, b, c, i, n, round
    n = team_size()
    a = 0; b = 0; c = 0
    !$omp parallel private(round)
    !$omp scope reduction(task, +: a)
    do round = 1, 12
      !$omp do reduction(task, +: b) schedule(dynamic, 2)
      do i = 1, 30
        !$omp task in_reduction(+: a, b)
        a = a + 1
        b = b + 1
        !$omp end task
        b = b + 1
      end do
      !$omp sections reduction(task, +: c)
      !$omp section
      !$omp task in_reduction(+: c)
      c = c + 4
      !$omp end task
      !$omp section
      !$omp task in_reduction(+: a, c)
      a = a + 1
      c = c + 1
      !$omp end task
      !$omp end sections
      !$omp do reduction(task, +: b)
      do i = 30, 1, -1
        !$omp task in_reduction(+: b)
        b = b + 1
        !$omp end task
      end do
    end do
    !$omp end scope
    !$omp end parallel
    call expect('the scope', a, 12 * 31)
    call expect('the loops', b, 12 * 90)
    call expect('the sections', c, 12 * 5)
  end subroutine

  subroutine groups_and_loops()
    integer :: a, b, mine, i, n
    n = team_size()
    a = 0
    b = 0
    !$omp parallel private(mine)
    mine = 0
    !$omp taskgroup task_reduction(+: mine)
    !$omp scope reduction(task, +: a)
    !$omp taskgroup task_reduction(+: mine)
    !$omp task in_reduction(+: a, mine)
    a = a + 1
    mine = mine + 1
    !$omp end task
    !$omp end taskgroup
    !$omp taskloop in_reduction(+: a, mine) num_tasks(5)
    do i = 1, 50
      a = a + 1
      mine = mine + 2
    end do
    !$omp end scope
    !$omp end taskgroup
    call expect('a group around a scope', mine, 101)
    mine = 0
    !$omp scope reduction(task, +: b)
    !$omp taskloop reduction(+: mine) in_reduction(+: b) grainsize(3)
    do i = 1, 50
      mine = mine + 1
      b = b + 1
    end do
    call expect('taskloop reduction', mine, 50)
    !$omp end scope
    !$omp end parallel
    call expect('the scope in a group', a, 51 * n)
    call expect('the scope around a taskloop', b, 50 * n)
  end subroutine
end module

program task_reduction_cases
  use cases
  use nested_task_reductions
  implicit none
  call run('Fortran: scope reduction(task, +: a) in scope reduction(task, +: b)', scope_in_scope)
  call run('Fortran: scope reduction(task) of a recursive procedure', recursive_scopes)
  call run('Fortran: orphaned scope reduction(task), a big array around a small one', orphaned_scopes)
  call run('Fortran: do and sections with reduction(task) in scope reduction(task)', loops_in_scope)
  call run('Fortran: taskgroup, taskloop and scope that reduce, in each other', groups_and_loops)
  call finish()
end program
