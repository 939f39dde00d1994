! SPDX-License-Identifier: Apache-2.0
!
! Reductions of Fortran's kinds without tasks: in each other, in orphaned and internal procedures, of results,
! adjustable arrays; what they begin with, and what a loop without iterations leaves.
module nested_reductions
  use omp_lib
  use cases
  implicit none
  integer, parameter :: n = 100
  integer :: shared_sum
contains
  subroutine in_each_other()
    integer :: outer, inner, i, threads
    outer = 0
    call omp_set_max_active_levels(2)
    !$omp parallel reduction(+: outer) private(inner, threads)
    inner = 100
    threads = 0
    !$omp parallel num_threads(2) reduction(+: inner, threads)
    threads = threads + 1
    !$omp do
    do i = 1, n
      inner = inner + 1
    end do
    !$omp end parallel
    call expect('the inner region', inner, 100 + n)
    call check(threads >= 1 .and. threads <= 2)
    !$omp parallel do num_threads(2) reduction(+: outer)
    do i = 1, n
      outer = outer + 1
    end do
    !$omp end parallel
    call omp_set_max_active_levels(1)
    call expect('the outer region', outer, n * omp_get_max_threads())
  end subroutine

  subroutine add_all(values, total)
    integer, intent(in) :: values(:)
    integer, intent(inout) :: total
    integer :: i
    !$omp do reduction(+: total)
    do i = 1, size(values)
      total = total + values(i)
    end do
  end subroutine

  subroutine orphaned()
    integer :: i, values(n)
    values = [(i, i = 1, n)]
    shared_sum = 7
    !$omp parallel
    do i = 1, 20
      call add_all(values(i:n), shared_sum)
    end do
    call in_sections()
    !$omp end parallel
    call expect('20 loops and the sections', shared_sum, 7 + sum([(sum(values(i:n)), i = 1, 20)]) + 111)
  contains
    subroutine in_sections()
      !$omp sections reduction(+: shared_sum)
      !$omp section
      shared_sum = shared_sum + 1
      !$omp section
      shared_sum = shared_sum + 10
      !$omp section
      shared_sum = shared_sum + 100
      !$omp end sections
    end subroutine
  end subroutine

  ! The loops' sums are complete behind the barrier, not behind the loop.
  subroutine without_barriers()
    integer :: a, b, i
    a = 1
    b = 1
    !$omp parallel
    !$omp do reduction(+: a) schedule(dynamic)
    do i = 1, n
      a = a + i
    end do
    !$omp end do nowait
    !$omp do reduction(max: b) schedule(static)
    do i = n, 1, -1
      b = max(b, mod(i * 3, 101))
    end do
    !$omp end do nowait
    !$omp barrier
    call expect('sum', a, 5051)
    call expect('maximum', b, 100)
    !$omp end parallel
  end subroutine

  subroutine kinds()
    integer :: i
    integer(1) :: tiny_sum, least
    integer(2) :: small
    integer(8) :: wide, highest, bits
    real(4) :: r, low
    real(8) :: d
    ! x87's kind; where there is none, the next larger one, quadruple precision
    integer, parameter :: extended_kind = selected_real_kind(18)
    real(extended_kind) :: extended
    integer, parameter :: quad_kind = max(selected_real_kind(33), extended_kind)
    real(quad_kind) :: quad
    complex(4) :: z
    complex(8) :: zz
    logical(1) :: both
    logical(8) :: either
    tiny_sum = 1; least = 100; small = 1; wide = 1; highest = -huge(highest); bits = -1
    r = 0; low = huge(low); d = 1; extended = 0; quad = 0; z = 0; zz = (1d0, 0d0)
    both = .true._1; either = .false._8
    !$omp parallel do reduction(+: tiny_sum, small, wide, r, extended, quad, z) reduction(*: d, zz) &
    !$omp& reduction(min: least, low) reduction(max: highest) reduction(iand: bits) reduction(.and.: both) &
    !$omp& reduction(.or.: either)
    do i = 1, n
      tiny_sum = tiny_sum + 1_1
      least = min(least, int(101 - i, 1))
      small = small + 2_2
      wide = wide + 10000000000_8
      highest = max(highest, -int(i, 8))
      bits = iand(bits, not(ishft(1_8, mod(i, 40))))
      r = r + 0.5
      low = min(low, real(i) - 3.5)
      if (mod(i, 10) == 0) d = d * (-2)
      extended = extended + 0.25_extended_kind
      quad = quad + 0.125_quad_kind
      z = z + (1.0, -1.0)
      if (mod(i, 25) == 0) zz = zz * (0d0, 1d0)
      both = both .and. i <= n
      either = either .or. i == n
    end do
    call expect('integer(1)', int(tiny_sum), 101)
    call expect('integer(1), min', int(least), 1)
    call expect('integer(2)', int(small), 201)
    call expect('integer(8)', wide, 1000000000001_8)
    call expect('integer(8), max', highest, -1_8)
    call expect('integer(8), iand', bits, ishft(-1_8, 40))
    call expect('real(4)', real(r, 8), 50d0)
    call expect('real(4), min', real(low, 8), -2.5d0)
    call expect('real(8), *', d, 1024d0)
    call expect('extended', real(extended, 8), 25d0)
    call expect('real(16)', real(quad, 8), 12.5d0)
    call check(z == (100.0, -100.0) .and. zz == (1d0, 0d0))
    call check(logical(both) .and. logical(either))
  end subroutine

  subroutine no_iterations()
    integer :: i, a, list(2), low, none
    real(8) :: d
    a = 5; low = 6; d = 7; list = [8, 9]
    none = 0
    !$omp parallel do reduction(+: a, list) reduction(min: low) reduction(*: d)
    do i = 1, none
      a = 0
      low = 0
      d = 0
      list = 0
    end do
    call expect('+', a, 5)
    call expect('min', low, 6)
    call expect('*', d, 7d0)
    call expect('an array', list, [8, 9])
  end subroutine

  ! A copy begins with the value that changes nothing, not with the variable's.
  subroutine first_values()
    integer :: a, p, low, high
    real(8) :: lowest
    logical :: both
    a = 10; p = 3; low = 5; high = -5; lowest = 1; both = .false.
    !$omp parallel reduction(+: a) reduction(*: p) reduction(min: low, lowest) reduction(max: high) &
    !$omp& reduction(.and.: both)
    call expect('+', a, 0)
    call expect('*', p, 1)
    call expect('min', low, huge(low))
    call expect('max', high, -huge(high) - 1)
    call expect('.and.', both, .true.)
    call check(lowest >= huge(lowest))
    !$omp end parallel
    call expect('p', p, 3)
    call expect('low', low, 5)
    call expect('high', high, -5)
    call expect('both', both, .false.)
  end subroutine

  integer function summed(limit) result(value)
    integer, intent(in) :: limit
    integer :: i
    value = 0
    !$omp parallel do reduction(+: value)
    do i = 1, limit
      value = value + i
    end do
  end function

  subroutine adjustable(m, list, other)
    integer, intent(in) :: m
    integer, intent(inout) :: list(m)
    integer, intent(inout) :: other
    integer :: automatic(m, 2), i
    automatic = 1
    !$omp parallel do reduction(+: list, automatic, other) schedule(static, 3)
    do i = 1, n
      list(mod(i, m) + 1) = list(mod(i, m) + 1) + 1
      automatic(:, 2) = automatic(:, 2) + 1
      other = other + i
    end do
    call expect('an automatic array', sum(automatic), m * (n + 2))
  end subroutine

#ifndef __flang__
  subroutine own_bounds()
    integer :: list(-1:3), i
    list = 0
    call inner(3, list)
    !$omp parallel do reduction(+: list)
    do i = 1, n
      list(mod(i, 5) - 1) = list(mod(i, 5) - 1) + 1
    end do
    call expect('elements', list, [120, 120, 120, 120, 120])
  contains
    subroutine inner(high, values)
      integer, intent(in) :: high
      integer, intent(inout) :: values(-1:high)
      integer :: i
      !$omp parallel do reduction(+: values)
      do i = 1, n
        values(-1:high) = values(-1:high) + 1
      end do
    end subroutine
  end subroutine
#endif

  subroutine whatever_variable()
    integer :: list(5), inside, one
    one = 1
    list = [0, 10, 20, 30, 40]
    call adjustable(5, list, one)
    call expect('an adjustable array', list, [20, 30, 40, 50, 60])
    call expect('a target', one, 5051)
    call expect('a result', summed(n), 5050)
    inside = 4
    call internal()
    call expect('a variable of the host', inside, 4 + n)
  contains
    subroutine internal()
      integer :: i
      !$omp parallel do reduction(+: inside)
      do i = 1, n
        inside = inside + 1
      end do
    end subroutine
  end subroutine
end module

program reduction_cases
  use cases
  use nested_reductions
  implicit none
  call run('Fortran: regions and loops that reduce, in each other', in_each_other)
  call run('Fortran: orphaned do and sections reduction', orphaned)
  call run('Fortran: do reduction with nowait', without_barriers)
  call run('Fortran: reduction of all kinds', kinds)
  call run('Fortran: reduction of loops without iterations', no_iterations)
  call run('Fortran: what reductions begin with', first_values)
#ifdef __flang__
  call not_built('Fortran: reduction of arrays with bounds of their own', 'flang 19 writes beside the copies')
#else
  call run('Fortran: reduction of arrays with bounds of their own', own_bounds)
#endif
  call run('Fortran: reduction of results, adjustable and automatic arrays', whatever_variable)
  call finish()
end program
