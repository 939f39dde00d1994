! SPDX-License-Identifier: Apache-2.0
!
! Further constructs and clauses in Fortran, a case each: task reductions, cancellation, nesting, taskloops of every
! shape, and the routines around them.
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

  subroutine nested_parallels()
    integer :: total
    total = 0
    call omp_set_max_active_levels(2)
    !$omp parallel num_threads(2) reduction(+: total)
    !$omp parallel num_threads(2) reduction(+: total)
    call check(omp_get_level() == 2 .and. omp_get_ancestor_thread_num(0) == 0)
    call check(omp_get_team_size(2) == omp_get_num_threads())
    total = total + 1
    !$omp end parallel
    !$omp end parallel
    call omp_set_max_active_levels(1)
    call check(total >= 1 .and. total <= 4)
  end subroutine

  subroutine cancelled_constructs()
    integer :: i, n_done, n_wrong
    if (.not. omp_get_cancellation()) return
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

  subroutine array_reductions()
    integer :: i, sums(4)
    real(8), allocatable :: grown(:)
    sums = 1
    allocate (grown(3), source=0.5_8)
    !$omp parallel do reduction(+: sums, grown) schedule(static, 1)
    do i = 1, n
      sums(mod(i, 4) + 1) = sums(mod(i, 4) + 1) + 1
      grown = grown + 1
    end do
    call check(all(sums == 1 + n / 4) .and. all(grown == n + 0.5_8))
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

  subroutine conditional_parallels()
    integer :: threads
    logical :: yes
    yes = omp_get_max_threads() < 0
    threads = 0
    !$omp parallel if(parallel: yes) default(none) shared(threads)
    !$omp atomic
    threads = threads + omp_get_num_threads()
    !$omp end parallel
    call check(threads == 1)
    !$omp parallel proc_bind(close) num_threads(2) private(threads)
    threads = omp_get_thread_num()
    call check(threads >= 0 .and. threads < 2)
    !$omp end parallel
  end subroutine

  subroutine atomic_memory_orders()
    integer :: value, seen, i
    value = 0
    !$omp parallel do private(seen)
    do i = 1, n
      !$omp atomic capture acq_rel
      value = value + 1
      seen = value
      !$omp end atomic
      call check(seen >= 1 .and. seen <= n)
      !$omp atomic read acquire
      seen = value
      !$omp flush
    end do
    !$omp atomic write release
    seen = n + 1
    !$omp atomic seq_cst
    value = max(value, seen)
    call check(value == n + 1)
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
end module

program fortran_more
  use more_constructs
  call run('Fortran: taskgroup task_reduction, task in_reduction', taskgroup_reduction)
  call run('Fortran: parallel reduction(task, +)', parallel_task_reduction)
  call run('Fortran: taskloop reduction', taskloop_reductions)
  call run('Fortran: taskloop collapse num_tasks; simd lastprivate; nogroup', taskloop_shapes)
  call run('Fortran: task depend(mutexinoutset), iterators, taskwait depend', dependence_kinds)
  call run('Fortran: recursive tasks, final, mergeable, untied, if', recursive_tasks)
  call run('Fortran: nested parallel, its routines', nested_parallels)
  call run('Fortran: cancel do, taskgroup, parallel', cancelled_constructs)
  call run('Fortran: declare reduction of a derived type', declared_reduction)
  call run('Fortran: reduction of arrays and allocatables', array_reductions)
  call run('Fortran: simd, declare simd, do simd', simd_loops)
  call run('Fortran: parallel if, default(none), proc_bind', conditional_parallels)
  call run('Fortran: atomic with memory orders, flush', atomic_memory_orders)
  call run('Fortran: teams distribute parallel do, dist_schedule', distributed_loops)
  call finish()
end program
