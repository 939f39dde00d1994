! SPDX-License-Identifier: Apache-2.0
!
! Constructs and clauses in Fortran that gfortran 12 builds and flang 19 does not, a case each: task reductions,
! taskloops of every shape, doacross and distributed loops, scope, scan. flang's program says of each why.
#ifndef __flang__
module more_constructs
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

  subroutine declared_reduction()
    type :: pair
      integer :: low = huge(0), high = -huge(0)
    end type
    type(pair) :: bounds
    integer :: i
    !$omp declare reduction(widen: pair: omp_out = pair(min(omp_out%low, omp_in%low), &
    !$omp& max(omp_out%high, omp_in%high))) initializer(omp_priv = pair())
    !$omp parallel do reduction(widen: bounds)
    do i = 1, n
      bounds = pair(min(bounds%low, i), max(bounds%high, i))
    end do
    call check(bounds%low == 1 .and. bounds%high == n)
  end subroutine

  subroutine simd_loops()
    integer :: i, a(n), total
    a = [(i, i = 1, n)]
    total = 0
    !$omp simd reduction(+: total) safelen(8) simdlen(4)
    do i = 1, n
      total = total + doubled(a(i))
    end do
    !$omp parallel do simd reduction(+: total)
    do i = 1, n
      total = total - 2 * a(i)
    end do
    call check(total == 0)
  contains
    integer function doubled(value)
      !$omp declare simd(doubled) notinbranch
      integer, intent(in) :: value
      doubled = 2 * value
    end function
  end subroutine

  subroutine distributed_loops()
    integer :: i, hits(n)
    hits = 0
    !$omp teams distribute parallel do num_teams(2) thread_limit(2) dist_schedule(static, 8)
    do i = 1, n
      hits(i) = hits(i) + 1
    end do
    call check(all(hits == 1))
  end subroutine

  subroutine do_doacross()
    integer :: i, j, grid(0:10, 0:10)
    grid = 1
    !$omp parallel do ordered(2) schedule(static, 1)
    do i = 1, 10
      do j = 1, 10
        !$omp ordered depend(sink: i - 1, j) depend(sink: i, j - 1)
        grid(j, i) = mod(grid(j - 1, i) + grid(j, i - 1), 1000)
        !$omp ordered depend(source)
      end do
    end do
    call check(grid(3, 3) == 20 .and. grid(5, 5) == 252)
  end subroutine

  subroutine scopes()
    integer :: total
    total = 0
    !$omp parallel
    !$omp scope reduction(+: total)
    total = total + 2
    !$omp end scope
    !$omp end parallel
    call check(total == 2 * omp_get_max_threads())
  end subroutine

  subroutine scan()
    integer :: i, x, values(n)
    x = 0
    !$omp parallel do reduction(inscan, +: x)
    do i = 1, n
      x = x + i
      !$omp scan inclusive(x)
      values(i) = x
    end do
    call check(all(values == [(i * (i + 1) / 2, i = 1, n)]))
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

  subroutine bound_to_loop()
    integer :: i, hits(n)
    hits = 0
    !$omp parallel loop
    do i = 1, n
      hits(i) = hits(i) + 1
    end do
    call check(all(hits == 1))
  end subroutine

  subroutine do_linear()
    integer :: i, step
    step = 10
    !$omp parallel do linear(step: 2) schedule(static)
    do i = 1, n
      call check(step == 10 + 2 * (i - 1))
      step = step + 2
    end do
    call check(step == 10 + 2 * n)
  end subroutine

  subroutine complex_atomics()
    integer :: i
    complex :: z
    z = 0
    !$omp parallel do
    do i = 1, n
      !$omp atomic
      z = z + (1, 2)
    end do
    call check(z == cmplx(n, 2 * n))
  end subroutine

  subroutine teams_reductions()
    integer :: i, leagues, total
    leagues = 0
    total = 0
    !$omp teams num_teams(2) reduction(+: leagues)
    leagues = leagues + 1
    !$omp end teams
    call check(leagues == 1 .or. leagues == 2)
    !$omp teams distribute parallel do num_teams(2) reduction(+: total) dist_schedule(static, 9)
    do i = 1, n
      total = total + i
    end do
    call check(total == n * (n + 1) / 2)
  end subroutine

  subroutine targets()
    integer :: i, x, a(n)
    x = 1
    a = 0
    !$omp target map(tofrom: x)
    x = x + 1
    !$omp end target
    call check(x == 2)
    !$omp target data map(tofrom: a)
    !$omp target
    do i = 1, n
      a(i) = i
    end do
    !$omp end target
    !$omp target update from(a)
    !$omp end target data
    call check(sum(a) == n * (n + 1) / 2)
    !$omp target enter data map(to: a)
    !$omp target parallel do
    do i = 1, n
      a(i) = a(i) + 1
    end do
    !$omp target exit data map(from: a)
    call check(sum(a) == n * (n + 3) / 2)
  end subroutine

  subroutine target_teams_loops()
    integer :: i, a(n)
    a = 0
    !$omp target teams distribute parallel do map(tofrom: a)
    do i = 1, n
      a(i) = i
    end do
    call check(sum(a) == n * (n + 1) / 2)
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

  subroutine do_concurrent_order()
    integer :: i, hits(n)
    hits = 0
    !$omp parallel
    !$omp do order(concurrent)
    do i = 1, n
      hits(i) = hits(i) + 1
    end do
    !$omp end do nowait
    !$omp end parallel
    call check(all(hits == 1))
  end subroutine

  subroutine distributes()
    integer :: i, hits(n)
    hits = 0
    !$omp teams distribute num_teams(2) dist_schedule(static, 9)
    do i = 1, n
      hits(i) = hits(i) + 1
    end do
    !$omp teams distribute simd
    do i = 1, n
      hits(i) = hits(i) + 1
    end do
    call check(all(hits == 2))
  end subroutine

  subroutine cancelled_constructs()
    integer :: i, n_done, n_wrong
    n_done = 0
    n_wrong = 0
    !$omp parallel
    !$omp do
    do i = 1, 100 * n
      !$omp atomic
      n_done = n_done + 1
      !$omp cancel do
      n_wrong = n_wrong + 1
    end do
    !$omp end do
    !$omp single
    !$omp taskgroup
    do i = 1, n
      !$omp task shared(n_wrong)
      !$omp cancel taskgroup
      n_wrong = n_wrong + 1
      !$omp end task
    end do
    !$omp end taskgroup
    !$omp end single
    !$omp cancel parallel
    n_wrong = n_wrong + 1
    !$omp end parallel
    call check(n_done >= 1 .and. n_done <= omp_get_max_threads() .and. n_wrong == 0)
  end subroutine
end module
#endif

program fortran_more
#ifdef __flang__
  use cases
  call not_built('Fortran: taskgroup task_reduction, task in_reduction', 'flang 19 has no task reductions')
  call not_built('Fortran: parallel reduction(task, +)', 'flang 19 has no task reductions')
  call not_built('Fortran: taskloop reduction', 'flang 19 has no taskloop')
  call not_built('Fortran: taskloop collapse num_tasks; simd lastprivate; nogroup', 'flang 19 has no taskloop')
  call not_built('Fortran: task depend(mutexinoutset), iterators, taskwait depend', &
    'flang 19 knows neither mutexinoutset nor iterators')
  call not_built('Fortran: recursive tasks, final, mergeable, untied, if', 'flang 19 has no mergeable and no untied')
  call not_built('Fortran: declare reduction of a derived type', 'flang 19 has no declare reduction')
  call not_built('Fortran: simd, declare simd, do simd', 'flang 19 has no declare simd')
  call not_built('Fortran: teams distribute parallel do, dist_schedule', 'flang 19 has no distribute')
  call not_built('Fortran: do ordered(2) depend(sink), depend(source)', 'flang 19 has no doacross loops')
  call not_built('Fortran: scope', 'flang 19 has no scope')
  call not_built('Fortran: reduction(inscan), scan', 'flang 19 has no scan')
  call not_built('Fortran: task detach, omp_fulfill_event', 'flang 19 has no detach')
  call not_built('Fortran: taskloop', 'flang 19 has no taskloop')
  call not_built('Fortran: parallel loop', 'flang 19 has no loop')
  call not_built('Fortran: do linear', 'flang 19 has no linear on loops')
  call not_built('Fortran: atomic of complex numbers', 'flang 19 has no atomic of complex numbers')
  call not_built('Fortran: teams reduction', 'flang 19 has no reduction on teams')
  call not_built('Fortran: target, target data', 'flang 19 calls libomptarget, which it does not link')
  call not_built('Fortran: target teams distribute parallel do', 'flang 19 has no distribute')
  call not_built('Fortran: task firstprivate of arrays, characters, allocatables', &
    'flang 19 copies the firstprivate variables of a task when it starts, not when it is created')
  call not_built('Fortran: task, its clauses; taskgroup, taskwait, taskyield', &
    'flang 19 has no mergeable, untied, priority')
  call not_built('Fortran: do order(concurrent)', 'flang 19 shares the loop variable then')
  call not_built('Fortran: teams distribute, simd', 'flang 19 has no distribute')
  call not_built('Fortran: cancel do, taskgroup, parallel', 'flang 19 has no cancel')
#else
  use more_constructs
  call run('Fortran: taskgroup task_reduction, task in_reduction', taskgroup_reduction)
  call run('Fortran: parallel reduction(task, +)', parallel_task_reduction)
  call run('Fortran: taskloop reduction', taskloop_reductions)
  call run('Fortran: taskloop collapse num_tasks; simd lastprivate; nogroup', taskloop_shapes)
  call run('Fortran: task depend(mutexinoutset), iterators, taskwait depend', dependence_kinds)
  call run('Fortran: recursive tasks, final, mergeable, untied, if', recursive_tasks)
  call run('Fortran: declare reduction of a derived type', declared_reduction)
  call run('Fortran: simd, declare simd, do simd', simd_loops)
  call run('Fortran: teams distribute parallel do, dist_schedule', distributed_loops)
  call run('Fortran: do ordered(2) depend(sink), depend(source)', do_doacross)
  call run('Fortran: scope', scopes)
  call run('Fortran: reduction(inscan), scan', scan)
  call run('Fortran: task detach, omp_fulfill_event', detached)
  call run('Fortran: taskloop', taskloops)
  call run('Fortran: parallel loop', bound_to_loop)
  call run('Fortran: do linear', do_linear)
  call run('Fortran: atomic of complex numbers', complex_atomics)
  call run('Fortran: teams reduction', teams_reductions)
  call run('Fortran: target, target data', targets)
  call run('Fortran: target teams distribute parallel do', target_teams_loops)
  call run('Fortran: task firstprivate of arrays, characters, allocatables', task_data)
  call run('Fortran: task, its clauses; taskgroup, taskwait, taskyield', task_clauses)
  call run('Fortran: do order(concurrent)', do_concurrent_order)
  call run('Fortran: teams distribute, simd', distributes)
  call run('Fortran: cancel do, taskgroup, parallel', cancelled_constructs)
#endif
  call finish()
end program
