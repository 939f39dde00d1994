! SPDX-License-Identifier: Apache-2.0
!
! Fortran's kinds of data in the data clauses: allocatables, pointers, derived types with allocatable components,
! characters of deferred length, dummy arguments of assumed shape, optional and polymorphic ones.
module shapes
  implicit none
  type part
    integer, allocatable :: list(:)
    character(10) :: name
  end type
  type whole
    integer :: id = 0
    type(part), allocatable :: parts(:)
    integer, pointer :: shared_one => null()
  end type
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

  function new_whole(id) result(w)
    integer, intent(in) :: id
    type(whole) :: w
    w%id = id
    allocate (w%parts(2))
    w%parts(1)%list = [id, id + 1, id + 2]
    w%parts(1)%name = 'first'
    w%parts(2)%name = 'the second'
  end function

  logical function is_whole(w, id)
    type(whole), intent(in) :: w
    integer, intent(in) :: id
    is_whole = w%id == id .and. allocated(w%parts)
    if (.not. is_whole) return
    is_whole = size(w%parts) == 2 .and. all(w%parts(1)%list == [id, id + 1, id + 2]) .and. w%parts(1)%name == 'first' &
               .and. w%parts(2)%name == 'the second' .and. .not. allocated(w%parts(2)%list)
  end function
end module

module data_clauses
  use omp_lib
  use cases
  use shapes
  implicit none
  integer, parameter :: n = 60
  integer, allocatable, save :: own_list(:)
  type(whole), save :: own_whole
  character(7), save :: own_text = 'initial'
  integer, pointer, save :: own_pointer(:) => null()
  !$omp threadprivate(own_list, own_whole, own_text, own_pointer)
contains
  subroutine allocatable_privates()
    integer, allocatable :: grown(:), empty(:), scalar
    allocate (grown(0:4), source=7)
    scalar = 3
    !$omp parallel private(grown, empty, scalar)
    call check(allocated(grown) .and. .not. allocated(empty) .and. allocated(scalar))
    call check(lbound(grown, 1) == 0 .and. ubound(grown, 1) == 4)
    grown = omp_get_thread_num()
    deallocate (grown)
    allocate (grown(100), source=omp_get_thread_num())
    scalar = sum(grown)
    empty = [scalar, 1]
    !$omp barrier
    call check(scalar == 100 * omp_get_thread_num() .and. empty(1) == scalar .and. size(grown) == 100)
    !$omp end parallel
    call check(size(grown) == 5 .and. all(grown == 7) .and. .not. allocated(empty) .and. scalar == 3)
  end subroutine

  subroutine allocatable_firstprivates()
    integer, allocatable :: grown(:, :), empty(:), scalar
    integer :: i
    allocate (grown(2, -1:1))
    grown = reshape([(i, i = 1, 6)], [2, 3])
    scalar = 12
    !$omp parallel firstprivate(grown, empty, scalar)
    call check(all(shape(grown) == [2, 3]) .and. lbound(grown, 2) == -1 .and. grown(2, 1) == 6)
    call check(.not. allocated(empty) .and. scalar == 12)
    grown = -1
    scalar = -1
    allocate (empty(3), source=omp_get_thread_num())
    call check(all(empty == omp_get_thread_num()))
    !$omp end parallel
    call check(grown(2, 1) == 6 .and. scalar == 12 .and. .not. allocated(empty))
  end subroutine

  subroutine allocatable_lastprivates()
    integer, allocatable :: last(:), scalar
    integer :: i
    allocate (last(3), source=0)
    allocate (scalar)
    !$omp parallel do lastprivate(last, scalar) schedule(dynamic, 7)
    do i = 1, n
      last = [i, 2 * i, 3 * i]
      scalar = i
    end do
    call check(all(last == [n, 2 * n, 3 * n]) .and. scalar == n)
    !$omp parallel sections lastprivate(last)
    !$omp section
    last = 1
    !$omp section
    last = 2
    !$omp end parallel sections
    call check(all(last == 2))
  end subroutine

  subroutine pointers()
    integer, pointer :: shared_one(:), mine(:)
    integer, target :: field(10)
    integer :: i
    field = [(i, i = 1, 10)]
    shared_one => field(2:10:2)
    nullify (mine)
    !$omp parallel firstprivate(shared_one) private(mine)
    call check(associated(shared_one) .and. all(shared_one == [2, 4, 6, 8, 10]))
    allocate (mine(4), source=omp_get_thread_num())
    shared_one => mine
    !$omp barrier
    call check(all(shared_one == omp_get_thread_num()))
    deallocate (mine)
    !$omp end parallel
    call check(associated(shared_one, field(2:10:2)))
    !$omp parallel do lastprivate(mine)
    do i = 1, 10
      mine => field(i:10)
    end do
    call check(size(mine) == 1 .and. mine(1) == 10)
  end subroutine

  subroutine nested_components()
    type(whole) :: w, last
    integer, target :: one
    integer :: i
    w = new_whole(5)
    one = 9
    w%shared_one => one
    !$omp parallel firstprivate(w)
    call check(is_whole(w, 5) .and. associated(w%shared_one, one))
    w%id = omp_get_thread_num()
    w%parts(1)%list = w%id
    w%parts(1)%name = 'gone'
    deallocate (w%parts)
    !$omp end parallel
    call check(is_whole(w, 5))
    !$omp parallel do lastprivate(last) schedule(dynamic)
    do i = 1, n
      last = new_whole(i)
    end do
    call check(is_whole(last, n))
    !$omp parallel private(last)
    last = new_whole(omp_get_thread_num())
    !$omp barrier
    call check(is_whole(last, omp_get_thread_num()))
    !$omp end parallel
    call check(is_whole(last, n))
  end subroutine

  subroutine characters()
    character(:), allocatable :: text
    character(5) :: fixed
    text = 'deferred length'
    fixed = 'fixed'
    !$omp parallel shared(text) firstprivate(fixed)
    call check(len(text) == 15 .and. text == 'deferred length' .and. fixed == 'fixed')
    fixed = achar(48 + mod(omp_get_thread_num(), 10))
    !$omp barrier
    call check(fixed == achar(48 + mod(omp_get_thread_num(), 10)))
    !$omp master
    text = text // ' grows'
    !$omp end master
    !$omp barrier
    call check(len(text) == 21 .and. text == 'deferred length grows')
    !$omp end parallel
    call check(fixed == 'fixed')
  end subroutine
#ifdef __flang__

  subroutine deferred_characters()
    character(:), allocatable :: text
    integer :: i
    text = 'deferred length'
    !$omp parallel firstprivate(text)
    call check(len(text) == 15 .and. text == 'deferred length')
    text(1:1) = achar(48 + mod(omp_get_thread_num(), 10))
    !$omp barrier
    call check(text(1:1) == achar(48 + mod(omp_get_thread_num(), 10)) .and. text(2:) == 'eferred length')
    !$omp end parallel
    call check(text == 'deferred length')
    !$omp parallel do lastprivate(text) schedule(dynamic)
    do i = 1, n
      text = repeat('x', i)
    end do
    call check(text == repeat('x', n))
  end subroutine
#endif

  subroutine copied_privates()
    integer, allocatable :: grown(:)
    type(whole) :: w
    integer, pointer :: to(:)
    integer, target, save :: field(3) = [4, 5, 6]
    character(6) :: text
    !$omp parallel private(grown, w, to, text)
    allocate (grown(3))
    nullify (to)
    !$omp single
    grown = [7, 8, 9]
    w = new_whole(11)
    to => field
    text = 'shared'
    !$omp end single copyprivate(grown, w, to, text)
    call check(all(grown == [7, 8, 9]) .and. is_whole(w, 11) .and. associated(to, field) .and. text == 'shared')
    grown = omp_get_thread_num()
    w%parts(1)%list(1) = -1
    !$omp barrier
    call check(all(grown == omp_get_thread_num()))
    !$omp end parallel
  end subroutine
#ifndef __flang__

  subroutine copied_in()
    integer, target, save :: field(3) = [4, 5, 6]
    own_list = [3, 2, 1]
    own_whole = new_whole(21)
    own_text = 'changed'
    own_pointer => field
    !$omp parallel copyin(own_list, own_whole, own_text, own_pointer)
    call check(all(own_list == [3, 2, 1]) .and. is_whole(own_whole, 21) .and. own_text == 'changed')
    call check(associated(own_pointer, field))
    !$omp barrier
    own_list = omp_get_thread_num()
    own_whole%id = omp_get_thread_num()
    !$omp end parallel
    !$omp parallel
    call check(all(own_list == omp_get_thread_num()) .and. own_whole%id == omp_get_thread_num())
    !$omp end parallel
    deallocate (own_list)
  end subroutine
#endif

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

  subroutine tasks_capture()
    integer, allocatable :: grown(:)
    type(whole) :: w
    character(7) :: text
    integer, pointer :: to(:)
    integer, target :: fields(3, 20)
    integer :: i, k
    text = 'text 00'
    allocate (grown(0))
    !$omp parallel
    !$omp single
    do i = 1, 20
      grown = [(i, k = 1, i)]
      w = new_whole(i)
      fields(:, i) = i
      to => fields(:, i)
      write (text(6:7), '(i2.2)') i
      !$omp task firstprivate(grown, w, to, text, i)
      call check(size(grown) == i .and. all(grown == i) .and. is_whole(w, i) .and. all(to == i))
      call check(text == 'text ' // achar(48 + i / 10) // achar(48 + mod(i, 10)))
      grown = -1
      w%parts(1)%name = 'gone'
      text = 'gone'
      !$omp end task
    end do
    !$omp end single
    !$omp end parallel
  end subroutine

  subroutine taskloops_capture()
    integer, allocatable :: grown(:), last(:)
    type(whole) :: w
    character(4) :: text
    integer :: i
    grown = [1, 2, 3]
    w = new_whole(2)
    text = 'loop'
    allocate (last(2))
    !$omp parallel
    !$omp single
    !$omp taskloop firstprivate(grown, w, text) lastprivate(last) grainsize(3)
    do i = 1, n
      call check(size(grown) == 3 .and. grown(3) == 3 .and. is_whole(w, 2) .and. text == 'loop')
      last = [i, -i]
    end do
    !$omp end single
    !$omp end parallel
    call check(all(last == [n, -n]))
  end subroutine

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

program data_cases
  use cases
  use data_clauses
  implicit none
  call run('Fortran: private of allocatables', allocatable_privates)
  call run('Fortran: firstprivate of allocatables', allocatable_firstprivates)
  call run('Fortran: lastprivate of allocatables', allocatable_lastprivates)
  call run('Fortran: private, firstprivate, lastprivate of pointers', pointers)
  call run('Fortran: private, firstprivate, lastprivate of nested allocatable components', nested_components)
  call run('Fortran: firstprivate of characters, shared ones of deferred length', characters)
  call run('Fortran: copyprivate of allocatables, pointers, derived types', copied_privates)
  call run('Fortran: dummy arguments of assumed shape', assumed_shapes)
  call run('Fortran: optional dummy arguments', optionals)
  call run('Fortran: shared polymorphic arguments', polymorphic)
  call run('Fortran: reduction of allocatables of two dimensions, and scalar ones', allocatable_reductions)
#ifdef __flang__
  call run('Fortran: firstprivate, lastprivate of characters of deferred length', deferred_characters)
  call not_built('Fortran: threadprivate and copyin of allocatables, pointers, derived types', &
                 'flang 19 has no copyin of allocatables and pointers')
  call not_built('Fortran: task firstprivate of allocatables, pointers, derived types', &
                 'flang 19 copies the firstprivate variables of a task when it starts, not when it is created')
  call not_built('Fortran: taskloop firstprivate and lastprivate of allocatables, derived types', &
                 'flang 19 has no taskloop')
  call not_built('Fortran: depend on sections of allocatables and pointers', 'flang 19 has no array sections in depend')
  call not_built('Fortran: firstprivate of polymorphic allocatables', 'flang 19 loses their type')
  call not_built('Fortran: linear with a step', 'flang 19 has no linear on loops')
  call not_built('Fortran: allocate clause', 'flang 19 crashes')
  call not_built('Fortran: allocate clause of tasks and taskloops', 'flang 19 has no taskloop')
#else
  call not_built('Fortran: firstprivate, lastprivate of characters of deferred length', &
                 'gfortran 12 copies neither their length nor their text')
  call run('Fortran: threadprivate and copyin of allocatables, pointers, derived types', copied_in)
  call run('Fortran: task firstprivate of allocatables, pointers, derived types', tasks_capture)
  call run('Fortran: taskloop firstprivate and lastprivate of allocatables, derived types', taskloops_capture)
  call run('Fortran: depend on sections of allocatables and pointers', depend_sections)
  call run('Fortran: firstprivate of polymorphic allocatables', polymorphic_privates)
  call run('Fortran: linear with a step', linear_kinds)
  call run('Fortran: allocate clause', allocate_clauses)
  call run('Fortran: allocate clause of tasks and taskloops', allocate_clauses_of_tasks)
#endif
  call finish()
end program
