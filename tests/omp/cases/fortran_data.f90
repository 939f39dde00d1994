! SPDX-License-Identifier: Apache-2.0
!
! Fortran's kinds of data in the data clauses: allocatables, pointers, derived types with allocatable components,
! characters of deferred length. Dummy arguments are in fortran_arguments.f90.
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
contains
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
    allocate (grown(3))
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
#ifdef __flang__
  call run('Fortran: firstprivate, lastprivate of characters of deferred length', deferred_characters)
  call not_built('Fortran: threadprivate and copyin of allocatables, pointers, derived types', &
                 'flang 19 has no copyin of allocatables and pointers')
  call not_built('Fortran: task firstprivate of allocatables, pointers, derived types', &
                 'flang 19 copies the firstprivate variables of a task when it starts, not when it is created')
  call not_built('Fortran: taskloop firstprivate and lastprivate of allocatables, derived types', &
                 'flang 19 has no taskloop')
#else
  call not_built('Fortran: firstprivate, lastprivate of characters of deferred length', &
                 'gfortran 12 copies neither their length nor their text')
  call run('Fortran: threadprivate and copyin of allocatables, pointers, derived types', copied_in)
  call run('Fortran: task firstprivate of allocatables, pointers, derived types', tasks_capture)
  call run('Fortran: taskloop firstprivate and lastprivate of allocatables, derived types', taskloops_capture)
#endif
  call finish()
end program
