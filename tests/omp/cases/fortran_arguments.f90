! SPDX-License-Identifier: Apache-2.0
!
! Dummy arguments of assumed shape, optional and polymorphic ones in Fortran's data clauses; reductions of allocatables,
! dependences on sections, linear and allocate clauses.
module shapes
  implicit none
  type :: base
    integer :: a = 1
  contains
    procedure :: value => base_value
  end type
  type, extends(base) :: derived
    integer :: b = 2
  contains
    procedure :: value => derived_value
  end type
contains
  integer function base_value(this)
    class(base), intent(in) :: this
    base_value = this%a
  end function

  integer function derived_value(this)
    class(derived), intent(in) :: this
    derived_value = this%a + 10 * this%b
  end function
end module

module arguments
  use omp_lib
  use cases
  use shapes
  implicit none
  integer, parameter :: n = 60
contains
  subroutine assumed_shapes()
    integer :: field(-2:9, 3), i, wrong
    field = reshape([(i, i = 1, 36)], [12, 3])
    wrong = 0
    call inner(field(::2, 2:3))
    call check(wrong == 0 .and. field(-2, 2) == 13 .and. field(-1, 2) == 14)
  contains
    subroutine inner(a)
      integer, intent(inout) :: a(:, :)
      integer :: sums(size(a, 2))
      sums = 0
      !$omp parallel firstprivate(a) reduction(+: wrong)
      if (any(shape(a) /= [6, 2]) .or. a(1, 1) /= 13 .or. a(6, 2) /= 35) wrong = wrong + 1
      a = -1
      !$omp end parallel
      !$omp parallel do reduction(+: sums)
      do i = 1, 6
        sums = sums + a(i, :)
      end do
      call check(sums(1) == 108 .and. sums(2) == 180)
      !$omp parallel do shared(a)
      do i = 1, 6
        a(i, 2) = a(i, 2) + 1
      end do
      call check(a(6, 2) == 36)
    end subroutine
  end subroutine

  subroutine optionals()
    call inner(1)
    call inner(1, 5, [1, 2, 3])
  contains
    subroutine inner(always, maybe, list)
      integer, intent(in) :: always
      integer, intent(in), optional :: maybe
      integer, intent(in), optional :: list(:)
      logical :: is_there
      is_there = present(maybe)
      !$omp parallel firstprivate(always)
      call check(present(maybe) .eqv. is_there)
      call check(present(list) .eqv. is_there)
      call check(always == 1)
      if (is_there) then
        call check(maybe == 5)
        call check(all(list == [1, 2, 3]))
      end if
      !$omp end parallel
    end subroutine
  end subroutine

  subroutine polymorphic()
    class(base), allocatable :: thing
    integer :: total
    allocate (derived :: thing)
    total = 0
    call inner(thing)
    call anything(4.5d0)
    call check(total == 21 * omp_get_max_threads())
  contains
    subroutine inner(it)
      class(base), intent(in) :: it
      !$omp parallel shared(it) reduction(+: total)
      total = total + it%value()
      !$omp end parallel
    end subroutine
    subroutine anything(it)
      class(*), intent(in) :: it
      integer :: wrong
      wrong = 0
      !$omp parallel shared(it) reduction(+: wrong)
      if (.not. is_real(it, 4.5d0)) wrong = wrong + 1
      !$omp end parallel
      call check(wrong == 0)
    end subroutine
    logical function is_real(it, value)
      class(*), intent(in) :: it
      real(8), intent(in) :: value
      is_real = .false.
      select type (it)
      type is (real(8))
        is_real = it == value
      end select
    end function
  end subroutine

  subroutine allocatable_reductions()
    integer, allocatable :: grown(:, :), highest(:)
    integer :: i
    real(8), allocatable :: scalar
    allocate (grown(2, 3), source=1)
    allocate (scalar, source=0.5d0)
    highest = [0, 0, 0, 0]
    !$omp parallel do reduction(+: grown, scalar) reduction(max: highest)
    do i = 1, n
      grown = grown + 1
      scalar = scalar + 1
      highest(mod(i, 4) + 1) = max(highest(mod(i, 4) + 1), i)
    end do
    call check(all(grown == n + 1) .and. scalar == n + 0.5d0 .and. all(highest == [n, n - 3, n - 2, n - 1]))
  end subroutine
#ifndef __flang__

  subroutine depend_sections()
    integer, allocatable :: grown(:)
    integer, target :: field(10)
    integer, pointer :: to(:)
    integer :: i
    allocate (grown(10), source=0)
    field = 0
    to => field(3:6)
    !$omp parallel
    !$omp single
    do i = 1, 30
      !$omp task depend(inout: grown(2:5)) shared(grown) firstprivate(i)
      grown(2:5) = 2 * mod(grown(2:5), 1000) + i
      !$omp end task
      !$omp task depend(in: grown(2)) depend(out: to(1:2)) shared(grown) firstprivate(to, i)
      to(1:2) = grown(2:3)
      !$omp end task
      !$omp task depend(inout: field(3)) shared(field)
      field(10) = field(10) + field(3)
      !$omp end task
    end do
    !$omp end single
    !$omp end parallel
    call check(grown(2) == serial() .and. field(3) == grown(2) .and. field(4) == grown(3))
  contains
    integer function serial()
      integer :: k
      serial = 0
      do k = 1, 30
        serial = 2 * mod(serial, 1000) + k
      end do
    end function
  end subroutine

  subroutine polymorphic_privates()
    class(base), allocatable :: thing
    integer :: total
    allocate (derived :: thing)
    total = 0
    !$omp parallel firstprivate(thing) reduction(+: total)
    total = total + thing%value()
    thing%a = 5
    !$omp end parallel
    call check(total == 21 * omp_get_max_threads() .and. thing%a == 1)
  end subroutine

  subroutine linear_kinds()
    integer :: i, k
    integer, allocatable :: seen(:)
    allocate (seen(3 * n + 4), source=0)
    k = 4
    !$omp parallel do linear(k: 3)
    do i = 1, n
      k = k + 3
      seen(k) = i
    end do
    call check(k == 4 + 3 * n .and. all(seen(7::3) == [(i, i = 1, n)]))
  end subroutine

  subroutine allocate_clauses()
    integer :: i, field(50), total
    integer(omp_allocator_handle_kind) :: handle
    handle = omp_init_allocator(omp_default_mem_space, 1, [omp_alloctrait(omp_atk_alignment, 256)])
    field = 2
    total = 0
    !$omp parallel firstprivate(field) allocate(handle: field) private(i) allocate(omp_large_cap_mem_alloc: i) &
    !$omp reduction(+: total)
    field = field + omp_get_thread_num()
    do i = 1, 50
      total = total + field(i) - omp_get_thread_num()
    end do
    !$omp end parallel
    call check(total == 100 * omp_get_max_threads())
    call omp_destroy_allocator(handle)
  end subroutine

  subroutine allocate_clauses_of_tasks()
    integer :: i, field(50)
    field = 2
    !$omp parallel
    !$omp single
    !$omp task firstprivate(field) allocate(omp_default_mem_alloc: field)
    call check(all(field == 2))
    !$omp end task
    !$omp taskloop firstprivate(field) allocate(omp_default_mem_alloc: field)
    do i = 1, n
      call check(field(mod(i, 50) + 1) == 2)
    end do
    !$omp end single
    !$omp end parallel
  end subroutine
#endif
end module

program argument_cases
  use cases
  use arguments
  implicit none
  call run('Fortran: dummy arguments of assumed shape', assumed_shapes)
  call run('Fortran: optional dummy arguments', optionals)
  call run('Fortran: shared polymorphic arguments', polymorphic)
  call run('Fortran: reduction of allocatables of two dimensions, and scalar ones', allocatable_reductions)
#ifdef __flang__
  call not_built('Fortran: depend on sections of allocatables and pointers', 'flang 19 has no array sections in depend')
  call not_built('Fortran: firstprivate of polymorphic allocatables', 'flang 19 loses their type')
  call not_built('Fortran: linear with a step', 'flang 19 has no linear on loops')
  call not_built('Fortran: allocate clause', 'flang 19 crashes')
  call not_built('Fortran: allocate clause of tasks and taskloops', 'flang 19 has no taskloop')
#else
  call run('Fortran: depend on sections of allocatables and pointers', depend_sections)
  call run('Fortran: firstprivate of polymorphic allocatables', polymorphic_privates)
  call run('Fortran: linear with a step', linear_kinds)
  call run('Fortran: allocate clause', allocate_clauses)
  call run('Fortran: allocate clause of tasks and taskloops', allocate_clauses_of_tasks)
#endif
  call finish()
end program
