! SPDX-License-Identifier: Apache-2.0
!
! Clauses of task: replayable, firstprivate(saved: ...), dep_pattern, alone and among others.
include 'checks.inc'

module tasks_parts
  use checks
  implicit none

contains

  subroutine create(x, is_replayable)
    integer, intent(inout) :: x
    logical, intent(in) :: is_replayable
    !$omp task replayable(is_replayable) shared(x) depend(inout: x)
    x = x + 1
    !$omp end task
  end subroutine

  subroutine test_replayable()
    integer :: x, step, before
    x = 0
    before = nodes()
    do step = 1, 4
      !$omp taskgraph
      call create(x, .true.)
      !$omp task shared(x) depend(inout: x) &
      !$omp      replayable
      x = x + 1
      !$omp end task
      !$omp end taskgraph
    end do
    call expect('replayable', x == 8)
    call expect('both are recorded', nodes() - before == 2)
    before = nodes()
    do step = 1, 4
      !$omp taskgraph
      call create(x, .false.)
      !$omp task depend(inout: x), replayable (.false.), shared(x)
      x = x + 1
      !$omp end task
      !$omp end taskgraph
    end do
    call expect('not replayable', x == 16)
    call expect('none is recorded', nodes() == before)
  end subroutine

  ! A wait that is not replayable is no node, and waits for tasks that are not replayable.
  subroutine test_taskwait()
    integer :: x, y, step, before
    x = 0
    y = 0
    before = nodes()
    do step = 1, 4
      !$omp taskgraph
      !$omp task shared(x) depend(inout: x)
      x = x + 1
      !$omp end task
      !$omp task shared(y) firstprivate(step) depend(out: y) replayable(.false.)
      y = step
      !$omp end task
      !$omp taskwait depend(in: y) replayable(.false.)
      call expect('a wait that is not replayable', y == step)
      !$omp taskwait depend(in: x) replayable(y > 0)
      call expect('a wait that is', x == step)
      !$omp end taskgraph
    end do
    call expect('one of two waits is recorded', nodes() - before == 2)
  end subroutine

  ! Each replay begins with the values of the record.
  subroutine test_saved()
    type :: item
      integer :: number
      real(8) :: reals(2)
    end type
    integer :: x(4), i, step, factor
    x = 0
    do step = 1, 4
      factor = 2 + step
      !$omp taskgraph
      do i = 1, 4
        !$omp task firstprivate(saved: i, factor) shared(x) depend(inout: x(i))
        x(i) = x(i) + factor * i
        factor = 100
        !$omp end task
      end do
      !$omp end taskgraph
    end do
    call expect('saved', all(x == [12, 24, 36, 48]))
    do step = 1, 4
      call saved_kinds(step, real(step), item(step, [1.d0, 2.d0] * step), [step, 7], x)
    end do
    call expect('saved variables of several kinds', all(x == [48, 24, 36, 48]))
  contains
    subroutine saved_kinds(step, single, structure, dummy, x)
      integer, intent(in) :: step
      real, intent(in) :: single
      type(item), intent(in) :: structure
      integer, intent(in) :: dummy(2)
      integer, intent(inout) :: x(4)
      integer, save :: kept
      integer :: numbers(3)
      character(len=2) :: word
      numbers = step
      kept = step
      word = repeat(char(iachar('0') + step), 2)
      !$omp taskgraph
      !$omp task firstprivate(saved: single, structure, dummy) firstprivate(saved: kept, numbers, word) shared(x) &
      !$omp depend(inout: x(1))
      if (step == 1) x(1) = 0
      if (word == '11') x(1) = x(1) + int(single) + structure%number + int(structure%reals(2)) + kept + numbers(3)
      x(1) = x(1) + dummy(1)
      numbers = 0
      !$omp end task
      !$omp task firstprivate(step) shared(x) depend(inout: x(1))
      if (step == 4) x(1) = x(1) + 20
      !$omp end task
      !$omp end taskgraph
    end subroutine
  end subroutine

  subroutine test_taskloop()
    integer :: x(8), ordinary(8), i, step, factor, before
    x = 0
    ordinary = 0
    before = nodes()
    do step = 1, 4
      factor = step
      !$omp taskgraph
      !$omp taskloop nogroup num_tasks(4) firstprivate(factor) shared(x) replayable
      do i = 1, 8
        x(i) = x(i) + factor
      end do
      !$omp end taskloop
      !$omp taskloop nogroup num_tasks(2) shared(ordinary) replayable(.false.)
      do i = 1, 8
        ordinary(i) = ordinary(i) + 1
      end do
      !$omp end taskloop
      !$omp end taskgraph
    end do
    call expect('taskloop', all(x == 10) .and. all(ordinary == 4))
    call expect('one of two taskloops is recorded', nodes() - before == 4)
    do step = 1, 4
      factor = 1 + step
      !$omp taskgraph
      !$omp taskloop nogroup num_tasks(4) firstprivate(saved: factor) shared(x)
      do i = 1, 8
        x(i) = x(i) * factor
      end do
      !$omp end taskloop
      !$omp end taskgraph
    end do
    call expect('saved on taskloop', all(x == 160))
  end subroutine

  ! The children of a task depend on each other as the tag says; the data differ.
  subroutine work(a, n, tag)
    integer, intent(in) :: n
    integer, intent(inout) :: a(0:n)
    character(len=*), intent(in) :: tag
    !$omp task shared(a) firstprivate(n, tag) dep_pattern(tag) depend(inout: a)
    block
      integer :: i
      do i = 1, n
        !$omp task shared(a) firstprivate(i) depend(in: a(i - 1)) depend(inout: a(i))
        a(i) = a(i) + a(i - 1)
        !$omp end task
      end do
      !$omp taskwait
    end block
    !$omp end task
  end subroutine

  subroutine test_pattern()
    integer :: a(0:6), b(0:6), before, step
    before = uses()
    a = 1
    b = 2
    !$omp parallel num_threads(2)
    !$omp single
    do step = 1, 3
      call work(a, 6, 'chain 6')
      call work(b, 6, 'chain 6   ')
      !$omp taskwait
    end do
    !$omp task shared(a) dep_pattern("lit""eral")
    a(0) = 7
    !$omp end task
    !$omp end single
    !$omp end parallel
    call expect('dep_pattern', a(1) == 4 .and. all(b(1:) == 2 * a(1:)) .and. a(0) == 7)
    call expect('uses of the pattern', uses() - before >= 4)
  end subroutine

end module

program tasks
  use tasks_parts
  implicit none
  call test_replayable()
  call test_taskwait()
  call test_saved()
  call test_taskloop()
  call test_pattern()
  call finish()
end program
