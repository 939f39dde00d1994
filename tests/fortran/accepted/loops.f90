! SPDX-License-Identifier: Apache-2.0
!
! taskiter on each kind of do loop, with each of its clauses.
include 'checks.inc'

module loops_parts
  use checks
  implicit none

contains

  ! A chain through the cells in each step. (Not an array of assumed shape: its descriptor would be gone when a task
  ! runs after the procedure's end, with any runtime.)
  subroutine create_chain(cells, n)
    integer, intent(in) :: n
    integer, intent(inout) :: cells(0:n)
    integer :: i
    do i = 1, n
      !$omp task shared(cells) firstprivate(i) depend(in: cells(i - 1)) depend(inout: cells(i))
      cells(i) = mod(cells(i) + cells(i - 1), 1000003)
      !$omp end task
    end do
  end subroutine

  function chained(n, steps) result(cells)
    integer, intent(in) :: n, steps
    integer :: cells(0:n), step, i
    cells = [(i + 1, i=0, n)]
    do step = 1, steps
      do i = 1, n
        cells(i) = mod(cells(i) + cells(i - 1), 1000003)
      end do
    end do
  end function

  subroutine test_counted(n, first, last, stride)
    integer, intent(in) :: n, first, last, stride
    integer :: cells(0:n), step, i, before, trips
    trips = max(0, (last - first + stride) / stride)
    before = cycles()
    cells = [(i + 1, i=0, n)]
    !$omp taskiter
    do step = first, last, stride
      call create_chain(cells, n)
    end do
    call expect('counted loop', all(cells == chained(n, trips)))
    call expect('control variable behind the loop', step == first + trips * stride)
    call expect('cyclic graph', cycles() - before == merge(1, 0, trips > 1))
  end subroutine

  ! Bounds are evaluated once, as always.
  integer function counted_call(value, calls)
    integer, intent(in) :: value
    integer, intent(inout) :: calls
    calls = calls + 1
    counted_call = value
  end function

  subroutine test_forms()
    integer :: cells(0:9), step, i, calls, executed
    integer(8) :: wide
    calls = 0
    cells = [(i + 1, i=0, 9)]
    !$omp taskiter unroll(2)
    named: do step = counted_call(1, calls), counted_call(7, calls), counted_call(1, calls)
      call create_chain(cells, 9)
    end do named
    !$omp end taskiter
    call expect('named loop, unroll', all(cells == chained(9, 7)))
    call expect('bounds evaluated once', calls == 3)

    cells = [(i + 1, i=0, 9)]
    !$omp taskiter
    do 10 step = 1, 5
      call create_chain(cells, 9)
10  continue
    call expect('labelled loop', all(cells == chained(9, 5)))

    cells = [(i + 1, i=0, 9)]
    !$omp taskiter
    do 20 step = 1, 5
      do i = 1, 2
        call create_chain(cells, 9)
      end do
20  end do
    call expect('labelled loop with end do', all(cells == chained(9, 10)))

    cells = [(i + 1, i=0, 9)]
    !$omp TASKITER
    DO wide = 1_8, 6_8; call create_chain(cells, 9); END DO
    call expect('loop in one line', all(cells == chained(9, 6)) .and. wide == 7)

    cells = [(i + 1, i=0, 9)]
    executed = 0
    !$omp taskiter update
    do step = 1, 6
      executed = executed + 1
      if (step < 0) cycle
      call create_chain(cells, 9)
    end do
    call expect('update', all(cells == chained(9, 6)) .and. executed == 6)

    ! cycle ends an iteration like its end does.
    cells = [(i + 1, i=0, 9)]
    !$omp taskiter
    do step = 1, 6
      call create_chain(cells, 9)
      if (cells(0) > 0) cycle
      call create_chain(cells, 9)
    end do
    call expect('cycle', all(cells == chained(9, 6)))
  end subroutine

  subroutine test_while()
    integer :: cells(0:9), i, rounds
    cells = [(i + 1, i=0, 9)]
    rounds = 0
    !$omp taskiter
    do while (rounds < 7)
      call create_chain(cells, 9)
      !$omp task shared(rounds) depend(inout: rounds)
      rounds = rounds + 1
      !$omp end task
    end do
    call expect('do while', rounds == 7 .and. all(cells == chained(9, 7)))
    rounds = 0
    !$omp taskiter
    outer: do while (rounds < 3 .and. &
                     rounds >= 0)
      !$omp task shared(rounds) depend(inout: rounds)
      rounds = rounds + 1
      !$omp end task
    end do outer
    !$omp end taskiter
    call expect('named do while', rounds == 3)
    !$omp taskiter
    do while (rounds < 0)
      rounds = 99
    end do
    call expect('do while without iterations', rounds == 3)
  end subroutine

  ! A comma may stand in front of the control, and a control variable may be called as a keyword is.
  subroutine test_commas()
    integer :: cells(0:9), i, rounds, step, while
    rounds = 0
    !$omp taskiter
    do, while (rounds < 4)
      !$omp task shared(rounds) depend(inout: rounds)
      rounds = rounds + 1
      !$omp end task
    end do
    call expect('do, while', rounds == 4)
    !$omp taskiter
    do 10, while (rounds < 7)
      !$omp task shared(rounds) depend(inout: rounds)
      rounds = rounds + 1
      !$omp end task
10  continue
    call expect('do 10, while', rounds == 7)
    cells = [(i + 1, i=0, 9)]
    !$omp taskiter
    do, step = 1, 5
      call create_chain(cells, 9)
    end do
    !$omp taskiter
    do 20, while = 1, 5
      call create_chain(cells, 9)
20  continue
    call expect('do 20, while = ', all(cells == chained(9, 10)) .and. step == 6 .and. while == 6)
  end subroutine

  subroutine test_inline_and_nowait()
    integer :: x, y, step, waited
    x = 1
    y = 0
    !$omp parallel num_threads(2)
    !$omp single
    !$omp taskiter inline
    do step = 1, 5
      !$omp task shared(y)
      y = y + 1
      !$omp end task
      !$omp taskwait
    end do
    waited = y ! its code waits, though the loop does not
    !$omp task shared(x) depend(out: x)
    x = 10
    !$omp end task
    !$omp taskiter inline
    do step = 1, 5
      !$omp task shared(x) depend(inout: x)
      x = x + 1
      !$omp end task
    end do
    !$omp task shared(x, y) depend(in: x)
    y = x
    !$omp end task
    !$omp taskwait
    !$omp taskiter nowait
    do step = 1, 5
      !$omp task shared(x) depend(inout: x)
      x = x + 1
      !$omp end task
    end do
    !$omp end single
    !$omp end parallel
    call expect('wait in an inline loop', waited == 5)
    call expect('inline', y == 15)
    call expect('nowait', x == 20)
  end subroutine

  subroutine test_reduction()
    integer :: total, step, i
    total = 0
    !$omp parallel num_threads(2)
    !$omp single
    !$omp taskiter task_reduction(+: total)
    do step = 1, 5
      do i = 1, 4
        !$omp task in_reduction(+: total) firstprivate(i)
        total = total + i
        !$omp end task
      end do
    end do
    !$omp end taskiter
    !$omp end single
    !$omp end parallel
    call expect('task_reduction', total == 50)
  end subroutine

end module

program loops
  use loops_parts
  implicit none
  integer :: before
  call test_counted(9, 1, 10, 1)
  call test_counted(5, 10, 1, -3)
  call test_counted(5, 1, 1, 1)
  call test_counted(5, 1, 0, 1)
  before = updates()
  call test_forms()
  call expect('update is counted', updates() > before)
  call test_while()
  call test_commas()
  call test_inline_and_nowait()
  call test_reduction()
  call finish()
end program
