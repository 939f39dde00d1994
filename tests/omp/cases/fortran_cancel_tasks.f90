! SPDX-License-Identifier: Apache-2.0
!
! Cancellation of tasks in Fortran, and of constructs in which tasks reduce (OMP_CANCELLATION=true). What a cancelled
! construct has reduced is left open by OpenMP; what those around it and behind it reduce is not.
!
! test: ENV OMP_CANCELLATION=true LEFT_OUT flang 'flang 19 has no cancel'
module cancelled_tasks
  use omp_lib
  use cases
  implicit none
  integer, parameter :: rounds = 10
contains
  subroutine not_reached(where_)
    character(*), intent(in) :: where_
    call expect_logical('reached: ' // where_, .true., .false.)
  end subroutine

  subroutine check_next_region(n)
    integer, intent(in) :: n
    integer :: i, a, b
    a = 0
    b = 0
    !$omp parallel reduction(task, +: a)
    !$omp do reduction(task, +: b) schedule(dynamic)
    do i = 1, 12
      !$omp task in_reduction(+: a, b)
      a = a + 1
      b = b + 1
      !$omp end task
    end do
    !$omp taskgroup
    !$omp task in_reduction(+: a)
    a = a + 1
    !$omp end task
    !$omp end taskgroup
    !$omp end parallel
    call expect('tasks of the next region', a, 12 + n)
    call expect('a loop of the next region', b, 12)
  end subroutine

  subroutine cancel_taskgroup()
    integer :: i, n, round, n_done, n_other
    n = team_size()
    do round = 1, rounds
      n_done = 0
      n_other = 0
      !$omp parallel
      !$omp single
      !$omp task shared(n_other)
      !$omp atomic
      n_other = n_other + 1
      !$omp end task
      !$omp taskgroup
      do i = 1, 100
        !$omp task shared(n_done)
        !$omp atomic
        n_done = n_done + 1
        !$omp cancel taskgroup
        call not_reached('behind cancel taskgroup')
        !$omp end task
      end do
      !$omp end taskgroup
      !$omp task shared(n_other)
      !$omp atomic
      n_other = n_other + 1
      !$omp end task
      !$omp end single
      !$omp end parallel
      call check(n_done >= 1 .and. n_done <= n)
      call expect('tasks outside of the group', n_other, 2)
      call check_next_region(n)
    end do
  end subroutine

  subroutine cancel_by_descendant()
    integer :: n, outer
    n = team_size()
    outer = 0
    !$omp parallel
    !$omp taskgroup
    !$omp task shared(outer)
    !$omp taskgroup
    !$omp task
    !$omp task
    !$omp cancel taskgroup
    call not_reached('behind cancel taskgroup')
    !$omp end task
    !$omp taskwait
    !$omp cancellation point taskgroup
    call not_reached('behind a cancellation point')
    !$omp end task
    !$omp end taskgroup
    !$omp cancellation point taskgroup
    !$omp atomic
    outer = outer + 1
    !$omp end task
    !$omp end taskgroup
    !$omp end parallel
    call expect('tasks of the outer group', outer, n)
    call check_next_region(n)
  end subroutine

  subroutine cancel_dependent()
    integer :: i, n, x, order
    n = team_size()
    x = 0
    order = 0
    !$omp parallel
    !$omp single
    !$omp taskgroup
    do i = 1, 50
      !$omp task depend(inout: x) shared(x, order) firstprivate(i)
      order = i
      !$omp cancel taskgroup if(i == 20)
      x = x + 1
      !$omp end task
    end do
    !$omp end taskgroup
    call expect('the last task', order, 20)
    call expect('tasks before it', x, 19)
    !$omp task depend(inout: x) shared(x)
    x = -1
    !$omp end task
    !$omp taskwait
    call expect('a dependent task behind the group', x, -1)
    !$omp end single
    !$omp end parallel
    call check_next_region(n)
  end subroutine

  subroutine cancel_undeferred()
    integer :: n, n_behind
    n = team_size()
    n_behind = 0
    !$omp parallel reduction(+: n_behind)
    !$omp taskgroup
    !$omp task if(.false.)
    !$omp cancel taskgroup
    call not_reached('behind cancel taskgroup')
    !$omp end task
    n_behind = n_behind + 1
    !$omp task
    call not_reached('a task created behind cancel taskgroup')
    !$omp end task
    !$omp end taskgroup
    n_behind = n_behind + 1
    !$omp end parallel
    call expect('the generating task goes on', n_behind, 2 * n)
    call check_next_region(n)
  end subroutine

  subroutine cancel_taskloop()
    integer :: i, n, n_done, later
    n = team_size()
    n_done = 0
    later = 0
    !$omp parallel
    !$omp single
    !$omp taskloop num_tasks(20) shared(n_done)
    do i = 1, 200
      !$omp atomic
      n_done = n_done + 1
      !$omp cancel taskgroup
      call not_reached('behind cancel taskgroup')
    end do
    !$omp taskloop num_tasks(20) reduction(+: later)
    do i = 1, 200
      later = later + 1
    end do
    !$omp end single
    !$omp end parallel
    call check(n_done >= 1 .and. n_done <= n)
    call expect('the next taskloop', later, 200)
    call check_next_region(n)
  end subroutine

  subroutine cancel_reducing_do()
    integer :: a, b, i, n, n_done, round
    n = team_size()
    do round = 1, rounds
      a = 0; b = 0; n_done = 0
      !$omp parallel reduction(task, +: a)
      !$omp task in_reduction(+: a)
      a = a + 1
      !$omp end task
      !$omp do reduction(task, +: b) schedule(static)
      do i = 1, 800
        !$omp task in_reduction(+: b)
        b = b + 1
        !$omp end task
        !$omp atomic
        n_done = n_done + 1
        !$omp cancel do
      end do
      !$omp end do
      !$omp task in_reduction(+: a)
      a = a + 1
      !$omp end task
      !$omp end parallel
      call expect('the region', a, 2 * n)
      call check(n_done >= 1 .and. n_done <= n)
      call check_next_region(n)
    end do
  end subroutine

  subroutine cancel_reducing_group()
    integer :: a, i, n, mine, next
    n = team_size()
    a = 0
    !$omp parallel reduction(task, +: a) private(mine, next)
    mine = 0
    next = 0
    !$omp taskgroup task_reduction(+: mine)
    do i = 1, 20
      !$omp task in_reduction(+: mine) firstprivate(i)
      mine = mine + 1
      !$omp cancel taskgroup if(i == 5)
      !$omp end task
    end do
    !$omp end taskgroup
    !$omp taskgroup task_reduction(+: next)
    do i = 1, 20
      !$omp task in_reduction(+: next, a)
      next = next + 1
      a = a + 1
      !$omp end task
    end do
    !$omp end taskgroup
    call expect('the next group', next, 20)
    !$omp end parallel
    call expect('the region', a, 20 * n)
    call check_next_region(n)
  end subroutine

  subroutine cancel_reducing_parallel()
    integer :: a, i, n, n_entered, round
    integer :: list(200)
    n = team_size()
    do round = 1, rounds
      a = 0
      n_entered = 0
      list = 0
      !$omp parallel reduction(task, +: a, list)
      do i = 1, 10
        !$omp task in_reduction(+: a, list) firstprivate(i)
        a = a + 1
        list(i) = list(i) + 1
        !$omp end task
      end do
      !$omp atomic
      n_entered = n_entered + 1
      !$omp cancel parallel
      call not_reached('behind cancel parallel')
      !$omp end parallel
      call expect('threads that entered', n_entered, n)
      call check_next_region(n)
    end do
  end subroutine
end module

program cancelled_task_cases
  use cases
  use cancelled_tasks
  implicit none
  call run('Fortran: cancel taskgroup by its tasks', cancel_taskgroup)
  call run('Fortran: cancel taskgroup by descendants, groups around it', cancel_by_descendant)
  call run('Fortran: cancel taskgroup with dependences', cancel_dependent)
  call run('Fortran: cancel taskgroup by an undeferred task', cancel_undeferred)
  call run('Fortran: cancel taskgroup of taskloop', cancel_taskloop)
  call run('Fortran: cancel do of do reduction(task)', cancel_reducing_do)
  call run('Fortran: cancel taskgroup of taskgroup task_reduction', cancel_reducing_group)
  call run('Fortran: cancel parallel of parallel reduction(task)', cancel_reducing_parallel)
  call finish()
end program
