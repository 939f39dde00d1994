! SPDX-License-Identifier: Apache-2.0
!
! The routines of omp_lib that fortran.f90 leaves out, with arguments of both integer kinds where gfortran's module has
! both.
module library_routines
  use, intrinsic :: iso_c_binding
  use omp_lib
  use cases
  implicit none
contains
  subroutine memory()
    integer(8), pointer :: values(:)
    type(c_ptr) :: block
    integer(omp_allocator_handle_kind) :: handle
    integer :: i
    handle = omp_init_allocator(omp_default_mem_space, 1, [omp_alloctrait(omp_atk_alignment, 128)])
    block = omp_alloc(80_c_size_t, handle)
    call check(c_associated(block) .and. mod(transfer(block, 0_c_intptr_t), 128_c_intptr_t) == 0)
    call c_f_pointer(block, values, [10])
    values = [(int(i, 8), i = 1, 10)]
    block = omp_realloc(block, 800_c_size_t, omp_default_mem_alloc, handle)
    call c_f_pointer(block, values, [100])
    call check(all(values(1:10) == [(int(i, 8), i = 1, 10)]))
    call omp_free(block, omp_null_allocator)
    block = omp_calloc(10_c_size_t, 8_c_size_t, omp_default_mem_alloc)
    call c_f_pointer(block, values, [10])
    call check(all(values == 0))
    call omp_free(block, omp_default_mem_alloc)
    block = omp_aligned_alloc(512_c_size_t, 1024_c_size_t, omp_default_mem_alloc)
    call check(c_associated(block) .and. mod(transfer(block, 0_c_intptr_t), 512_c_intptr_t) == 0)
    call omp_free(block, omp_default_mem_alloc)
    block = omp_aligned_calloc(256_c_size_t, 128_c_size_t, 8_c_size_t, omp_large_cap_mem_alloc)
    call c_f_pointer(block, values, [128])
    call check(all(values == 0) .and. mod(transfer(block, 0_c_intptr_t), 256_c_intptr_t) == 0)
    call omp_free(block, omp_large_cap_mem_alloc)
    call omp_destroy_allocator(handle)
  end subroutine

  subroutine places()
    integer :: i, n_places
    integer, allocatable :: ids(:)
    n_places = omp_get_num_places()
    call check(omp_get_proc_bind() >= omp_proc_bind_false .and. n_places >= 0)
    call check(omp_get_partition_num_places() >= 0 .and. omp_get_partition_num_places() <= n_places)
    do i = 0, n_places - 1
      allocate (ids(omp_get_place_num_procs(i)))
      call omp_get_place_proc_ids(i, ids)
      call check(size(ids) > 0 .and. all(ids >= 0))
      deallocate (ids)
    end do
    call check(omp_get_place_num() < max(n_places, 1))
    allocate (ids(omp_get_partition_num_places()))
    call omp_get_partition_place_nums(ids)
    call check(all(ids >= 0 .and. ids < n_places))
  end subroutine

  subroutine devices()
    integer :: i, before, threads
    before = omp_get_default_device()
    call omp_set_default_device(3)
    call check(omp_get_default_device() == 3)
    call omp_set_default_device(before)
    call check(omp_get_device_num() == omp_get_initial_device())
    do i = 1, 2
      threads = 0
      !$omp parallel
      !$omp atomic
      threads = threads + 1
      !$omp end parallel
      call check(threads == omp_get_max_threads())
      if (i == 1) call check(omp_pause_resource(omp_pause_soft, omp_get_initial_device()) == 0)
    end do
    call check(omp_pause_resource_all(omp_pause_soft) == 0)
  end subroutine

  subroutine limits()
    integer :: teams, threads
    teams = omp_get_max_teams()
    threads = omp_get_teams_thread_limit()
    call omp_set_num_teams(3)
    call omp_set_teams_thread_limit(2)
    call check(omp_get_max_teams() == 3 .and. omp_get_teams_thread_limit() == 2)
    call omp_set_num_teams(teams)
    call check(omp_get_supported_active_levels() >= 255)
    call omp_set_nested(.true.)
    call check(omp_get_nested() .and. omp_get_max_active_levels() > 1)
    call omp_set_nested(.false.)
    call check(.not. omp_get_nested() .and. omp_get_max_active_levels() == 1)
  end subroutine

  subroutine affinity_text()
    character(12) :: text
    character(3) :: short
    call omp_set_affinity_format('at %n  ')
    call check(omp_get_affinity_format(text) == 7 .and. text == 'at %n')
    call check(omp_capture_affinity(text, '%n of %N') == 6 .and. text == '0 of 1')
    call check(omp_capture_affinity(text, '%n   ') == 4 .and. text == '0') ! blanks are part of a format
    call check(omp_capture_affinity(text, '') == 6 .and. text == 'at 0')
    call check(omp_capture_affinity(text, ' ') == 1 .and. text == '')
#ifndef __flang__
    call check(omp_capture_affinity(short, '%n of %N') == 6 .and. short == '0 o')
    call check(omp_get_affinity_format(short) == 7 .and. short == 'at ')
#endif
  end subroutine
#ifdef __flang__

  subroutine kmp_routines()
    integer(kmp_pointer_kind) :: block
    integer(kmp_affinity_mask_kind) :: mask
    integer :: before
    before = kmp_get_blocktime()
    call kmp_set_blocktime(50)
    call check(kmp_get_blocktime() == 50)
    call kmp_set_blocktime(before)
    call check(kmp_get_stacksize_s() > 0 .and. kmp_get_library() > 0)
    block = kmp_malloc(1000_kmp_size_t_kind)
    block = kmp_realloc(block, 2000_kmp_size_t_kind)
    call check(block /= 0)
    call kmp_free(block)
    block = kmp_aligned_malloc(64_kmp_size_t_kind, 256_kmp_size_t_kind)
    call check(block /= 0 .and. mod(block, 256_kmp_pointer_kind) == 0)
    call kmp_free(block)
    call kmp_create_affinity_mask(mask)
    call check(kmp_get_affinity(mask) == 0 .and. kmp_get_affinity_max_proc() > 0)
    call kmp_destroy_affinity_mask(mask)
    call kmp_set_warnings_off()
    call kmp_set_warnings_on()
  end subroutine

  subroutine hinted_locks()
    integer(omp_lock_kind) :: lock
    integer(omp_nest_lock_kind) :: nest
    call omp_init_lock_with_hint(lock, omp_sync_hint_contended)
    call check(omp_test_lock(lock))
    call omp_unset_lock(lock)
    call omp_destroy_lock(lock)
    call omp_init_nest_lock_with_hint(nest, omp_sync_hint_uncontended)
    call check(omp_test_nest_lock(nest) == 1)
    call omp_unset_nest_lock(nest)
    call omp_destroy_nest_lock(nest)
  end subroutine
#else

  subroutine wide_arguments()
    integer(8) :: chunk, ids(4096), numbers(4096)
    integer(omp_sched_kind) :: kind
    integer :: before, n
    integer(omp_allocator_handle_kind) :: handle
    before = omp_get_max_threads()
    call omp_set_num_threads(3_8)
    call check(omp_get_max_threads() == 3)
    call omp_set_num_threads(before)
    call omp_set_schedule(omp_sched_guided, 9_8)
    call omp_get_schedule(kind, chunk)
    call check(kind == omp_sched_guided .and. chunk == 9)
    call omp_set_schedule(omp_sched_static, 0)
    call omp_set_max_active_levels(3_8)
    call check(omp_get_max_active_levels() == 3)
    call omp_set_max_active_levels(1_8)
    call omp_set_dynamic(.true._8)
    call check(omp_get_dynamic())
    call omp_set_dynamic(.false._8)
    call omp_set_nested(.true._8)
    call check(omp_get_nested())
    call omp_set_nested(.false._8)
    call check(omp_get_ancestor_thread_num(0_8) == 0 .and. omp_get_team_size(0_8) == 1)
    call check(omp_get_ancestor_thread_num(5_8) == -1 .and. omp_get_team_size(5_8) == -1)
    call omp_set_default_device(2_8)
    call check(omp_get_default_device() == 2)
    call omp_set_default_device(0_8)
    call omp_set_num_teams(5_8)
    call omp_set_teams_thread_limit(4_8)
    call check(omp_get_max_teams() == 5 .and. omp_get_teams_thread_limit() == 4)
    call omp_set_num_teams(0_8)
    ids = -1
    numbers = -1
    if (omp_get_num_places() > 0) then
      n = omp_get_place_num_procs(0_8)
      call omp_get_place_proc_ids(0_8, ids)
      call check(n > 0 .and. all(ids(:n) >= 0) .and. ids(n + 1) == -1)
    end if
    n = omp_get_partition_num_places()
    call omp_get_partition_place_nums(numbers)
    call check(all(numbers(:n) >= 0) .and. numbers(n + 1) == -1)
    handle = omp_init_allocator(omp_default_mem_space, 1_8, [omp_alloctrait(omp_atk_alignment, 64)])
    call check(handle /= omp_null_allocator)
    call omp_destroy_allocator(handle)
  end subroutine

  subroutine device_memory()
    integer, target :: from(4) = [1, 2, 3, 4], to(4)
    type(c_ptr) :: block
    integer(c_size_t), parameter :: origin(2) = 0, all_of(2) = 2
    integer(c_int) :: host
    host = omp_get_initial_device()
    to = 0
    block = omp_target_alloc(16_c_size_t, host)
    call check(c_associated(block))
    call check(omp_target_memcpy(block, c_loc(from), 16_c_size_t, 0_c_size_t, 0_c_size_t, host, host) == 0)
    call check(omp_target_memcpy_rect(c_loc(to), block, 4_c_size_t, 2, all_of, origin, origin, all_of, all_of, &
                                      host, host) == 0)
    call check(all(to == from) .and. omp_target_is_present(c_loc(to), host) /= 0)
    call check(omp_target_associate_ptr(c_loc(to), block, 16_c_size_t, 0_c_size_t, host) /= 0)
    call check(omp_target_disassociate_ptr(c_loc(to), host) /= 0)
    call omp_target_free(block, host)
  end subroutine
#endif
end module

program library_cases
  use cases
  use library_routines
  implicit none
  call run('Fortran: omp_alloc, omp_calloc, omp_realloc, omp_free, aligned', memory)
  call run('Fortran: routines of places and partitions', places)
  call run('Fortran: default device, omp_pause_resource', devices)
  call run('Fortran: limits of teams, nesting', limits)
  call run('Fortran: omp_set_affinity_format, omp_get_..., omp_capture_affinity', affinity_text)
#ifdef __flang__
  call run('Fortran: kmp_ routines', kmp_routines)
  call run('Fortran: omp_init_lock_with_hint, omp_init_nest_lock_with_hint', hinted_locks)
  call not_built('Fortran: omp_ routines with integers of 8 bytes', 'flang 19 declares them for 4 bytes only')
  call not_built('Fortran: omp_target_ routines', &
                 'they are in libomptarget, which programs for the host do not have')
#else
  call not_built('Fortran: kmp_ routines', 'gfortran does not declare them')
  call not_built('Fortran: omp_init_lock_with_hint, omp_init_nest_lock_with_hint', &
                 'libgomp declares but does not export them')
  call run('Fortran: omp_ routines with integers of 8 bytes', wide_arguments)
  call run('Fortran: omp_target_ routines', device_memory)
#endif
  call finish()
end program
