! SPDX-License-Identifier: Apache-2.0
!
! taskgraph with each of its clauses, at places of every kind: results are the serial ones, and what can be replayed is.
include 'checks.inc'

module regions_parts
  use checks
  implicit none

contains

  ! Dummy arguments and local values are new in each call.
  subroutine add_scaled(a, b, n, factor)
    integer, intent(in) :: n, factor
    integer, intent(inout) :: a(n)
    integer, intent(in) :: b(n)
    integer :: i, double
    double = 2 * factor
    !$omp taskgraph
    do i = 1, n
      !$omp task shared(a, b) firstprivate(i, double) depend(inout: a(i))
      a(i) = a(i) + double * b(i)
      !$omp end task
    end do
    !$omp end taskgraph
  end subroutine

  subroutine test_data()
    integer :: a(8), b(8), other(8), before, step
    before = replays()
    a = 0; other = 0; b = [1, 2, 3, 4, 5, 6, 7, 8]
    do step = 1, 5
      call add_scaled(a, b, 8, step)
      call add_scaled(other, a, 8, 1)
    end do
    call expect('data of calls', all(a == 30 * b))
    call expect('data of calls, other array', all(other == 2 * b * (2 + 6 + 12 + 20 + 30)))
    call expect('replays of calls', replays() - before == 9)
  end subroutine

  subroutine test_graph_id()
    integer :: x(2), step, before, id
    before = records()
    x = 0
    do step = 1, 8
      id = mod(step, 2)
      !$omp taskgraph graph_id(id + 10)
      if (id == 0) then
        !$omp task shared(x) depend(inout: x)
        x(1) = x(1) + 1
        !$omp end task
      else
        !$omp task shared(x) depend(inout: x)
        x(2) = x(2) + 1
        !$omp end task
        !$omp task shared(x) depend(inout: x)
        x(2) = x(2) * 2
        !$omp end task
      end if
      !$omp end taskgraph
    end do
    call expect('graph_id', x(1) == 4 .and. x(2) == 30)
    call expect('one record for each graph_id', records() - before == 2)
  end subroutine

  subroutine test_reset_and_if()
    integer :: x, step, recorded, replayed
    recorded = records()
    x = 0
    do step = 1, 6
      !$omp taskgraph graph_reset(step == 4)
      !$omp task shared(x) depend(inout: x)
      x = x + step
      !$omp end task
      !$omp end taskgraph
    end do
    call expect('graph_reset', x == 21)
    call expect('record after graph_reset', records() - recorded == 2)
    recorded = records()
    replayed = replays()
    do step = 1, 6
      !$omp taskgraph if(taskgraph: step > 100) graph_reset
      !$omp task shared(x) depend(inout: x)
      x = x - step
      !$omp end task
      !$omp end taskgraph
    end do
    call expect('if(.false.)', x == 0)
    recorded = recorded - records()
    replayed = replayed - replays()
    call expect('no record under if(.false.)', recorded == 0 .and. replayed == 0)
  end subroutine

  subroutine test_nogroup()
    integer :: x, step
    x = 0
    !$omp parallel num_threads(2)
    !$omp single
    do step = 1, 4
      !$omp taskgraph nogroup recurrent
      !$omp task shared(x) depend(inout: x)
      x = x + 1
      !$omp end task
      !$omp taskwait depend(in: x)
      !$omp end taskgraph
      if (x /= step) failures = failures + 1
      !$omp taskwait
    end do
    x = 0
    do step = 1, 4
      !$omp taskgraph nogroup
      !$omp task shared(x) depend(inout: x)
      x = x + 1
      !$omp end task
      !$omp end taskgraph
      !$omp taskwait
    end do
    do step = 1, 4
      !$omp taskgraph nowait
      !$omp task shared(x) depend(inout: x)
      x = x + 1
      !$omp end task
      !$omp end taskgraph
      !$omp taskwait
      !$omp taskgraph nogroup(.false.)
      !$omp task shared(x) depend(inout: x)
      x = x + 1
      !$omp end task
      !$omp end taskgraph
      if (x /= 4 + 2 * step) failures = failures + 1
    end do
    !$omp end single
    !$omp end parallel
    call expect('nogroup', x == 12)
  end subroutine

  ! The promise that captured data stay right: the code between the tasks runs once only.
  subroutine test_recurrent()
    integer, save :: x(4) = 0, executed = 0
    integer :: step, i, before
    before = pure_replays()
    do step = 1, 5
      !$omp taskgraph recurrent
      executed = executed + 1
      do i = 1, 4
        !$omp task firstprivate(i) shared(x) depend(inout: x(i))
        x(i) = x(i) + i
        !$omp end task
      end do
      !$omp end taskgraph
    end do
    call expect('recurrent', all(x == [5, 10, 15, 20]))
    call expect('recurrent is replayed without the code', pure_replays() - before == 4 .and. executed == 1)
  end subroutine

  ! BLOCK as the whole body needs no END directive, of a region as of a task.
  subroutine test_blocks()
    integer :: x, step
    x = 0
    do step = 1, 3
      !$omp taskgraph
      block
        integer :: twice
        twice = 2 * step
        !$omp task shared(x) firstprivate(twice) depend(inout: x)
        block
          x = x + twice
        end block
        !$omp task shared(x) depend(inout: x)
        block
          x = x + 1
        end block
        !$omp end task
      end block
      x = x + 100
    end do
    call expect('blocks', x == 315)
  end subroutine

  recursive integer function depth_sum(depth) result(total)
    integer, intent(in) :: depth
    integer :: part
    part = 0
    total = 0
    if (depth == 0) return
    !$omp taskgraph
    !$omp task shared(part) firstprivate(depth)
    part = depth
    !$omp end task
    !$omp end taskgraph
    total = part + depth_sum(depth - 1)
  end function

  ! A region inside of a task that is in a region; and tasks of called procedures, which are no part of the record.
  subroutine test_nesting()
    integer :: x(4), i, step, before
    x = 0
    do step = 1, 4
      !$omp taskgraph
      do i = 1, 4
        !$omp task shared(x) firstprivate(i)
        call inner(x(i))
        !$omp end task
      end do
      !$omp end taskgraph
    end do
    call expect('region in a task', all(x == 4))
    before = replays()
    do step = 1, 4
      !$omp taskgraph
      call create_task(x)
      !$omp task shared(x) depend(inout: x(1))
      x(1) = x(1) + 1
      !$omp end task
      !$omp end taskgraph
    end do
    call expect('tasks of called procedures', x(1) == 8 .and. x(2) == 8)
    call expect('replays beside tasks of called procedures', replays() - before == 3)
  end subroutine

  subroutine inner(x)
    integer, intent(inout) :: x
    !$omp taskgraph
    !$omp task shared(x)
    x = x + 1
    !$omp end task
    !$omp end taskgraph
  end subroutine

  subroutine create_task(x)
    integer, intent(inout) :: x(4)
    !$omp task shared(x)
    x(2) = x(2) + 1
    !$omp end task
  end subroutine

  subroutine test_taskloop_and_taskwait()
    integer :: x(16), total, i, step
    x = 0
    total = 0
    do step = 1, 4
      !$omp taskgraph
      !$omp taskloop nogroup grainsize(4) shared(x)
      do i = 1, 16
        x(i) = x(i) + i
      end do
      !$omp end taskloop
      !$omp task shared(total) depend(out: total)
      total = total + 1
      !$omp end task
      !$omp taskwait depend(in: total)
      !$omp end taskgraph
    end do
    call expect('taskloop', all(x == [(4 * i, i=1, 16)]))
    call expect('taskwait depend', total == 4)
  end subroutine

end module

program regions
  use regions_parts
  implicit none
  integer :: step, i, shared_by_all(4)
  call test_data()
  call test_graph_id()
  call test_reset_and_if()
  call test_nogroup()
  call test_recurrent()
  call test_blocks()
  do step = 1, 3
    call expect('recursion', depth_sum(6) == 21)
  end do
  call test_nesting()
  call test_taskloop_and_taskwait()

  ! Directly in a parallel region that lists its data, first as a whole, then by an internal procedure.
  shared_by_all = 0
  !$omp parallel default(none) shared(shared_by_all) private(step, i)
  !$omp single
  do step = 1, 3
    !$omp taskgraph
    do i = 1, 4
      !$omp task default(none) shared(shared_by_all) firstprivate(i) depend(inout: shared_by_all(i))
      shared_by_all(i) = shared_by_all(i) + i
      !$omp end task
    end do
    !$omp end taskgraph
  end do
  !$omp end single
  !$omp end parallel
  call internal()
  call expect('default(none) and internal procedure', all(shared_by_all == [4, 8, 12, 16]))
  call finish()

contains

  subroutine internal()
    !$omp taskgraph
    do i = 1, 4
      !$omp task firstprivate(i) shared(shared_by_all)
      shared_by_all(i) = shared_by_all(i) + i
      !$omp end task
    end do
    !$omp end taskgraph
  end subroutine

end program
