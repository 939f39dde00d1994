! SPDX-License-Identifier: Apache-2.0
!
! Declared reductions in Fortran: by expressions, subroutines, functions and operators, in modules and in procedures, of
! derived types with allocatable components, characters and arrays; on every construct that reduces. And scan. flang 19
! has neither.
!
! test: LEFT_OUT flang 'flang 19 has no declare reduction and no scan'
module declared_types
  implicit none
  type :: bag
    integer, allocatable :: items(:)
  end type
  type :: factors
    integer(8) :: factor = 1
    character(20) :: trace = ''
  end type
  interface operator(.joined.)
    module procedure join
  end interface
  interface operator(*)
    module procedure multiply
  end interface
  !$omp declare reduction(.joined.: bag: omp_out = omp_out .joined. omp_in) initializer(begin_bag(omp_priv))
  !$omp declare reduction(*: factors: omp_out = omp_out * omp_in) initializer(omp_priv = factors(1, 'copy'))
contains
  subroutine begin_bag(it)
    type(bag), intent(out) :: it
    allocate (it%items(0))
  end subroutine
  function join(a, b) result(both)
    type(bag), intent(in) :: a, b
    type(bag) :: both
    allocate (both%items(size(a%items) + size(b%items)))
    both%items = [a%items, b%items]
  end function
  elemental function multiply(a, b) result(both)
    type(factors), intent(in) :: a, b
    type(factors) :: both
    both = factors(a%factor * b%factor, a%trace)
  end function
end module

module declared_reductions
  use omp_lib
  use cases
  use declared_types
  implicit none
  integer, parameter :: n = 100
contains
  subroutine operators()
    type(bag) :: all_of
    type(factors) :: p
    integer :: i
    allocate (all_of%items(1), source=0)
    !$omp parallel do reduction(.joined.: all_of) schedule(dynamic, 3)
    do i = 1, n
      all_of%items = [all_of%items, i]
    end do
    call expect('how many items', size(all_of%items), n + 1)
    do i = 0, n
      call expect('how often an item is there', count(all_of%items == i), 1)
    end do
    p = factors(3, 'original')
    !$omp parallel do reduction(*: p)
    do i = 1, n
      if (p%trace /= 'copy') call expect('the trace of a copy', trim(p%trace), 'copy')
      if (mod(i, 10) == 0) p%factor = p%factor * 2
    end do
    call expect('product', p%factor, 3072_8)
    call expect('the trace of the original', trim(p%trace), 'original')
  end subroutine

  ! The declaration is the procedure's own; the combiner is a subroutine, the initializer looks at the original.
  subroutine with_subroutines()
    integer :: x, i
    !$omp declare reduction(farthest: integer: choose(omp_out, omp_in)) initializer(omp_priv = omp_orig)
    x = 3
    !$omp parallel do reduction(farthest: x)
    do i = -n, n / 2
      call choose(x, i)
    end do
    call expect('the farthest of 0', x, -n)
  contains
    subroutine choose(a, b)
      integer, intent(inout) :: a
      integer, intent(in) :: b
      if (abs(b) > abs(a)) a = b
    end subroutine
  end subroutine

  subroutine of_characters()
    character(8) :: last
    integer :: i
    !$omp declare reduction(later: character(8): omp_out = later(omp_out, omp_in)) initializer(omp_priv = '')
    last = 'b'
    !$omp parallel do reduction(later: last)
    do i = 1, 26
      last = later(last, achar(96 + i) // 'word')
    end do
    call expect('the last word', last, 'zword   ')
  contains
    function later(a, b)
      character(8), intent(in) :: a
      character(*), intent(in) :: b
      character(8) :: later
      later = a
      if (b > a) later = b
    end function
  end subroutine

  subroutine of_arrays()
    type(factors) :: list(3)
    type(factors), allocatable :: grown(:)
    integer :: i
    list = factors(2, 'original')
    allocate (grown(4))
    grown = factors(5, 'original')
    !$omp parallel do reduction(*: list, grown)
    do i = 1, 12
      list(mod(i, 3) + 1) = list(mod(i, 3) + 1) * factors(2, '')
      grown(mod(i, 4) + 1)%factor = grown(mod(i, 4) + 1)%factor * 3
    end do
    call expect('elements', int(list%factor), [32, 32, 32])
    call expect('elements of an allocatable', int(grown%factor), [135, 135, 135, 135])
    call expect('a trace', trim(grown(4)%trace), 'original')
  end subroutine

  subroutine on_constructs()
    type(factors) :: p
    integer :: i, threads
    threads = omp_get_max_threads()
    p = factors(1, '')
    !$omp parallel reduction(*: p)
    p%factor = 2
    !$omp end parallel
    call expect('parallel', p%factor, ishft(1_8, threads))
    p%factor = 5
    !$omp parallel sections reduction(*: p)
    !$omp section
    p%factor = p%factor * 3
    !$omp section
    p%factor = p%factor * 7
    !$omp end parallel sections
    call expect('sections', p%factor, 105_8)
    !$omp parallel
    !$omp scope reduction(*: p)
    p%factor = p%factor * 2
    !$omp end scope
    !$omp end parallel
    call expect('scope', p%factor, 105 * ishft(1_8, threads))
    p%factor = 1
    !$omp simd reduction(*: p)
    do i = 1, 10
      p%factor = p%factor * 2
    end do
    call expect('simd', p%factor, 1024_8)
    !$omp teams distribute parallel do num_teams(2) reduction(*: p)
    do i = 1, 10
      p%factor = p%factor * 2
    end do
    call expect('teams distribute parallel do', p%factor, 1048576_8)
  end subroutine

  subroutine scans()
    integer :: i, x, before(n), behind(n), list(2)
    integer(8) :: product_so_far, products(20)
    x = 10
    !$omp parallel do reduction(inscan, +: x)
    do i = 1, n
      before(i) = x
      !$omp scan exclusive(x)
      x = x + i
    end do
    call expect('exclusive', before, [(10 + i * (i - 1) / 2, i = 1, n)])
    call expect('the sum', x, 10 + n * (n + 1) / 2)
    product_so_far = 1
    !$omp parallel do reduction(inscan, *: product_so_far)
    do i = 1, 20
      product_so_far = product_so_far * (1 + mod(i, 3))
      !$omp scan inclusive(product_so_far)
      products(i) = product_so_far
    end do
    call expect('inclusive, of 8 bytes', products(20), 6_8 ** 6 * 6)
    call expect('the second', products(2), 6_8)
    list = 0
    !$omp parallel
    !$omp do reduction(inscan, +: list)
    do i = 1, n
      list = list + [1, i]
      !$omp scan inclusive(list)
      behind(i) = list(1) * list(2)
    end do
    !$omp end parallel
    call expect('of an array', behind, [(i * i * (i + 1) / 2, i = 1, n)])
  end subroutine
end module

program declared_cases
  use cases
  use declared_reductions
  implicit none
  call run('Fortran: declare reduction of operators, in a module', operators)
  call run('Fortran: declare reduction in a procedure, by a subroutine', with_subroutines)
  call run('Fortran: declare reduction of characters', of_characters)
  call run('Fortran: declare reduction and arrays', of_arrays)
  call run('Fortran: declare reduction on parallel, sections, scope, simd, teams', on_constructs)
  call run('Fortran: scan exclusive, inclusive, of arrays', scans)
  call finish()
end program
