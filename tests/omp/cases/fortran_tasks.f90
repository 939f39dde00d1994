! SPDX-License-Identifier: Apache-2.0
!
! Tasks in Fortran as gfortran 12 builds them and flang 19 does not, a case each: their clauses, reductions, taskloops
! of every shape, dependences of every kind. flang's program says of each why.
#ifndef __flang__
module tasks_and_loops
  use omp_lib
  use cases
  implicit none
  integer, parameter :: n = 60
contains
  subroutine taskgroup_reduction()
    integer :: i, total
    total = 5
    !$omp parallel
    !$omp single
    !$omp taskgroup task_reduction(+: total)
    do i = 1, n
      !$omp task in_reduction(+: total) firstprivate(i)
      total = total + i
      !$omp end task
    end do
    !$omp end taskgroup
    !$omp end single
    !$omp end parallel
    call check(total == 5 + n * (n + 1) / 2)
  end subroutine

  subroutine parallel_task_reduction()
    integer :: total
    total = 0
    !$omp parallel reduction(task, +: total) num_threads(3)
    !$omp task in_reduction(+: total)
    total = total + 1
    !$omp end task
    total = total + 10
    !$omp end parallel
    call check(mod(total, 11) == 0 .and. total >= 11)
  end subroutine

  subroutine taskloop_reductions()
    integer :: i, total, least
    total = 0
    least = n
    !$omp parallel
    !$omp single
    !$omp taskloop reduction(+: total) reduction(min: least) grainsize(7)
    do i = 1, n
      total = total + i
      least = min(least, i + 3)
    end do
    !$omp end taskloop
    !$omp end single
    !$omp end parallel
    call check(total == n * (n + 1) / 2 .and. least == 4)
  end subroutine

  subroutine taskloop_shapes()
    integer :: i, j, last, hits(n)
    hits = 0
    last = 0
    !$omp parallel
    !$omp single
    !$omp taskloop collapse(2) num_tasks(5) shared(hits)
    do i = 0, n / 10 - 1
      do j = 1, 10
        hits(i * 10 + j) = hits(i * 10 + j) + 1
      end do
    end do
    !$omp taskloop simd lastprivate(last) shared(hits)
    do i = n, 1, -1
      hits(i) = hits(i) + 1
      last = i
    end do
    !$omp taskloop nogroup priority(1) untied shared(hits)
    do i = 1, n, 2
      !$omp atomic
      hits(i) = hits(i) + 1
    end do
    !$omp taskwait
    !$omp end single
    !$omp end parallel
    call check(all(hits(1:n:2) == 3) .and. all(hits(2:n:2) == 2) .and. last == 1)
  end subroutine

  subroutine dependence_kinds()
    integer :: a, b, i, cells(4)
    a = 0
    b = 0
    cells = 0
    !$omp parallel
    !$omp single
    do i = 1, n
      !$omp task depend(mutexinoutset: a) shared(a)
      a = a + 1
      !$omp end task
    end do
    !$omp task depend(in: a) depend(out: b) shared(a, b)
    b = a
    !$omp end task
    !$omp task depend(iterator(i = 1:4), out: cells(i)) shared(cells)
    cells = 2
    !$omp end task
    !$omp task depend(in: cells(3), b) shared(cells, b)
    cells(3) = cells(3) + b
    !$omp end task
    !$omp taskwait depend(in: b)
    call check(b == n)
    !$omp end single
    !$omp end parallel
    call check(all(cells == [2, 2, n + 2, 2]))
  end subroutine

  recursive integer function fib(k) result(value)
    integer, intent(in) :: k
    integer :: a, b
    value = k
    if (k < 2) return
    !$omp task shared(a) firstprivate(k) final(k < 5) mergeable
    a = fib(k - 1)
    !$omp end task
    !$omp task shared(b) firstprivate(k) untied if(k > 3)
    b = fib(k - 2)
    !$omp end task
    !$omp taskwait
    value = a + b
  end function

  subroutine recursive_tasks()
    integer :: value
    !$omp parallel
    !$omp single
    value = fib(12)
    !$omp end single
    !$omp end parallel
    call check(value == 144)
  end subroutine

  subroutine detached()
    integer(omp_event_handle_kind) :: event
    integer :: after
    after = 0
    !$omp parallel
    !$omp single
    !$omp task detach(event)
    call omp_fulfill_event(event)
    !$omp end task
    !$omp taskwait
    after = 1
    !$omp end single
    !$omp end parallel
    call check(after == 1)
  end subroutine

  subroutine taskloops()
    integer :: i, total, last, hits(n)
    hits = 0
    total = 0
    !$omp parallel
    !$omp single
    !$omp taskloop grainsize(7) lastprivate(last)
    do i = 1, n
      hits(i) = hits(i) + 1
      last = i
    end do
    !$omp taskloop num_tasks(strict: 5) reduction(+: total)
    do i = n, 1, -1
      total = total + i
    end do
    !$omp end single
    !$omp end parallel
    call check(all(hits == 1) .and. last == n .and. total == n * (n + 1) / 2)
  end subroutine

  subroutine task_data()
    integer :: i, wrong, list(10)
    character(4) :: text
    real, allocatable :: values(:)
    wrong = 0
    allocate (values(3))
    !$omp parallel
    !$omp single
    do i = 1, 20
      list = i
      write (text, '(i4)') i
      values = i
      !$omp task firstprivate(i, list, text, values) shared(wrong)
      call in_task(i, list(2:5), text, values, wrong)
      !$omp end task
    end do
    !$omp end single
    !$omp end parallel
    call check(wrong == 0)
  end subroutine

  subroutine in_task(i, list, text, values, wrong)
    integer, intent(in) :: i, list(:)
    character(*), intent(in) :: text
    real, intent(in) :: values(:)
    integer, intent(inout) :: wrong
    character(4) :: want
    write (want, '(i4)') i
    if (any(list /= i) .or. text /= want .or. any(values /= i)) then
      !$omp atomic
      wrong = wrong + 1
    end if
  end subroutine

  subroutine task_clauses()
    integer :: total, i, x, y
    total = 0
    !$omp parallel
    !$omp single
    !$omp task untied if(total == 0) shared(total)
    !$omp taskyield
    !$omp atomic
    total = total + 1
    !$omp end task
    !$omp task final(.true.) mergeable priority(2) shared(total)
    call check(omp_in_final())
    !$omp atomic
    total = total + 1
    !$omp end task
    !$omp taskgroup
    do i = 1, 10
      !$omp task firstprivate(i) shared(total)
      !$omp atomic
      total = total + i
      !$omp end task
    end do
    !$omp end taskgroup
    x = 1
    !$omp task depend(out: x) shared(x)
    x = 2
    !$omp end task
    !$omp task depend(in: x) depend(out: y) shared(x, y)
    y = x + 1
    !$omp end task
    !$omp taskwait
    call check(y == 3 .and. total == 57)
    !$omp end single
    !$omp end parallel
  end subroutine
end module
#endif

program task_cases
#ifdef __flang__
  use cases
  call not_built('Fortran: taskgroup task_reduction, task in_reduction', 'flang 19 has no task reductions')
  call not_built('Fortran: parallel reduction(task, +)', 'flang 19 has no task reductions')
  call not_built('Fortran: taskloop reduction', 'flang 19 has no taskloop')
  call not_built('Fortran: taskloop collapse num_tasks; simd lastprivate; nogroup', 'flang 19 has no taskloop')
  call not_built('Fortran: task depend(mutexinoutset), iterators, taskwait depend', &
    'flang 19 knows neither mutexinoutset nor iterators')
  call not_built('Fortran: recursive tasks, final, mergeable, untied, if', 'flang 19 has no mergeable and no untied')
  call not_built('Fortran: task detach, omp_fulfill_event', 'flang 19 has no detach')
  call not_built('Fortran: taskloop', 'flang 19 has no taskloop')
  call not_built('Fortran: task firstprivate of arrays, characters, allocatables', &
    'flang 19 copies the firstprivate variables of a task when it starts, not when it is created')
  call not_built('Fortran: task, its clauses; taskgroup, taskwait, taskyield', &
    'flang 19 has no mergeable, untied, priority')
#else
  use tasks_and_loops
  call run('Fortran: taskgroup task_reduction, task in_reduction', taskgroup_reduction)
  call run('Fortran: parallel reduction(task, +)', parallel_task_reduction)
  call run('Fortran: taskloop reduction', taskloop_reductions)
  call run('Fortran: taskloop collapse num_tasks; simd lastprivate; nogroup', taskloop_shapes)
  call run('Fortran: task depend(mutexinoutset), iterators, taskwait depend', dependence_kinds)
  call run('Fortran: recursive tasks, final, mergeable, untied, if', recursive_tasks)
  call run('Fortran: task detach, omp_fulfill_event', detached)
  call run('Fortran: taskloop', taskloops)
  call run('Fortran: task firstprivate of arrays, characters, allocatables', task_data)
  call run('Fortran: task, its clauses; taskgroup, taskwait, taskyield', task_clauses)
#endif
  call finish()
end program
