! SPDX-License-Identifier: Apache-2.0
!
! Calls by hand from Fortran: routines through interfaces of bind(C) beside those of omp_lib, a region by its entry
! point, locks and events as components, in arrays and as arguments.
module callers
  use, intrinsic :: iso_c_binding
  use omp_lib
  use cases
  implicit none
  integer, parameter :: n = 200
  interface
    integer(c_int) function c_thread_num() bind(C, name='omp_get_thread_num')
      import c_int
    end function
    integer(c_int) function c_num_threads() bind(C, name='omp_get_num_threads')
      import c_int
    end function
    integer(c_int) function c_max_threads() bind(C, name='omp_get_max_threads')
      import c_int
    end function
    subroutine c_set_num_threads(n_threads) bind(C, name='omp_set_num_threads')
      import c_int
      integer(c_int), value :: n_threads
    end subroutine
    subroutine c_set_schedule(kind, chunk) bind(C, name='omp_set_schedule')
      import c_int
      integer(c_int), value :: kind, chunk
    end subroutine
    real(c_double) function c_wtime() bind(C, name='omp_get_wtime')
      import c_double
    end function
    subroutine gomp_parallel(body, argument, n_threads, flags) bind(C, name='GOMP_parallel')
      import c_funptr, c_ptr, c_int
      type(c_funptr), value :: body
      type(c_ptr), value :: argument
      integer(c_int), value :: n_threads, flags
    end subroutine
    subroutine gomp_barrier() bind(C, name='GOMP_barrier')
    end subroutine
  end interface
  type counter
    integer(omp_lock_kind) :: lock
    integer :: value = 0
    integer(omp_nest_lock_kind) :: nest
    integer :: nested = 0
  end type
contains
  subroutine both_languages()
    integer :: before, chunk
    integer(omp_sched_kind) :: kind
    real(8) :: start, middle
    before = omp_get_max_threads()
    call c_set_num_threads(3_c_int)
    call expect('omp_get_max_threads in Fortran', omp_get_max_threads(), 3)
    call omp_set_num_threads(5)
    call expect('omp_get_max_threads in C', int(c_max_threads()), 5)
    call omp_set_num_threads(before)
    call c_set_schedule(int(omp_sched_guided, c_int), 11_c_int)
    call omp_get_schedule(kind, chunk)
    call expect('a chunk set in C', chunk, 11)
    call expect('a kind set in C', int(kind), int(omp_sched_guided))
    call omp_set_schedule(omp_sched_static, 0)
    start = omp_get_wtime()
    middle = c_wtime()
    call check(middle >= start .and. omp_get_wtime() >= middle)
    !$omp parallel
    call expect('omp_get_thread_num', int(c_thread_num()), omp_get_thread_num())
    call expect('omp_get_num_threads', int(c_num_threads()), omp_get_num_threads())
    !$omp end parallel
  end subroutine

  subroutine body(argument) bind(C)
    type(c_ptr), value :: argument
    integer(c_int), pointer :: total
    integer :: i
    call c_f_pointer(argument, total)
    !$omp atomic
    total = total + 1
    call gomp_barrier()
    call expect('members that have come to the barrier', int(total), omp_get_num_threads())
    call gomp_barrier()
    !$omp do
    do i = 1, n
      !$omp atomic
      total = total + 1
    end do
  end subroutine

  ! What a compiler makes of a parallel construct; orphaned constructs in the procedure belong to the region.
  subroutine by_entry_point()
    integer(c_int), target :: total
    integer :: threads
    do threads = 1, 4
      total = 0
      call gomp_parallel(c_funloc(body), c_loc(total), int(threads, c_int), 0_c_int)
      call expect('members and iterations', int(total), threads + n)
    end do
  end subroutine

  ! Neighbours in memory are locks of their own: an integer(omp_lock_kind) is all there is of each.
  subroutine arrays_of_locks()
    integer(omp_lock_kind) :: locks(16)
    integer(omp_nest_lock_kind) :: nests(8)
    integer :: i, k, values(16), nested(8)
    do i = 1, 16
      call omp_init_lock(locks(i))
    end do
    do i = 1, 8
      call omp_init_nest_lock(nests(i))
    end do
    call omp_set_lock(locks(5))
    call check(omp_test_lock(locks(4)) .and. omp_test_lock(locks(6)) .and. .not. omp_test_lock(locks(5)))
    call omp_unset_lock(locks(4))
    call omp_unset_lock(locks(5))
    call omp_unset_lock(locks(6))
    call expect('a nest lock', omp_test_nest_lock(nests(3)), 1)
    call expect('its neighbour', omp_test_nest_lock(nests(4)), 1)
    call expect('the lock again', omp_test_nest_lock(nests(3)), 2)
    call omp_unset_nest_lock(nests(3))
    call omp_unset_nest_lock(nests(3))
    call omp_unset_nest_lock(nests(4))
    values = 0
    nested = 0
    !$omp parallel private(k)
    do i = 1, n
      k = mod(i + omp_get_thread_num(), 16) + 1
      call omp_set_lock(locks(k))
      values(k) = values(k) + 1
      call omp_unset_lock(locks(k))
      k = (k + 1) / 2
      call omp_set_nest_lock(nests(k))
      call add_nested(nests(k), nested(k))
      call omp_unset_nest_lock(nests(k))
    end do
    !$omp end parallel
    call expect('updates under locks', sum(values), n * omp_get_max_threads())
    call expect('updates under nest locks', sum(nested), n * omp_get_max_threads())
    do i = 1, 16
      call omp_destroy_lock(locks(i))
    end do
    do i = 1, 8
      call omp_destroy_nest_lock(nests(i))
    end do
  end subroutine

  subroutine add_nested(lock, value)
    integer(omp_nest_lock_kind), intent(inout) :: lock
    integer, intent(inout) :: value
    call omp_set_nest_lock(lock)
    value = value + 1
    call omp_unset_nest_lock(lock)
  end subroutine

  subroutine locks_as_components()
    type(counter), allocatable :: counters(:)
    integer :: i
    allocate (counters(3))
    do i = 1, 3
      call omp_init_lock(counters(i)%lock)
      call omp_init_nest_lock(counters(i)%nest)
    end do
    !$omp parallel
    !$omp do schedule(dynamic)
    do i = 1, n
      call count_one(counters(mod(i, 3) + 1))
    end do
    !$omp end parallel
    call expect('updates', counters%value, [66, 67, 67])
    call expect('nested updates', counters%nested, [66, 67, 67])
    do i = 1, 3
      call omp_destroy_lock(counters(i)%lock)
      call omp_destroy_nest_lock(counters(i)%nest)
    end do
  contains
    subroutine count_one(it)
      type(counter), intent(inout) :: it
      do while (.not. omp_test_lock(it%lock))
      end do
      it%value = it%value + 1
      call omp_unset_lock(it%lock)
      do while (omp_test_nest_lock(it%nest) == 0)
      end do
      call add_nested(it%nest, it%nested)
      call omp_unset_nest_lock(it%nest)
    end subroutine
  end subroutine

  ! A simple lock is the task's that has set it: a task of the same thread gets none.
  subroutine locks_of_tasks()
    integer(omp_lock_kind) :: lock
    integer(omp_nest_lock_kind) :: nest
    integer :: got, level, total
    call omp_init_lock(lock)
    call omp_init_nest_lock(nest)
    got = 0
    level = -1
    total = 0
    call omp_set_lock(lock)
    call omp_set_nest_lock(nest)
    !$omp task if(total < 0) shared(lock, nest, got, level)
    if (omp_test_lock(lock)) got = 1
    level = omp_test_nest_lock(nest)
    !$omp end task
    call omp_unset_lock(lock)
    call omp_unset_nest_lock(nest)
    call expect('a lock that another task has', got, 0)
    call expect('a nest lock that another task has', level, 0)
    !$omp parallel
    !$omp task shared(lock, total)
    call omp_set_lock(lock)
    total = total + 1
    call omp_unset_lock(lock)
    !$omp end task
    !$omp end parallel
    call expect('updates by tasks', total, omp_get_max_threads())
    call omp_destroy_lock(lock)
    call omp_destroy_nest_lock(nest)
  end subroutine

#ifndef __flang__

  subroutine fulfil(events)
    integer(omp_event_handle_kind), intent(in) :: events(:)
    integer :: i
    do i = 1, size(events)
      call omp_fulfill_event(events(i))
    end do
  end subroutine

  subroutine events_in_arrays()
    integer(omp_event_handle_kind) :: event, events(4)
    integer :: i, behind(4), x(4)
    behind = 0
    !$omp parallel
    !$omp single
    do i = 1, 4
      !$omp task detach(event) depend(out: x(i)) shared(events, behind) firstprivate(i)
      events(i) = event
      behind(i) = behind(i) + 1
      !$omp end task
    end do
    do i = 1, 4
      !$omp task depend(in: x(i)) shared(behind) firstprivate(i)
      behind(i) = behind(i) * 10
      !$omp end task
    end do
    call wait_until_set()
    call fulfil(events)
    !$omp taskwait
    call expect('tasks behind detached ones', behind, [10, 10, 10, 10])
    !$omp end single
    !$omp end parallel
  contains
    ! Other threads may still be at it.
    subroutine wait_until_set()
      integer :: k, seen
      do k = 1, 4
        do
          !$omp atomic read
          seen = behind(k)
          if (seen == 1) exit
          !$omp taskyield
        end do
      end do
    end subroutine
  end subroutine
#endif
end module

program caller_cases
  use cases
  use callers
  implicit none
  call run('Fortran: routines by bind(C) beside omp_lib', both_languages)
  call run('Fortran: GOMP_parallel and GOMP_barrier by hand', by_entry_point)
  call run('Fortran: arrays of locks', arrays_of_locks)
  call run('Fortran: locks as components and arguments', locks_as_components)
  call run_but_on_libomp('Fortran: locks of tasks', locks_of_tasks, &
    'libomp 19 takes nest locks to be the thread''s')
#ifdef __flang__
  call not_built('Fortran: events in arrays and as arguments', 'flang 19 has no detach')
#else
  call run('Fortran: events in arrays and as arguments', events_in_arrays)
#endif
  call finish()
end program
