! SPDX-License-Identifier: Apache-2.0
!
! What cases.h is to C: a program of cases calls run() for each and finish() at the end. A case calls check(); with the
! argument `table` a line before and after each case says what became of it, for ../table.py; `stock` and `behind` are
! as there.
module cases
  use, intrinsic :: iso_fortran_env, only: output_unit
  implicit none
  integer, save :: failures = 0
  logical, save :: has_begun = .false.
  abstract interface
    subroutine test_case()
    end subroutine
  end interface
contains
  logical function has_argument(word)
    character(*), intent(in) :: word
    character(20) :: argument
    integer :: i
    has_argument = .false.
    do i = 1, command_argument_count()
      call get_command_argument(i, argument)
      has_argument = has_argument .or. argument == word
    end do
  end function

  ! Up to the case whose text stands behind the argument `behind`.
  logical function is_passed_over(text)
    character(*), intent(in) :: text
    character(200) :: word, last
    integer :: i
    is_passed_over = .false.
    if (has_begun) return
    do i = 1, command_argument_count() - 1
      call get_command_argument(i, word)
      if (word /= 'behind') cycle
      call get_command_argument(i + 1, last)
      is_passed_over = .true.
      has_begun = last == text
    end do
  end function

  ! not_stock: why gfortran's own runtime gets it wrong.
  subroutine run(text, test, not_stock)
    character(*), intent(in) :: text
    procedure(test_case) :: test
    character(*), intent(in), optional :: not_stock
    character, parameter :: tab = achar(9)
    integer :: before
    if (is_passed_over(text)) return
    before = failures
    if (present(not_stock) .and. has_argument('stock')) then
      if (has_argument('table')) print '(a)', 'case' // tab // text // tab // not_stock
      return
    end if
    if (has_argument('table')) then
      print '(a)', 'case' // tab // text // tab
      flush (output_unit)
    end if
    call test()
    if (failures > before) print '(a)', 'failed: ' // text
    if (has_argument('table')) print '(a)', 'done' // tab // trim(merge('failed', 'passed', failures > before))
  end subroutine

  ! A case that the compiler at hand cannot build, or builds as something else.
  subroutine not_built(text, reason)
    character(*), intent(in) :: text, reason
    character, parameter :: tab = achar(9)
    if (is_passed_over(text)) return
    if (has_argument('table')) print '(a)', 'case' // tab // text // tab // reason
  end subroutine

  subroutine check(condition)
    logical, intent(in) :: condition
    if (condition) return
    !$omp atomic
    failures = failures + 1
  end subroutine

  subroutine finish()
    if (failures == 0) then
      print '(a)', 'ok'
    else
      print '(i0, a)', failures, ' checks failed'
      stop 1
    end if
  end subroutine
end module
