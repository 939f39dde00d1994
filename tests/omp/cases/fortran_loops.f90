! SPDX-License-Identifier: Apache-2.0
!
! Loops without iterations and at the ends of their type's range, under each schedule. gfortran and flang count
! iterations each in its own way: from first to last by the step, or from 0 to n - 1 even where n is 0.
module bounds_of_loops
  use, intrinsic :: iso_fortran_env, only: int8, int16, int32, int64
  use omp_lib
  use cases
  implicit none
  integer :: hits
contains
  subroutine hit()
    !$omp atomic
    hits = hits + 1
  end subroutine

  subroutine expect_hits(what, wanted)
    character(*), intent(in) :: what
    integer, intent(in) :: wanted
    call expect(what, hits, wanted)
    hits = 0
  end subroutine

  ! From first to last by step, wanted iterations, in every schedule.
  subroutine under_schedules(what, first, last, step, wanted)
    character(*), intent(in) :: what
    integer, intent(in) :: first, last, step, wanted
    integer :: i
    hits = 0
    !$omp parallel
    !$omp do
    do i = first, last, step
      call hit()
    end do
    !$omp end parallel
    call expect_hits(what // ', no schedule', wanted)
    !$omp parallel do schedule(static, 3)
    do i = first, last, step
      call hit()
    end do
    call expect_hits(what // ', static, 3', wanted)
    !$omp parallel do schedule(dynamic)
    do i = first, last, step
      call hit()
    end do
    call expect_hits(what // ', dynamic', wanted)
    !$omp parallel do schedule(guided, 2)
    do i = first, last, step
      call hit()
    end do
    call expect_hits(what // ', guided', wanted)
    !$omp parallel do schedule(auto)
    do i = first, last, step
      call hit()
    end do
    call expect_hits(what // ', auto', wanted)
    !$omp parallel do schedule(runtime)
    do i = first, last, step
      call hit()
    end do
    call expect_hits(what // ', runtime', wanted)
    !$omp parallel do simd
    do i = first, last, step
      call hit()
    end do
    call expect_hits(what // ', simd', wanted)
    !$omp parallel do ordered
    do i = first, last, step
      !$omp ordered
      call hit()
      !$omp end ordered
    end do
    call expect_hits(what // ', ordered', wanted)
  end subroutine

  subroutine empty()
    call under_schedules('1 to 0', 1, 0, 1, 0)
    call under_schedules('5 to -5', 5, -5, 1, 0)
    call under_schedules('0 to 1 downwards', 0, 1, -1, 0)
    call under_schedules('1 to 0 by 7', 1, 0, 7, 0)
    call under_schedules('the largest to 1', huge(0), 1, 1, 0)
  end subroutine

  subroutine short()
    call under_schedules('1 to 1', 1, 1, 1, 1)
    call under_schedules('1 to 2 by 5', 1, 2, 5, 1)
    call under_schedules('2 to -2 downwards', 2, -2, -1, 5)
    call under_schedules('-3 to 3 by 2', -3, 3, 2, 4)
  end subroutine

  ! The variable behind a sequential loop would overflow; the number of iterations does not.
  subroutine at_the_ends()
    integer, parameter :: most = huge(0)
    call under_schedules('up to nearly the largest', most - 11, most - 1, 1, 11)
    call under_schedules('down to nearly the smallest', -most + 10, -most + 1, -1, 10)
    call under_schedules('by large steps', 5, 1300000000, 800000000, 2)
    call under_schedules('by large steps downwards', -5, -1300000000, -800000000, 2)
  end subroutine

  subroutine of_kinds()
    integer(int8) :: a
    integer(int16) :: b
    integer(int64) :: d, first, last
    hits = 0
    !$omp parallel do
    do a = 100_int8, 126_int8
      call hit()
    end do
    call expect_hits('1 byte', 27)
    !$omp parallel do schedule(dynamic, 2)
    do b = -32000_int16, -32767_int16 + 1_int16, -5_int16
      call hit()
    end do
    call expect_hits('2 bytes', 154)
    first = huge(d) - 100
    last = huge(d) - 1
    !$omp parallel do schedule(static, 7)
    do d = first, last
      call hit()
    end do
    call expect_hits('8 bytes, static', 100)
    !$omp parallel do schedule(guided)
    do d = first, last, 9_int64
      call hit()
    end do
    call expect_hits('8 bytes, guided', 12)
    first = 3
    last = 2
    !$omp parallel do
    do d = first, last
      call hit()
    end do
    call expect_hits('8 bytes, empty', 0)
    !$omp parallel do schedule(dynamic)
    do d = last, first, -1_int64
      call hit()
    end do
    call expect_hits('8 bytes, empty downwards, dynamic', 0)
    !$omp parallel do schedule(static, 2)
    do d = last, first, -1_int64
      call hit()
    end do
    call expect_hits('8 bytes, empty downwards, static, 2', 0)
  end subroutine

  subroutine collapsed(n, m)
    integer, intent(in) :: n, m
    integer :: i, j, k
    hits = 0
    !$omp parallel do collapse(2)
    do i = 1, n
      do j = m, 1, -1
        call hit()
      end do
    end do
    call expect_hits('collapse(2)', n * m)
    !$omp parallel do collapse(3) schedule(dynamic, 4)
    do i = 1, m
      do j = 2, 2 * n, 2
        do k = 1, 2
          call hit()
        end do
      end do
    end do
    call expect_hits('collapse(3), dynamic', n * m * 2)
    !$omp parallel do collapse(2) schedule(static, 2)
    do i = 1, n
      do j = 1, m
        call hit()
      end do
    end do
    call expect_hits('collapse(2), static, 2', n * m)
  end subroutine

  subroutine collapsed_loops()
    call collapsed(3, 5)
    call collapsed(0, 5)
    call collapsed(3, 0)
    call collapsed(0, 0)
    call collapsed(1, 1)
  end subroutine

  ! What a loop without iterations leaves alone.
  subroutine data_of_empty_loops()
    integer :: i, none, last, total, behind
    none = 0
    last = 5
    total = 6
    behind = 0
    !$omp parallel do firstprivate(last) lastprivate(last) reduction(+: total)
    do i = 1, none
      last = i
      total = total + 1
    end do
    call expect('reduction', total, 6)
    !$omp parallel reduction(+: behind)
    !$omp do schedule(dynamic)
    do i = 1, none
      last = -1
    end do
    behind = behind + 1
    !$omp do
    do i = 1, none
      last = -1
    end do
    !$omp end do nowait
    behind = behind + 1
    !$omp end parallel
    call expect('threads behind empty loops', behind, 2 * omp_get_max_threads())
  end subroutine
end module

program loop_bound_cases
  use cases
  use bounds_of_loops
  implicit none
  character(*), parameter :: divides = 'libomp 19 divides by 0 in schedule(static, n) of a loop without iterations'
  call run_but_on_libomp('Fortran: do without iterations', empty, divides)
  call run('Fortran: do of few iterations', short)
  call run('Fortran: do at the ends of the type''s range', at_the_ends)
#if __GNUC__ >= 14
  call not_built('Fortran: do of each integer kind', 'gfortran 14 miscounts if the variable would pass its kind''s end')
#else
  call run_but_on_libomp('Fortran: do of each integer kind', of_kinds, divides)
#endif
  call run_but_on_libomp('Fortran: do collapse with and without iterations', collapsed_loops, divides)
  call run('Fortran: data clauses of loops without iterations', data_of_empty_loops)
  call finish()
end program
