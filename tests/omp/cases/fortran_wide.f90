! SPDX-License-Identifier: Apache-2.0
!
! Programs in which integer and logical are of 8 bytes (-fdefault-integer-8): the routines that omp_lib has for these
! kinds, wide loops under each schedule, reductions, atomics, tasks.
!
! test: FLAGS -fdefault-integer-8 LEFT_OUT flang 'flang 19 declares the routines for integers of 4 bytes only'
module wide
  use omp_lib
  use cases
  implicit none
  integer, parameter :: n = 120
contains
  subroutine kinds()
    integer :: i
    logical :: l
    call expect('the size of integers', storage_size(i), 64_8)
    call expect('the size of logicals', storage_size(l), 64_8)
  end subroutine

  subroutine routines()
    integer :: before, chunk, level, ids(1024)
    integer(omp_sched_kind) :: kind
    before = omp_get_max_threads()
    call omp_set_num_threads(before + 2)
    call expect('omp_get_max_threads', int(omp_get_max_threads()), before + 2)
    call omp_set_num_threads(before)
    call omp_set_schedule(omp_sched_dynamic, 77)
    call omp_get_schedule(kind, chunk)
    call expect('omp_get_schedule', chunk, 77)
    call check(kind == omp_sched_dynamic)
    call omp_set_schedule(omp_sched_static, 0)
    call omp_set_dynamic(.true.)
    call expect('omp_get_dynamic', logical(omp_get_dynamic()), .true.)
    call omp_set_dynamic(.false.)
    call omp_set_max_active_levels(2)
    call expect('omp_get_max_active_levels', int(omp_get_max_active_levels()), 2)
    !$omp parallel num_threads(2) private(level)
    level = 1
    call check(omp_get_ancestor_thread_num(level) == omp_get_thread_num())
    call check(omp_get_team_size(level) == omp_get_num_threads() .and. omp_get_team_size(level + 1) == -1)
    call check(omp_get_ancestor_thread_num(level - 1) == 0 .and. omp_get_ancestor_thread_num(level + 7) == -1)
    !$omp end parallel
    call omp_set_max_active_levels(1)
    call omp_set_default_device(4)
    call expect('omp_get_default_device', int(omp_get_default_device()), 4)
    call omp_set_default_device(0)
    ids = -5
    if (omp_get_num_places() > 0) call omp_get_place_proc_ids(0, ids(2:))
    call expect('the element before the processors', ids(1), -5)
    ids = -5
    call omp_get_partition_place_nums(ids(2:))
    call expect('the element before the places', ids(1), -5)
    call expect('the element behind the places', ids(omp_get_partition_num_places() + 2), -5)
  end subroutine

  ! Beyond what 4 bytes hold.
  subroutine loops()
    integer :: i, j, total, first, last, chunk
    first = 5000000000
    last = first + n - 1
    chunk = 7
    total = 0
    !$omp parallel do reduction(+: total)
    do i = first, last
      total = total + (i - first + 1)
    end do
    call expect('no schedule', total, n * (n + 1) / 2)
    !$omp parallel do reduction(+: total) schedule(static, chunk)
    do i = last, first, -1
      total = total - (i - first + 1)
    end do
    call expect('static', total, 0)
    !$omp parallel do reduction(+: total) schedule(dynamic, chunk)
    do i = -last, -first, 3
      total = total + 1
    end do
    call expect('dynamic', total, n / 3)
    !$omp parallel do reduction(+: total) schedule(guided) collapse(2)
    do i = first, first + 9
      do j = 1, chunk
        total = total + 1
      end do
    end do
    call expect('guided, collapse', total, n / 3 + 70)
    !$omp parallel do reduction(+: total) schedule(runtime)
    do i = 1, 3 * last, last
      total = total + 1
    end do
    call expect('runtime', total, n / 3 + 73)
    total = 0
    !$omp parallel do ordered schedule(dynamic)
    do i = first, last
      !$omp ordered
      if (total == i - first) total = total + 1
      !$omp end ordered
    end do
    call expect('ordered', total, n)
  end subroutine

  subroutine data()
    integer :: i, value, last, list(3), best
    logical :: both
    value = 0; best = -huge(best); both = .true.; list = 0
    !$omp parallel do reduction(max: best) reduction(.and.: both) reduction(+: list) lastprivate(last)
    do i = 1, n
      !$omp atomic
      value = value + 3000000000
      !$omp atomic
      value = ieor(value, 0)
      best = max(best, i * 3000000000)
      both = both .and. i > 0
      list = list + [1, 2, 3000000000]
      last = -i * 3000000000
    end do
    call expect('atomic', value, n * 3000000000)
    call expect('max', best, n * 3000000000)
    call expect('.and.', both, .true.)
    call expect('an array', list(3), n * 3000000000)
    call expect('lastprivate', last, -n * 3000000000)
    !$omp parallel private(last)
    !$omp single
    last = 4000000000
    !$omp end single copyprivate(last)
    call expect('copyprivate', last, 4000000000)
    !$omp end parallel
  end subroutine

  subroutine tasks()
    integer :: i, total, group, chain
    total = 0; group = 0; chain = 1
    !$omp parallel
    !$omp single
    !$omp taskgroup task_reduction(+: group)
    do i = 4000000000, 4000000000 + n - 1
      !$omp task in_reduction(+: group) firstprivate(i)
      group = group + i
      !$omp end task
    end do
    !$omp end taskgroup
    !$omp taskloop reduction(+: total) grainsize(7)
    do i = -n, -1
      total = total - 3000000000
    end do
    !$omp taskloop num_tasks(5) shared(total)
    do i = 5000000000, 5000000000 + 4 * n, 4 * n
      !$omp atomic
      total = total + i
    end do
    do i = 1, 30
      !$omp task depend(inout: chain) shared(chain) priority(i) final(i > 20)
      chain = mod(chain * 3, 1000000007)
      !$omp end task
    end do
    !$omp end single
    !$omp end parallel
    call expect('task_reduction', group, n * 4000000000 + n * (n - 1) / 2)
    call expect('taskloop', total, -n * 3000000000 + 10000000000 + 4 * n)
    do i = 1, 30
      if (i == 1) total = 1
      total = mod(total * 3, 1000000007)
    end do
    call expect('dependences', chain, total)
  end subroutine
end module

program wide_cases
  use cases
  use wide
  implicit none
  call run('Fortran, -fdefault-integer-8: sizes', kinds)
  call run('Fortran, -fdefault-integer-8: routines', routines)
  call run('Fortran, -fdefault-integer-8: do', loops)
  call run('Fortran, -fdefault-integer-8: reductions, atomic, lastprivate, copyprivate', data)
  call run('Fortran, -fdefault-integer-8: tasks', tasks)
  call finish()
end program
