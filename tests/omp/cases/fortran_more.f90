! SPDX-License-Identifier: Apache-2.0
!
! Constructs and clauses in Fortran that gfortran 12 builds and flang 19 does not, a case each: doacross and
! distributed loops, scope, scan, target regions; tasks are in fortran_tasks.f90. flang's program says of each why.
!
! test: ENV OMP_CANCELLATION=true
#ifndef __flang__
module more_constructs
  use omp_lib
  use cases
  implicit none
  integer, parameter :: n = 60
contains
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
  call not_built('Fortran: declare reduction of a derived type', 'flang 19 has no declare reduction')
  call not_built('Fortran: simd, declare simd, do simd', 'flang 19 has no declare simd')
  call not_built('Fortran: teams distribute parallel do, dist_schedule', 'flang 19 has no distribute')
  call not_built('Fortran: do ordered(2) depend(sink), depend(source)', 'flang 19 has no doacross loops')
  call not_built('Fortran: scope', 'flang 19 has no scope')
  call not_built('Fortran: reduction(inscan), scan', 'flang 19 has no scan')
  call not_built('Fortran: parallel loop', 'flang 19 has no loop')
  call not_built('Fortran: do linear', 'flang 19 has no linear on loops')
  call not_built('Fortran: atomic of complex numbers', 'flang 19 has no atomic of complex numbers')
  call not_built('Fortran: teams reduction', 'flang 19 has no reduction on teams')
  call not_built('Fortran: target, target data', 'flang 19 calls libomptarget, which it does not link')
  call not_built('Fortran: target teams distribute parallel do', 'flang 19 has no distribute')
  call not_built('Fortran: do order(concurrent)', 'flang 19 shares the loop variable then')
  call not_built('Fortran: teams distribute, simd', 'flang 19 has no distribute')
  call not_built('Fortran: cancel do, taskgroup, parallel', 'flang 19 has no cancel')
#else
  use more_constructs
  call run('Fortran: declare reduction of a derived type', declared_reduction)
  call run('Fortran: simd, declare simd, do simd', simd_loops)
  call run('Fortran: teams distribute parallel do, dist_schedule', distributed_loops)
  call run('Fortran: do ordered(2) depend(sink), depend(source)', do_doacross)
  call run('Fortran: scope', scopes)
  call run('Fortran: reduction(inscan), scan', scan)
  call run('Fortran: parallel loop', bound_to_loop)
  call run('Fortran: do linear', do_linear)
  call run('Fortran: atomic of complex numbers', complex_atomics)
  call run('Fortran: teams reduction', teams_reductions)
  call run('Fortran: target, target data', targets)
  call run('Fortran: target teams distribute parallel do', target_teams_loops)
  call run('Fortran: do order(concurrent)', do_concurrent_order)
  call run('Fortran: teams distribute, simd', distributes)
  call run('Fortran: cancel do, taskgroup, parallel', cancelled_constructs)
#endif
  call finish()
end program
