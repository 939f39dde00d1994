! SPDX-License-Identifier: Apache-2.0
!
! omp_lib.h, the form without a module: the routines are external then, and get their arguments without an interface.
!
! test: LEFT_OUT flang "Debian's flang 19 does not find its omp_lib.h"
module header_routines
  use cases
  implicit none
contains
  subroutine through_the_header()
    include 'omp_lib.h'
    integer :: before, chunk
    integer(omp_sched_kind) :: kind
    integer(omp_lock_kind) :: lock
    integer(omp_nest_lock_kind) :: nest
    character(20) :: text
    before = omp_get_max_threads()
    call omp_set_num_threads(3)
    call check(omp_get_max_threads() == 3 .and. omp_get_num_threads() == 1 .and. omp_get_thread_num() == 0)
    call omp_set_num_threads(before)
    call omp_set_schedule(omp_sched_dynamic, 7)
    call omp_get_schedule(kind, chunk)
    call check(kind == omp_sched_dynamic .and. chunk == 7)
    call omp_set_schedule(omp_sched_static, 0)
    call check(.not. omp_in_parallel() .and. .not. omp_in_final() .and. .not. omp_get_dynamic())
    call check(omp_get_wtime() > 0 .and. omp_get_wtick() > 0 .and. omp_get_num_procs() > 0)
    call check(omp_get_level() == 0 .and. omp_get_team_size(0) == 1 .and. omp_get_thread_limit() > 0)
    call check(omp_get_num_devices() == 0 .and. omp_is_initial_device() .and. omp_get_cancellation() .eqv. .false.)
    call omp_init_lock(lock)
    call check(omp_test_lock(lock))
    call omp_unset_lock(lock)
    call omp_destroy_lock(lock)
    call omp_init_nest_lock(nest)
    call omp_set_nest_lock(nest)
    call check(omp_test_nest_lock(nest) == 2)
    call omp_unset_nest_lock(nest)
    call omp_unset_nest_lock(nest)
    call omp_destroy_nest_lock(nest)
    call omp_set_affinity_format('%n/%N')
    call check(omp_get_affinity_format(text) == 5 .and. text == '%n/%N')
    call check(omp_capture_affinity(text, '') == 3 .and. text == '0/1')
  end subroutine
end module

program header_cases
  use cases
  use header_routines
  implicit none
  call run('Fortran: omp_lib.h', through_the_header)
  call finish()
end program
