! SPDX-License-Identifier: Apache-2.0
!
! threadprivate in Fortran: common blocks and module variables that procedures share within a thread and that outlive
! regions, copyin of the initial thread's, copyprivate in orphaned constructs; and what linear and lastprivate leave.
module own_data
  implicit none
  type item
    integer :: number = 4
    real(8) :: weights(2) = [0.5d0, 1.5d0]
  end type
  integer, save :: own_number = 3, own_list(4) = [1, 2, 3, 4]
  character(6), save :: own_text = 'before'
  type(item), save :: own_item
  integer, allocatable, save :: own_grown(:)
  complex(8), save :: own_complex = (1d0, 2d0)
  !$omp threadprivate(own_number, own_list, own_text, own_item, own_grown, own_complex)
end module

module thread_data
  use omp_lib
  use cases
  use own_data
  implicit none
  integer, parameter :: n = 60
contains
  ! A new thread begins with the initial values, whatever the initial thread has set.
  subroutine initial_values()
    !$omp parallel
    if (omp_get_thread_num() /= 0) then
      call expect('a number', own_number, 3)
      call expect('an array', own_list, [1, 2, 3, 4])
      call expect('a character', own_text, 'before')
      call expect('a derived type', own_item%number, 4)
      call expect('its array', own_item%weights(2), 1.5d0)
      call check(.not. allocated(own_grown))
    end if
    !$omp end parallel
  end subroutine

  subroutine set_own(number)
    integer, intent(in) :: number
    own_number = number
    own_list = number + [1, 2, 3, 4]
    write (own_text, '(i6)') number
    own_item%number = number
    if (allocated(own_grown)) deallocate (own_grown)
    allocate (own_grown(mod(number, 5) + 1))
    own_grown = number
    own_complex = cmplx(number, -number, 8)
  end subroutine

  subroutine look_own(number)
    integer, intent(in) :: number
    character(6) :: text
    write (text, '(i6)') number
    call expect('own_number', own_number, number)
    call expect('own_list', own_list, number + [1, 2, 3, 4])
    call expect('own_text', own_text, text)
    call expect('own_item', own_item%number, number)
    call expect('the size of own_grown', size(own_grown), mod(number, 5) + 1)
    call check(all(own_grown == number) .and. own_complex == cmplx(number, -number, 8))
  end subroutine

  subroutine outlive_regions()
    integer :: i, round
    !$omp parallel
    call set_own(100 + omp_get_thread_num())
    !$omp end parallel
    do round = 1, 3
      !$omp parallel
      call look_own(100 * round + omp_get_thread_num())
      !$omp barrier
      call set_own(100 * (round + 1) + omp_get_thread_num())
      !$omp end parallel
      call look_own(100 * (round + 1))
    end do
    !$omp parallel
    !$omp do schedule(static, 1)
    do i = 1, n
      call look_own(400 + omp_get_thread_num())
    end do
    deallocate (own_grown)
    !$omp end parallel
  end subroutine

  subroutine add_to_block(what)
    integer, intent(in) :: what
    integer :: total, last_values(3)
    common /own_block/ total, last_values
    !$omp threadprivate(/own_block/)
    total = total + what
    last_values = [what, last_values(1), last_values(2)]
  end subroutine

  subroutine common_blocks()
    integer :: sum_here, values(3), all_sums, i
    common /own_block/ sum_here, values
    !$omp threadprivate(/own_block/)
    all_sums = 0
    sum_here = 7
    values = 0
    !$omp parallel copyin(/own_block/) reduction(+: all_sums)
    call expect('copyin of a block', sum_here, 7)
    sum_here = 0
    !$omp do schedule(static)
    do i = 1, n
      call add_to_block(i)
      call expect('the last value', values(1), i)
    end do
    all_sums = all_sums + sum_here
    !$omp end parallel
    call expect('sum of all threads'' blocks', all_sums, n * (n + 1) / 2)
  end subroutine

  subroutine copied_in()
    integer :: i
    do i = 1, 3
      own_number = 10 * i
      own_list = i
      own_text = achar(64 + i)
      own_item = item(i, [1d0 * i, 2d0 * i])
      own_complex = i
      !$omp parallel copyin(own_number, own_list, own_text, own_item, own_complex)
      call expect('a number', own_number, 10 * i)
      call expect('an array', own_list, [i, i, i, i])
      call expect('a character', own_text, achar(64 + i) // '     ')
      call expect('a derived type', own_item%number, i)
      call expect('its array', own_item%weights(2), 2d0 * i)
      call expect('a complex number', real(own_complex, 8), 1d0 * i)
      own_number = own_number + omp_get_thread_num() ! what one thread does to its own is no other's matter
      !$omp end parallel
      call expect('the initial thread''s', own_number, 10 * i)
    end do
  end subroutine

  subroutine in_tasks()
    integer :: total
    total = 0
    !$omp parallel
    own_number = omp_get_thread_num()
    !$omp barrier
    !$omp task shared(total)
    call expect('of the thread that runs a task', own_number, omp_get_thread_num())
    !$omp atomic
    total = total + 1
    !$omp end task
    !$omp taskwait
    call expect('behind taskwait', own_number, omp_get_thread_num())
    !$omp end parallel
    call expect('tasks', total, omp_get_max_threads())
  end subroutine
#ifndef __flang__

  ! Of an orphaned construct: the variables are arguments of the procedure, or the threads' own.
  subroutine read_for_all(number, text, list)
    integer, intent(out) :: number
    character(*), intent(out) :: text
    integer, intent(inout) :: list(:)
    !$omp single
    number = 17
    text = 'all'
    list = [(2 * number, number = 1, size(list))]
    number = 17
    own_number = 99
    own_item%weights = [7d0, 8d0]
    !$omp end single copyprivate(number, text, list, own_number, own_item)
  end subroutine

  subroutine copied_to_all()
    integer :: number, list(3), i
    character(5) :: text
    !$omp parallel private(number, list, text)
    do i = 1, 5
      number = -1
      list = -1
      text = ''
      own_number = -1
      !$omp barrier
      call read_for_all(number, text, list)
      call expect('a dummy argument', number, 17)
      call expect('a character of assumed length', text, 'all  ')
      call expect('an array of assumed shape', list, [2, 4, 6])
      call expect('a threadprivate variable', own_number, 99)
      call expect('a threadprivate derived type', own_item%weights(1), 7d0)
      !$omp barrier
    end do
    !$omp end parallel
  end subroutine

  subroutine linear_kinds()
    integer :: i, k
    integer(1) :: small
    integer(8) :: wide
    small = 3
    wide = 10000000000_8
    k = 100
    !$omp parallel do linear(small) linear(wide: 10000000000_8) linear(k: -2) schedule(static)
    do i = 1, n
      call expect('of 1 byte', int(small), 2 + i)
      call expect('of 8 bytes', wide, i * 10000000000_8)
      call expect('of a negative step', k, 102 - 2 * i)
      small = small + 1_1
      wide = wide + 10000000000_8
      k = k - 2
    end do
    call expect('of 1 byte, behind the loop', int(small), 3 + n)
    call expect('of 8 bytes, behind the loop', wide, (n + 1) * 10000000000_8)
    call expect('of a negative step, behind the loop', k, 100 - 2 * n)
  end subroutine
#endif

  subroutine last_values()
    integer :: i, j, a(2), kept
    character(4) :: text
    complex(8) :: z
    logical :: is_odd
    kept = 6
    !$omp parallel do lastprivate(a, text, z, is_odd) firstprivate(kept) lastprivate(kept) schedule(dynamic, 7)
    do i = 1, n
      a = [i, -i]
      write (text, '(i4)') i
      z = cmplx(i, 2 * i, 8)
      is_odd = mod(i, 2) == 1
      if (i == n) kept = kept + 1
    end do
    call expect('an array', a, [n, -n])
    call expect('a character', text, '  60')
    call check(z == cmplx(n, 2 * n, 8))
    call expect('a logical', is_odd, .false.)
    call check(kept == 7)
    !$omp parallel do collapse(2) lastprivate(i, j) schedule(guided)
    do i = 1, 10
      do j = 20, 5, -3
        a(1) = i
      end do
    end do
    call check(i == 11 .and. j == 2)
    !$omp parallel sections lastprivate(a)
    !$omp section
    a = 1
    !$omp section
    a = [8, 9]
    !$omp end parallel sections
    call expect('the last section', a, [8, 9])
  end subroutine
end module

program thread_data_cases
  use cases
  use thread_data
  implicit none
  call run('Fortran: initial values of threadprivate variables', initial_values)
  call run('Fortran: threadprivate variables outlive regions', outlive_regions)
  call run('Fortran: threadprivate common blocks in several procedures', common_blocks)
  call run('Fortran: copyin of all kinds, repeatedly', copied_in)
#ifdef __flang__
  call not_built('Fortran: copyprivate of dummy arguments and threadprivate variables, orphaned', &
    'flang 19 takes no dummy arguments there')
  call not_built('Fortran: threadprivate variables in tasks', &
    'flang 19 takes the copy of the thread that creates the task')
  call not_built('Fortran: linear of several kinds and negative steps', 'flang 19 has no linear on loops')
#else
  call run('Fortran: copyprivate of dummy arguments and threadprivate variables, orphaned', copied_to_all)
  call run('Fortran: threadprivate variables in tasks', in_tasks)
  call run('Fortran: linear of several kinds and negative steps', linear_kinds)
#endif
  call run('Fortran: lastprivate of several kinds, loop variables, sections', last_values)
  call finish()
end program
