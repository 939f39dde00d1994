! SPDX-License-Identifier: Apache-2.0
!
! parallel, do and sections with reduction(task) in Fortran: in each other, combined, in regions of tasks and leagues.
!
! test: LEFT_OUT flang 'flang 19 has no task reductions'
module task_reductions_of_regions
  use omp_lib
  use cases
  implicit none
  integer, parameter :: rounds = 10
contains
  subroutine loops_in_parallel()
    integer :: a, b, c, i, n, round
    n = team_size()
    do round = 1, rounds
      a = 0; b = 0; c = 0
      !$omp parallel reduction(task, +: a)
      !$omp task in_reduction(+: a)
      a = a + 1
      !$omp end task
      !$omp do reduction(task, +: b) schedule(guided)
      do i = 1, 40
        !$omp task in_reduction(+: a, b)
        a = a + 1
        b = b + 1
        !$omp end task
      end do
      !$omp sections reduction(task, +: b, c)
      !$omp section
      !$omp task in_reduction(+: b, c)
      b = b + 1
      c = c + 1
      !$omp end task
      !$omp section
      !$omp task in_reduction(+: a, c) if(.false.)
      a = a + 1
      c = c + 1
      !$omp end task
      !$omp end sections
      !$omp task in_reduction(+: a)
      a = a + 1
      !$omp end task
      !$omp end parallel
      call expect('the region', a, 2 * n + 41)
      call expect('the loop and the sections', b, 41)
      call expect('the sections', c, 2)
    end do
  end subroutine

  subroutine combined()
    integer :: a, b, i
    a = 0
    b = 0
    !$omp parallel do reduction(task, +: a) schedule(dynamic)
    do i = 1, 60
      !$omp task in_reduction(+: a)
      a = a + 1
      !$omp end task
      a = a + 1
    end do
    call expect('parallel do', a, 120)
    !$omp parallel sections reduction(task, +: b)
    !$omp section
    !$omp task in_reduction(+: b)
    b = b + 3
    !$omp end task
    !$omp section
    !$omp task in_reduction(+: b)
    b = b + 4
    !$omp end task
    !$omp end parallel sections
    call expect('parallel sections', b, 7)
  end subroutine

  subroutine nested_regions()
    integer :: a, n, n_inner, inner, innermost, size, i
    n = team_size()
    call omp_set_max_active_levels(3)
    a = 0
    n_inner = 0
    !$omp parallel reduction(task, +: a)
    !$omp task in_reduction(+: a) shared(n_inner) private(inner, size)
    inner = 0
    size = 0
    !$omp parallel reduction(task, +: inner) reduction(+: size) num_threads(3)
    size = size + 1
    !$omp task in_reduction(+: inner)
    inner = inner + 5
    !$omp end task
    !$omp task in_reduction(+: inner) private(innermost)
    innermost = 0
    !$omp parallel do reduction(task, +: innermost) num_threads(2)
    do i = 1, 10
      !$omp task in_reduction(+: innermost)
      innermost = innermost + 1
      !$omp end task
    end do
    inner = inner + innermost
    !$omp end task
    !$omp end parallel
    call expect('the inner region', inner, 15 * size)
    a = a + 1
    !$omp atomic
    n_inner = n_inner + size
    !$omp end task
    !$omp end parallel
    call expect('the outer region', a, n)
    call check(n_inner >= n .and. n_inner <= 3 * n)
    call omp_set_max_active_levels(1)
  end subroutine

  subroutine add_in_region(total)
    integer, intent(inout) :: total
    integer :: mine, i
    mine = 0
    !$omp parallel do reduction(task, +: mine)
    do i = 1, 20
      !$omp task in_reduction(+: mine)
      mine = mine + 1
      !$omp end task
    end do
    call expect('a region of a team', mine, 20)
    !$omp atomic
    total = total + mine
  end subroutine

  subroutine in_teams()
    integer :: total, i
    total = 0
    !$omp teams num_teams(3) shared(total)
    !$omp distribute
    do i = 1, 6
      call add_in_region(total)
    end do
    !$omp end teams
    call expect('all', total, 120)
  end subroutine
end module

program task_reduction_region_cases
  use cases
  use task_reductions_of_regions
  implicit none
  call run('Fortran: do and sections with reduction(task) in parallel reduction(task)', loops_in_parallel)
  call run('Fortran: parallel do and parallel sections with reduction(task)', combined)
  call run('Fortran: parallel reduction(task) in a task of parallel reduction(task)', nested_regions)
  call run('Fortran: parallel do reduction(task) in each team of a league', in_teams)
  call finish()
end program
