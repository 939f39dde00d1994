! SPDX-License-Identifier: Apache-2.0
!
! Cancellation in Fortran, construct by construct (OMP_CANCELLATION=true): what is not reached, what still is, and that
! nothing of a cancelled construct stays behind. flang 19 has no cancel.
!
! test: ENV OMP_CANCELLATION=true LEFT_OUT flang 'flang 19 has no cancel'
module cancelled
  use omp_lib
  use cases
  implicit none
  integer, parameter :: rounds = 10
contains
  ! A region that uses whatever the cancelled one may have left: constructs, groups, barriers.
  subroutine check_next_region(n)
    integer, intent(in) :: n
    integer :: i, a, b, loops
    a = 0; b = 0; loops = 0
    !$omp parallel reduction(task, +: a)
    do i = 1, 3
      !$omp task in_reduction(+: a)
      a = a + 1
      !$omp end task
    end do
    !$omp do reduction(+: loops) schedule(dynamic)
    do i = 1, 12
      loops = loops + 1
    end do
    !$omp sections reduction(+: b)
    !$omp section
    b = b + 1
    !$omp section
    b = b + 10
    !$omp end sections
    !$omp do schedule(static)
    do i = 1, 12
      !$omp atomic
      loops = loops + 1
    end do
    !$omp end parallel
    call expect('tasks of the next region', a, 3 * n)
    call expect('loops of the next region', loops, 24)
    call expect('sections of the next region', b, 11)
  end subroutine

  subroutine not_reached(where_)
    character(*), intent(in) :: where_
    call expect_logical('reached: ' // where_, .true., .false.)
  end subroutine

  subroutine cancel_do()
    integer :: i, n, n_done, round, behind
    n = team_size()
    do round = 1, rounds
      n_done = 0
      behind = 0
      !$omp parallel reduction(+: behind)
      !$omp do schedule(static)
      do i = 1, 1000
        !$omp atomic
        n_done = n_done + 1
        !$omp cancel do
        call not_reached('behind cancel do')
      end do
      !$omp end do
      behind = behind + 1
      !$omp do schedule(dynamic, 2)
      do i = 1, 1000
        !$omp atomic
        n_done = n_done + 1
        !$omp cancel do if(i > 0)
        call not_reached('behind cancel do if')
      end do
      !$omp end do
      behind = behind + 1
      !$omp do schedule(guided)
      do i = 1, 1000
        !$omp cancel do if(i < 0)
      end do
      !$omp end do
      behind = behind + 1
      !$omp end parallel
      call check(n_done >= 2 .and. n_done <= 2 * n)
      call expect('threads behind the loops', behind, 3 * n)
      call check_next_region(n)
    end do
  end subroutine

  ! One iteration cancels; the others wait at a cancellation point until that has happened.
  subroutine cancellation_points_in_do()
    integer :: i, n, leave
    n = team_size()
    leave = 0
    !$omp parallel
    !$omp do schedule(static, 1)
    do i = 1, n
      if (i == n) then
        !$omp cancel do
        call not_reached('behind cancel do')
      end if
      do
        !$omp cancellation point do
      end do
    end do
    !$omp end do
    !$omp atomic
    leave = leave + 1
    !$omp end parallel
    call expect('threads behind the loop', leave, n)
    call check_next_region(n)
  end subroutine

  subroutine cancel_reducing_do()
    integer :: i, n, n_done, total
    n = team_size()
    n_done = 0
    total = 0
    !$omp parallel
    !$omp do reduction(+: total) schedule(dynamic)
    do i = 1, 1000
      !$omp atomic
      n_done = n_done + 1
      total = total + 1
      !$omp cancel do
      call not_reached('behind cancel do')
    end do
    !$omp end do
    !$omp end parallel
    call check(n_done >= 1 .and. n_done <= n .and. total <= n)
    call check_next_region(n)
  end subroutine

  subroutine cancel_sections()
    integer :: n, n_done, round
    n = team_size()
    do round = 1, rounds
      n_done = 0
      !$omp parallel
      !$omp sections
      !$omp section
      !$omp atomic
      n_done = n_done + 1
      !$omp cancel sections
      call not_reached('behind cancel sections')
      !$omp section
      !$omp atomic
      n_done = n_done + 1
      !$omp cancel sections
      call not_reached('behind cancel sections')
      !$omp section
      !$omp atomic
      n_done = n_done + 1
      do
        !$omp cancellation point sections
      end do
      !$omp end sections
      !$omp end parallel
      call check(n_done >= 1 .and. n_done <= 3)
      call check_next_region(n)
    end do
  end subroutine

  subroutine cancel_parallel()
    integer :: i, n, n_wrong, round, n_entered
    n = team_size()
    do round = 1, rounds
      n_wrong = 0
      n_entered = 0
      !$omp parallel
      !$omp atomic
      n_entered = n_entered + 1
      if (omp_get_thread_num() == omp_get_num_threads() - 1) then
        !$omp cancel parallel
        call not_reached('behind cancel parallel')
      end if
      if (mod(omp_get_thread_num(), 2) == 1) then
        do
          !$omp cancellation point parallel
        end do
      end if
      !$omp barrier
      !$omp do
      do i = 1, 100
        !$omp atomic
        n_wrong = n_wrong + 1
      end do
      !$omp atomic
      n_wrong = n_wrong + 1
      !$omp end parallel
      call expect('threads that entered', n_entered, n)
      call expect('what is behind the barrier', n_wrong, 0)
      call check_next_region(n)
    end do
  end subroutine

  subroutine cancel_parallel_with_tasks()
    integer :: i, n, n_begun, n_ended
    n = team_size()
    n_begun = 0
    n_ended = 0
    !$omp parallel
    do i = 1, 20
      !$omp task shared(n_begun, n_ended)
      !$omp atomic
      n_begun = n_begun + 1
      !$omp taskyield
      !$omp atomic
      n_ended = n_ended + 1
      !$omp end task
    end do
    !$omp cancel parallel
    call not_reached('behind cancel parallel')
    !$omp end parallel
    call expect('tasks that ended, of those that began', n_ended, n_begun)
    call check_next_region(n)
  end subroutine

  subroutine cancel_inner_region()
    integer :: n, inner, outer
    n = team_size()
    inner = 0
    outer = 0
    call omp_set_max_active_levels(2)
    !$omp parallel reduction(+: outer)
    !$omp parallel num_threads(2)
    !$omp atomic
    inner = inner + 1
    !$omp cancel parallel
    call not_reached('behind cancel parallel')
    !$omp end parallel
    outer = outer + 1
    !$omp barrier
    outer = outer + 1
    !$omp end parallel
    call omp_set_max_active_levels(1)
    call check(inner >= n .and. inner <= 2 * n)
    call expect('the outer region goes on', outer, 2 * n)
    call check_next_region(n)
  end subroutine
end module

program cancel_cases
  use cases
  use cancelled
  implicit none
  call run('Fortran: cancel do, also with if', cancel_do)
  call run('Fortran: cancellation point do', cancellation_points_in_do)
  call run('Fortran: cancel do of a loop that reduces', cancel_reducing_do)
  call run('Fortran: cancel sections, cancellation point sections', cancel_sections)
  call run('Fortran: cancel parallel at barriers and cancellation points', cancel_parallel)
  call run('Fortran: cancel parallel of a region with tasks', cancel_parallel_with_tasks)
  call run('Fortran: cancel parallel of an inner region', cancel_inner_region)
  call finish()
end program
