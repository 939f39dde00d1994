! SPDX-License-Identifier: Apache-2.0
!
! What only Fortran has in private, firstprivate, lastprivate and default: predetermined loop variables, default
! attributes, automatic and adjustable objects, host association, common blocks, value arguments, pointers to parts.
module privates
  use omp_lib
  use cases
  implicit none
  integer, parameter :: n = 60
  type point
    integer :: x = 1, y = 2
    character(3) :: name = 'abc'
  end type
contains
  ! Variables of sequential loops, implied do loops and forall are private in a parallel region.
  subroutine loop_variables()
    integer :: i, j, k, sums(8)
    real :: squares(4)
    i = -1; j = -1; k = -1
    sums = 0
    !$omp parallel num_threads(4) private(squares)
    do i = 1, 200
      do j = 1, 2
        call check(i >= 1 .and. i <= 200 .and. j >= 1 .and. j <= 2)
      end do
      call check(j == 3)
    end do
    call expect('a sequential loop''s variable behind it', i, 201)
    squares = [(real(k) ** 2, k = 1, 4)]
    forall (k = 1:4) squares(k) = squares(k) + k
    call expect('implied do and forall', real(squares(4), 8), 20d0)
    sums(omp_get_thread_num() + 1) = i + j
    !$omp end parallel
    call expect('the first member', sums(1), 204)
    call expect('k outside', k, -1)
  end subroutine

  subroutine defaults()
    integer :: a, b, i, wrong
    character(4) :: text
    a = 3; b = 4; wrong = 0
    text = 'text'
    !$omp parallel default(firstprivate) shared(wrong)
    if (a /= 3 .or. b /= 4 .or. text /= 'text') then
      !$omp atomic
      wrong = wrong + 1
    end if
    a = omp_get_thread_num()
    text = 'gone'
    !$omp barrier
    if (a /= omp_get_thread_num()) then
      !$omp atomic
      wrong = wrong + 1
    end if
    !$omp end parallel
    !$omp parallel do default(private) shared(wrong)
    do i = 1, n
      a = i
      b = 2 * a
      if (b /= 2 * i) then
        !$omp atomic
        wrong = wrong + 1
      end if
    end do
    call expect('a', a, 3)
    call expect('b', b, 4)
    call expect('text', text, 'text')
    call expect('wrong copies', wrong, 0)
  end subroutine

  subroutine automatic_objects()
    call inner(7, 'seven letters', [1, 2, 3, 4, 5, 6, 7])
    call inner(2, 'xy', [8, 9])
  contains
    subroutine inner(m, name, list)
      integer, intent(in) :: m
      character(*), intent(in) :: name
      integer, intent(in) :: list(m)
      character(len(name)) :: copy
      integer :: automatic(m, 0:1), i, own(m)
      character(m) :: words(2)
      copy = name
      automatic(:, 0) = list
      automatic(:, 1) = -list
      words = repeat('z', m)
      own = 0
      !$omp parallel firstprivate(copy, automatic, words) private(own)
      call expect('a character of automatic length', copy, name)
      call expect('an automatic array', automatic(:, 0) + automatic(:, 1), 0 * list)
      call expect('the length of words', len(words), m)
      call expect('words', words(2), repeat('z', m))
      own = omp_get_thread_num()
      automatic = own(1)
      copy = ''
      words(1) = achar(65 + own(m))
      !$omp barrier
      call check(all(own == omp_get_thread_num()) .and. all(automatic == omp_get_thread_num()))
      call check(words(1) == achar(65 + omp_get_thread_num()))
      !$omp end parallel
      call expect('copy', copy, name)
      call expect('automatic', automatic(:, 1), -list)
      !$omp parallel do lastprivate(copy, own) schedule(dynamic)
      do i = 1, n
        copy = repeat(achar(32 + i), len(copy))
        own = i
      end do
      call expect('lastprivate character', copy, repeat(achar(32 + n), len(name)))
      call expect('lastprivate automatic array', own, 0 * list + n)
    end subroutine
  end subroutine

  ! An internal procedure sees the variables of its host, not the private copies of a region that calls it, unless the
  ! region is in the host's own text.
  subroutine host_association()
    integer :: shared_one, total
    shared_one = 5
    total = 0
    !$omp parallel shared(shared_one)
    call from_inside()
    !$omp end parallel
    call expect('atomic updates by an internal procedure', total, 5 * omp_get_max_threads())
    call with_region()
    call expect('shared_one', shared_one, 5)
  contains
    subroutine from_inside()
      !$omp atomic
      total = total + shared_one
    end subroutine
    subroutine with_region()
      !$omp parallel firstprivate(shared_one)
      call expect('a host''s variable, firstprivate', shared_one, 5)
      shared_one = omp_get_thread_num()
      !$omp barrier
      call expect('the copy of a host''s variable', shared_one, omp_get_thread_num())
      !$omp end parallel
    end subroutine
  end subroutine

  subroutine common_blocks()
    integer :: first, second(3)
    real(8) :: third
    common /parts/ first, second, third
    first = 1
    second = [2, 3, 4]
    third = 5
    !$omp parallel firstprivate(/parts/)
    call expect('the first variable', first, 1)
    call expect('an array', second, [2, 3, 4])
    call expect('a real', third, 5d0)
    first = omp_get_thread_num()
    second = first
    third = first
    !$omp barrier
    call check(first == omp_get_thread_num() .and. all(second == first) .and. third == first)
    call of_common(1) ! other procedures have the block itself
    !$omp end parallel
    call expect('the block behind the region', first, 1)
    !$omp parallel private(/parts/)
    first = 10
    call of_common(1)
    !$omp end parallel
    call expect('the block behind private', second, [2, 3, 4])
  end subroutine

  subroutine of_common(wanted)
    integer, intent(in) :: wanted
    integer :: one, others(3)
    real(8) :: last
    common /parts/ one, others, last
    call expect('the block in another procedure', one, wanted)
  end subroutine

  ! Dummy arguments that are passed by value, or in no way that has a size.
  subroutine dummies()
    integer :: list(4), i
    list = [1, 2, 3, 4]
    call inner(7, list, 'name')
    call expect('what the region has written', list, [2, 3, 4, 5])
  contains
    subroutine inner(number, values, name)
      integer, value :: number
      integer, intent(inout) :: values(*)
      character(4), value :: name
      !$omp parallel firstprivate(number)
      call expect('a value argument', number, 7)
      number = omp_get_thread_num()
      !$omp barrier
      call expect('its copy', number, omp_get_thread_num())
      call expect('a character by value', name, 'name')
      !$omp do
      do i = 1, 4
        values(i) = values(i) + 1
      end do
      !$omp end parallel
      call expect('the argument', number, 7)
    end subroutine
  end subroutine

  integer function of_result() result(value)
    integer :: i
    value = 3
    !$omp parallel do firstprivate(value) lastprivate(value)
    do i = 1, n
      value = 2 * i
    end do
  end function

  subroutine derived_types()
    type(point) :: given, last
    type(point), target :: points(5)
    integer, pointer :: part(:)
    integer :: i
    given = point(8, 9, 'xyz')
    points%x = [1, 2, 3, 4, 5]
    part => points%x
    !$omp parallel firstprivate(given, points, part)
    call expect('firstprivate', given%x * 10 + given%y, 89)
    call expect('firstprivate array', points%x, [1, 2, 3, 4, 5])
    points%x = -1
    call expect('a pointer to components of the original', part, [1, 2, 3, 4, 5])
    given%name = 'no'
    !$omp end parallel
    call expect('name', given%name, 'xyz')
    call expect('points', points%x, [1, 2, 3, 4, 5])
    !$omp parallel do lastprivate(last) schedule(dynamic)
    do i = 1, n
      last = point(i, 2 * i, 'end')
    end do
    call expect('lastprivate', last%x + last%y, 3 * n)
    call expect('result variable', of_result(), 2 * n)
  end subroutine

#ifdef __flang__
  subroutine default_initialization()
    type(point) :: fresh
    fresh%x = 8
    !$omp parallel private(fresh)
    call expect('a number', fresh%x * 10 + fresh%y, 12)
    call expect('a character', fresh%name, 'abc')
    fresh%y = omp_get_thread_num()
    !$omp end parallel
    call expect('the original', fresh%x * 10 + fresh%y, 82)
  end subroutine
#endif

  subroutine associations()
    type(point) :: it
    integer :: a(3), i
    a = [1, 2, 3]
    associate (middle => a(2), x => it%x)
      !$omp parallel do
      do i = 1, n
        !$omp atomic
        middle = middle + 1
        !$omp atomic
        x = x + 1
      end do
    end associate
    call expect('an element', a(2), 2 + n)
    call expect('a component', it%x, 1 + n)
    !$omp parallel
    block
      integer :: own(2)
      own = omp_get_thread_num()
      !$omp barrier
      call expect('a variable of a block', own, [omp_get_thread_num(), omp_get_thread_num()])
    end block
    !$omp end parallel
  end subroutine
end module

program private_cases
  use cases
  use privates
  implicit none
  call run('Fortran: predetermined private loop variables', loop_variables)
  call run('Fortran: default(firstprivate), default(private)', defaults)
  call run('Fortran: privates of automatic length and shape', automatic_objects)
  call run('Fortran: privates and host association', host_association)
#ifdef __flang__
  call not_built('Fortran: private common blocks', 'flang 19 does not copy what is in them')
#else
  call run('Fortran: private common blocks', common_blocks)
#endif
  call run('Fortran: privates of value arguments, shared assumed-size arrays', dummies)
  call run('Fortran: privates of derived types, pointers to components, results', derived_types)
#ifdef __flang__
  call run('Fortran: default initialization of private ones', default_initialization)
#else
  call not_built('Fortran: default initialization of private ones', 'gfortran 12 leaves them as they are')
#endif
  call run('Fortran: associate and block in regions', associations)
  call finish()
end program
