! SPDX-License-Identifier: Apache-2.0
!
! Constructs and clauses in Fortran that gfortran 12 and flang 19 both build, a case each; those that
! move values are in fortran_values.f90, those that only gfortran builds in fortran_more.f90 and fortran_tasks.f90.
!
! test: ENV OMP_CANCELLATION=true
module constructs
  use omp_lib
  use cases
  implicit none
  integer, parameter :: n = 100
  integer :: counts(n)
contains
  subroutine expect_each_once()
    call check(all(counts == 1))
    counts = 0
  end subroutine

  subroutine do_schedules()
    integer :: i, j
    integer(8) :: k
    counts = 0
    !$omp parallel do schedule(static)
    do i = 1, n
      counts(i) = counts(i) + 1
    end do
    call expect_each_once()
    !$omp parallel do schedule(static, 3)
    do i = n, 1, -1
      counts(i) = counts(i) + 1
    end do
    call expect_each_once()
    !$omp parallel do schedule(nonmonotonic: dynamic, 2)
    do k = 3_8, 3_8 * n, 3_8
      counts(k / 3) = counts(k / 3) + 1
    end do
    call expect_each_once()
    !$omp parallel do schedule(guided) collapse(2)
    do i = 0, 9
      do j = 1, 10
        counts(i * 10 + j) = counts(i * 10 + j) + 1
      end do
    end do
    call expect_each_once()
    !$omp parallel do schedule(runtime)
    do i = 1, n
      counts(i) = counts(i) + 1
    end do
    call expect_each_once()
    !$omp parallel do simd schedule(auto)
    do i = 1, n
      counts(i) = counts(i) + 1
    end do
    call expect_each_once()
    !$omp parallel
    !$omp do
    do i = 1, n
      counts(i) = counts(i) + 1
    end do
    !$omp end do nowait
    !$omp end parallel
    call expect_each_once()
  end subroutine

  subroutine do_lastprivate()
    integer :: i, last
    !$omp parallel do lastprivate(last) schedule(static)
    do i = 1, n
      last = 3 * i
    end do
    call check(last == 3 * n)
  end subroutine

  subroutine do_ordered()
    integer :: i, logged, log(n)
    logged = 0
    !$omp parallel do ordered schedule(dynamic)
    do i = 1, n
      !$omp ordered
      logged = logged + 1
      log(logged) = i
      !$omp end ordered
    end do
    call check(all(log == [(i, i = 1, n)]))
  end subroutine

  subroutine sections()
    integer :: a, b, last, total
    total = 1
    !$omp parallel sections lastprivate(last) reduction(+: total)
    !$omp section
    a = 1
    last = 1
    total = total + 10
    !$omp section
    b = 2
    last = 2
    total = total + 20
    !$omp end parallel sections
    call check(a == 1 .and. b == 2 .and. last == 2 .and. total == 31)
  end subroutine

  subroutine masked_master_critical()
    integer :: runs, total
    runs = 0
    total = 0
    !$omp parallel
    !$omp masked
    runs = runs + 1
    !$omp end masked
    !$omp barrier
    !$omp masked filter(0)
    runs = runs + 1
    !$omp end masked
    !$omp master
    runs = runs + 1
    !$omp end master
    !$omp critical (a_name) hint(omp_sync_hint_contended)
    total = total + 1
    !$omp end critical (a_name)
    !$omp end parallel
    call check(runs == 3 .and. total == omp_get_max_threads())
  end subroutine

  subroutine workshare()
    integer :: a(n), b(n), total
    real :: r(n)
    !$omp parallel workshare
    a = 2
    b = a * 3
    where (b > 5) a = b + 1
    forall (total = 1:n) r(total) = real(b(total)) / 2
    !$omp end parallel workshare
    call check(all(a == 7) .and. all(b == 6) .and. all(r == 3.0))
    !$omp parallel
    !$omp workshare
    total = sum(a)
    !$omp end workshare nowait
    !$omp end parallel
    call check(total == 7 * n)
  end subroutine

  subroutine teams()
    integer :: i, leagues
    counts = 0
    leagues = 0
    !$omp teams num_teams(2) shared(leagues)
    !$omp parallel num_threads(1)
    !$omp atomic
    leagues = leagues + 1
    !$omp end parallel
    !$omp end teams
    call check(leagues == 1 .or. leagues == 2)
    !$omp teams num_teams(2)
    !$omp parallel do
    do i = 1, n
      !$omp atomic
      counts(i) = counts(i) + 1
    end do
    !$omp end teams
    call check(all(counts == leagues))
  end subroutine

  subroutine allocators()
    integer(omp_allocator_handle_kind) :: handle, before
    type(omp_alloctrait) :: traits(1)
    traits(1) = omp_alloctrait(omp_atk_alignment, 128)
    handle = omp_init_allocator(omp_default_mem_space, 1, traits)
    call check(handle /= omp_null_allocator)
    call omp_destroy_allocator(handle)
    before = omp_get_default_allocator()
    call omp_set_default_allocator(omp_large_cap_mem_alloc)
    call check(omp_get_default_allocator() == omp_large_cap_mem_alloc)
    call omp_set_default_allocator(before)
  end subroutine

  subroutine routines()
    integer(omp_sched_kind) :: kind
    integer :: chunk, before, length
    character(40) :: text
    before = omp_get_max_threads()
    call omp_set_num_threads(3)
    call check(omp_get_max_threads() == 3)
    call omp_set_num_threads(before)
    call omp_set_dynamic(.false.)
    call check(.not. omp_get_dynamic() .and. .not. omp_in_parallel())
    call omp_set_schedule(omp_sched_guided, 4)
    call omp_get_schedule(kind, chunk)
    call check(kind == omp_sched_guided .and. chunk == 4)
    call omp_set_schedule(omp_sched_static, 0)
    call omp_set_max_active_levels(2)
    call check(omp_get_max_active_levels() == 2)
    call omp_set_max_active_levels(1)
    call check(omp_get_level() == 0 .and. omp_get_active_level() == 0 .and. omp_get_ancestor_thread_num(0) == 0)
    call check(omp_get_team_size(0) == 1 .and. omp_get_thread_limit() > 0 .and. omp_get_num_procs() > 0)
    call check(omp_get_num_devices() == 0 .and. omp_is_initial_device() .and. omp_get_initial_device() == 0)
    call check(is_cancellable() .and. omp_get_wtick() > 0 .and. omp_get_wtime() > 0)
    call check(omp_get_num_teams() == 1 .and. omp_get_team_num() == 0 .and. omp_get_max_task_priority() == 0)
    call omp_set_affinity_format('%L:%n')
    length = omp_get_affinity_format(text)
    call check(length == 5 .and. text == '%L:%n')
    length = omp_capture_affinity(text, '%n of %N')
    call check(length == 6 .and. text == '0 of 1')
    call check(omp_pause_resource_all(omp_pause_soft) == 0)
  end subroutine

  subroutine locks()
    integer(omp_lock_kind) :: lock
    integer(omp_nest_lock_kind) :: nest
    integer :: total, level
    total = 0
    call omp_init_lock(lock)
    call omp_init_nest_lock(nest)
    !$omp parallel private(level)
    call omp_set_lock(lock)
    total = total + 1
    call omp_unset_lock(lock)
    call omp_set_nest_lock(nest)
    level = omp_test_nest_lock(nest)
    call check(level == 2)
    total = total + 1
    call omp_unset_nest_lock(nest)
    call omp_unset_nest_lock(nest)
    if (omp_test_lock(lock)) call omp_unset_lock(lock)
    !$omp end parallel
    call check(total >= omp_get_max_threads())
    call omp_destroy_lock(lock)
    call omp_destroy_nest_lock(nest)
  end subroutine

  subroutine nested_parallels()
    integer :: total
    total = 0
    call omp_set_max_active_levels(2)
    !$omp parallel num_threads(2) reduction(+: total)
    !$omp parallel num_threads(2) reduction(+: total)
    call check(omp_get_level() == 2 .and. omp_get_ancestor_thread_num(0) == 0)
    call check(omp_get_team_size(2) == omp_get_num_threads())
    total = total + 1
    !$omp end parallel
    !$omp end parallel
    call omp_set_max_active_levels(1)
    call check(total >= 1 .and. total <= 4)
  end subroutine

  subroutine conditional_parallels()
    integer :: threads
    logical :: yes
    yes = omp_get_max_threads() < 0
    threads = 0
    !$omp parallel if(parallel: yes) default(none) shared(threads)
    !$omp atomic
    threads = threads + omp_get_num_threads()
    !$omp end parallel
    call check(threads == 1)
    !$omp parallel proc_bind(close) num_threads(2) private(threads)
    threads = omp_get_thread_num()
    call check(threads >= 0 .and. threads < 2)
    !$omp end parallel
  end subroutine

  ! The module of LLVM 19 declares the routine as an integer function.
  logical function is_cancellable()
    is_cancellable = transfer(omp_get_cancellation(), 0) /= 0
  end function

  subroutine shared_tasks()
    integer :: total, x, y
    total = 0
    x = 1
    !$omp parallel
    !$omp single
    !$omp taskgroup
    !$omp task if(total < 0) shared(total)
    !$omp taskyield
    !$omp atomic
    total = total + 1
    !$omp end task
    !$omp task final(.true.) shared(total)
    call check(omp_in_final())
    !$omp atomic
    total = total + 1
    !$omp end task
    !$omp end taskgroup
    call check(total == 2)
    !$omp task depend(out: x) shared(x)
    x = 2
    !$omp end task
    !$omp task depend(in: x) depend(out: y) shared(x, y)
    y = x + 1
    !$omp end task
    !$omp task depend(inout: x, y) shared(x, y)
    x = x + y
    !$omp end task
    !$omp taskwait
    call check(x == 5 .and. y == 3)
    !$omp end single
    !$omp end parallel
  end subroutine
end module

program fortran
  use constructs
  call run('Fortran: do schedule, collapse, nowait', do_schedules)
  call run('Fortran: do lastprivate', do_lastprivate)
  call run('Fortran: do ordered', do_ordered)
  call run('Fortran: sections', sections)
  call run('Fortran: masked, master, critical, barrier', masked_master_critical)
  call run('Fortran: workshare', workshare)
  call run('Fortran: teams, parallel do in it', teams)
  call run('Fortran: allocator routines', allocators)
  call run('Fortran: omp_ routines', routines)
  call run('Fortran: lock routines', locks)
  call run('Fortran: nested parallel, its routines', nested_parallels)
  call run('Fortran: parallel if, default(none), proc_bind', conditional_parallels)
  call run('Fortran: task if, final, depend; taskgroup, taskwait, taskyield', shared_tasks)
  call finish()
end program
