! SPDX-License-Identifier: Apache-2.0
!
! Programs may use the names of intrinsic functions for their own: what the directives become uses none of them.
include 'checks.inc'

module names_parts
  use checks
  implicit none

contains

  subroutine merge(x)
    integer, intent(inout) :: x
    x = x + 1
  end subroutine

  subroutine test_taskgraph()
    integer :: int(2), x, step, before
    logical :: c_int
    int = [3, 4]
    c_int = .true.
    x = 0
    before = records()
    do step = 1, 4
      !$omp taskgraph if(c_int) graph_id(int(1 + mod(step, 2))) graph_reset(step > 4) nogroup(.not. c_int)
      !$omp task shared(x) depend(inout: x)
      call merge(x)
      !$omp end task
      !$omp end taskgraph
    end do
    call expect('names in clauses of taskgraph', x == 4)
    call expect('graph_id of that name', records() - before == 2)
  end subroutine

  subroutine test_taskiter()
    integer :: int(2), x, i
    int = [2, 0]
    x = 0
    !$omp taskiter unroll(int(1))
    do i = 1, 5
      !$omp task shared(x) depend(inout: x)
      call merge(x)
      !$omp end task
    end do
    call expect('names in clauses of taskiter', x == 5)
  end subroutine

  subroutine create(x, merge)
    integer, intent(inout) :: x
    logical, intent(in) :: merge
    !$omp task shared(x) depend(inout: x) replayable(merge)
    x = x + 1
    !$omp end task
  end subroutine

  subroutine test_task()
    integer :: x, step, before
    x = 0
    before = nodes()
    do step = 1, 4
      !$omp taskgraph
      call create(x, .true.)
      call create(x, .false.)
      !$omp end taskgraph
    end do
    call expect('names in replayable', x == 8)
    call expect('one of two is replayable', nodes() - before == 1)
  end subroutine

  subroutine test_pattern()
    integer :: a(2), step, before
    character(len=8) :: trim(2)
    trim = 'chain'
    a = 0
    before = uses()
    !$omp parallel num_threads(2)
    !$omp single
    do step = 1, 3
      !$omp task shared(a) dep_pattern(trim(2)) depend(inout: a)
      block
        !$omp task shared(a) depend(inout: a(1))
        call merge(a(1))
        !$omp end task
        !$omp task shared(a) depend(in: a(1)) depend(inout: a(2))
        a(2) = a(2) + a(1)
        !$omp end task
        !$omp taskwait
      end block
      !$omp end task
      !$omp taskwait
    end do
    !$omp end single
    !$omp end parallel
    call expect('names in dep_pattern', all(a == [3, 6]))
    call expect('uses of that pattern', uses() > before)
  end subroutine

end module

program names
  use names_parts
  implicit none
  call test_taskgraph()
  call test_taskiter()
  call test_task()
  call test_pattern()
  call finish()
end program
