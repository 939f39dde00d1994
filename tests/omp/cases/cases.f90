! SPDX-License-Identifier: Apache-2.0
!
! What cases.h is to C: a program of cases calls run() for each and finish() at the end. A case calls check(), or
! expect(), which prints what differed; with the argument `table` a line before and after each case says what became of
! it, for ../table.py; `stock` and `behind` are as there.
module cases
  use, intrinsic :: iso_fortran_env, only: output_unit
  implicit none
  integer, save :: failures = 0
  logical, save :: has_begun = .false.
  abstract interface
    subroutine test_case()
    end subroutine
  end interface
  interface expect
    module procedure expect_integer, expect_wide, expect_integers, expect_real, expect_logical, expect_text
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

  ! reason: why LLVM's own runtime gets wrong what flang makes of it.
  subroutine run_but_on_libomp(text, test, reason)
    character(*), intent(in) :: text, reason
    procedure(test_case) :: test
#ifdef __flang__
    call run(text, test, reason)
#else
    if (len(reason) > 0) call run(text, test)
#endif
  end subroutine

  ! A case that the compiler at hand cannot build, or builds as something else.
  subroutine not_built(text, reason)
    character(*), intent(in) :: text, reason
    character, parameter :: tab = achar(9)
    if (is_passed_over(text)) return
    if (has_argument('table')) print '(a)', 'case' // tab // text // tab // reason
  end subroutine

  ! How many threads a region has that asks for no number.
  integer function team_size()
    team_size = 0
    !$omp parallel reduction(+: team_size)
    team_size = team_size + 1
    !$omp end parallel
  end function

  subroutine check(condition)
    logical, intent(in) :: condition
    if (condition) return
    !$omp atomic
    failures = failures + 1
  end subroutine

  subroutine differs(what, got, wanted)
    character(*), intent(in) :: what, got, wanted
    call check(.false.)
    print '(a)', what // ': ' // trim(adjustl(got)) // ' instead of ' // trim(adjustl(wanted))
  end subroutine

  subroutine expect_wide(what, got, wanted)
    character(*), intent(in) :: what
    integer(8), intent(in) :: got, wanted
    character(24) :: texts(2)
    if (got == wanted) return
    write (texts, '(i0)') got, wanted
    call differs(what, texts(1), texts(2))
  end subroutine

  subroutine expect_integer(what, got, wanted)
    character(*), intent(in) :: what
    integer(4), intent(in) :: got, wanted
    call expect_wide(what, int(got, 8), int(wanted, 8))
  end subroutine

  ! Names the first element that differs.
  subroutine expect_integers(what, got, wanted)
    character(*), intent(in) :: what
    integer(4), intent(in) :: got(:), wanted(:)
    character(24) :: text
    integer :: i
    call expect_wide(what // ', size', size(got, kind=8), size(wanted, kind=8))
    do i = 1, int(min(size(got), size(wanted)))
      if (got(i) == wanted(i)) cycle
      write (text, '(a, i0, a)') '(', i, ')'
      call expect_integer(what // trim(text), got(i), wanted(i))
      return
    end do
  end subroutine

  subroutine expect_real(what, got, wanted)
    character(*), intent(in) :: what
    real(8), intent(in) :: got, wanted
    character(24) :: texts(2)
    if (got == wanted) return
    write (texts, '(g0)') got, wanted
    call differs(what, texts(1), texts(2))
  end subroutine

  subroutine expect_logical(what, got, wanted)
    character(*), intent(in) :: what
    logical, intent(in) :: got, wanted
    if (got .neqv. wanted) call differs(what, merge('yes', 'no ', got), merge('yes', 'no ', wanted))
  end subroutine

  subroutine expect_text(what, got, wanted)
    character(*), intent(in) :: what, got, wanted
    if (got /= wanted .or. len(got) /= len(wanted)) call differs(what, '"' // got // '"', '"' // wanted // '"')
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
