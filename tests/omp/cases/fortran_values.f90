! SPDX-License-Identifier: Apache-2.0
!
! What moves values between threads in Fortran, a case each that gfortran 12 and flang 19 both build: reductions,
! atomics, threadprivate, copyin, copyprivate, firstprivate.
module values_of_threads
  use omp_lib
  use cases
  implicit none
  integer, parameter :: n = 100
  integer, save :: own = 3
  !$omp threadprivate(own)
contains
  subroutine reductions()
    integer :: i, s, p, low, high, all_bits, any_bits, parity
    logical :: both, either, same, differs
    real(8) :: d
    complex(8) :: z
    integer :: bins(7)
    s = 1; p = 1; low = 1000; high = -1; all_bits = 127; any_bits = 0; parity = 0
    both = .true.; either = .false.; same = .true.; differs = .false.
    d = 0; z = 0; bins = 0
    !$omp parallel do reduction(+: s, d, z, bins) reduction(*: p) reduction(min: low) reduction(max: high) &
    !$omp reduction(iand: all_bits) reduction(ior: any_bits) reduction(ieor: parity) &
    !$omp reduction(.and.: both) reduction(.or.: either) reduction(.eqv.: same) reduction(.neqv.: differs)
    do i = 1, n
      s = s + i
      d = d + 0.5d0
      z = z + (1d0, -1d0)
      bins(mod(i, 7) + 1) = bins(mod(i, 7) + 1) + 1
      if (mod(i, 25) == 0) p = p * 3
      low = min(low, mod(i * 7, 101))
      high = max(high, mod(i * 7, 101))
      all_bits = iand(all_bits, not(ishft(1, mod(i, 3))))
      any_bits = ior(any_bits, ishft(1, mod(i, 6)))
      parity = ieor(parity, i)
      both = both .and. i > 0
      either = either .or. i == 50
      same = same .eqv. mod(i, 2) == 0
      differs = differs .neqv. i <= 3
    end do
    call check(s == 5051 .and. p == 81 .and. low == 1 .and. high == 100)
    call check(all_bits == 120 .and. any_bits == 63 .and. parity == 100)
    call check(both .and. either .and. same .and. differs)
    call check(d == 50 .and. z == (100d0, -100d0) .and. sum(bins) == n .and. bins(1) == 14)
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

  subroutine atomics()
    integer :: i, v, low, got
    integer(1) :: tiny
    integer(8) :: wide
    real :: r
    real(8) :: d
    logical :: l
    v = 0; low = 1000; tiny = 0; wide = 0; r = 0; d = 1; l = .false.
    !$omp parallel do private(got)
    do i = 1, n
      !$omp atomic
      v = v + 1
      !$omp atomic
      low = min(low, i)
      !$omp atomic update
      tiny = tiny + 1_1
      !$omp atomic seq_cst
      wide = wide + 10000000000_8
      !$omp atomic
      r = r + 1
      !$omp atomic
      d = d * (-1)
      !$omp atomic
      l = l .or. i == 7
      !$omp atomic capture
      v = v + 1
      got = v
      !$omp end atomic
      !$omp atomic capture
      got = v
      v = v - 1
      !$omp end atomic
      !$omp atomic read
      got = v
      call check(got > 0)
      !$omp atomic
      v = ieor(v, 4096)
      !$omp atomic
      v = ieor(v, 4096)
    end do
    call check(v == n .and. low == 1 .and. tiny == 100 .and. wide == 1000000000000_8)
    call check(r == 100 .and. d == 1 .and. l)
    !$omp atomic write
    v = 5
    call check(v == 5)
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

  subroutine threadprivates()
    integer :: common_own
    common /block/ common_own
    !$omp threadprivate(/block/)
    own = 8
    common_own = 9
    !$omp parallel copyin(own, /block/)
    call check(own == 8 .and. common_own == 9)
    own = omp_get_thread_num()
    common_own = own
    !$omp barrier
    call check(own == omp_get_thread_num() .and. common_own == own)
    !$omp end parallel
    own = 3
  end subroutine

  subroutine private_kinds()
    type pair
      integer :: a
      real, allocatable :: list(:)
    end type
    type(pair) :: p
    character(5) :: text
    real, allocatable :: values(:), none(:)
    integer :: wrong
    p%a = 4
    allocate (p%list(3))
    p%list = 1.5
    text = 'hello'
    allocate (values(4))
    values = 2
    wrong = 0
    !$omp parallel firstprivate(p, text, values, none) reduction(+: wrong)
    if (p%a /= 4 .or. any(p%list /= 1.5) .or. text /= 'hello') wrong = wrong + 1
    if (any(values /= 2) .or. allocated(none)) wrong = wrong + 1
    p%list = 0
    text = 'gone'
    values = 0
    !$omp end parallel
    call check(wrong == 0 .and. all(p%list == 1.5) .and. text == 'hello' .and. all(values == 2))
  end subroutine

  subroutine single_copyprivate()
    integer :: x, list(5)
    character(6) :: text
    real(8), allocatable :: values(:)
    !$omp parallel private(x, list, text, values)
    allocate (values(3))
    !$omp single
    x = 7
    list = [1, 2, 3, 4, 5]
    text = 'copied'
    values = 2.5d0
    !$omp end single copyprivate(x, list, text, values)
    call check(x == 7 .and. list(5) == 5 .and. text == 'copied' .and. all(values == 2.5d0))
    deallocate (values)
    !$omp end parallel
  end subroutine
end module

program value_cases
  use values_of_threads
  call run('Fortran: reduction, every operation', reductions)
  call run('Fortran: reduction of arrays and allocatables', array_reductions)
  call run('Fortran: atomic', atomics)
  call run('Fortran: atomic with memory orders, flush', atomic_memory_orders)
  call run('Fortran: threadprivate of variables and common blocks, copyin', threadprivates)
  call run('Fortran: parallel firstprivate of derived types, characters, allocatables', private_kinds)
  call run('Fortran: single copyprivate, of characters and allocatables too', single_copyprivate)
  call finish()
end program
