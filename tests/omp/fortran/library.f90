! SPDX-License-Identifier: Apache-2.0
!
! The Fortran spelling of the library routines (by reference, with a trailing underscore), threadprivate common blocks
! and module variables, copyin, locks, ordered.
module state
  implicit none
  integer :: counter = 5
  !$omp threadprivate(counter)
end module state

program library
  use omp_lib
  use state
  implicit none
  integer :: i, k, failures, threads, sum_of_counters, position, kind_found, chunk, shared_sum, common_value
  integer(omp_lock_kind) :: lock
  integer(omp_nest_lock_kind) :: nest
  real(8) :: start
  common /block/ common_value
  !$omp threadprivate(/block/)

  failures = 0
  threads = omp_get_max_threads()
  call omp_set_num_threads(3)
  call expect(omp_get_max_threads() == 3, 'omp_set_num_threads')
  call omp_set_num_threads(threads)
  call omp_set_dynamic(.false.)
  call expect(.not. omp_get_dynamic(), 'omp_set_dynamic')
  call omp_set_schedule(omp_sched_dynamic, 4)
  call omp_get_schedule(kind_found, chunk)
  call expect(iand(kind_found, 255) == omp_sched_dynamic .and. chunk == 4, 'omp_get_schedule')
  call expect(omp_get_num_procs() > 0 .and. .not. omp_in_parallel(), 'queries')
  start = omp_get_wtime()

  sum_of_counters = 0
  !$omp parallel reduction(+:sum_of_counters)
  counter = counter + omp_get_thread_num()
  sum_of_counters = sum_of_counters + counter
  !$omp end parallel
  call expect(sum_of_counters == 5 * threads + threads * (threads - 1) / 2, 'threadprivate')
  counter = 9
  common_value = 4
  sum_of_counters = 0
  !$omp parallel copyin(counter, /block/) reduction(+:sum_of_counters)
  sum_of_counters = sum_of_counters + counter + common_value
  !$omp end parallel
  call expect(sum_of_counters == 13 * threads, 'copyin')

  call omp_init_lock(lock)
  call omp_init_nest_lock(nest)
  shared_sum = 0
  !$omp parallel private(k)
  do k = 1, 50
    call omp_set_lock(lock)
    shared_sum = shared_sum + 1
    call omp_unset_lock(lock)
    call omp_set_nest_lock(nest)
    call omp_set_nest_lock(nest)
    call omp_unset_nest_lock(nest)
    call omp_unset_nest_lock(nest)
  end do
  !$omp end parallel
  call expect(shared_sum == 50 * threads, 'locks')
  call omp_destroy_lock(lock)
  call omp_destroy_nest_lock(nest)

  position = 0
  !$omp parallel do ordered schedule(dynamic)
  do i = 1, 80
    !$omp ordered
    position = position + 1
    if (position /= i) position = -1000
    !$omp end ordered
  end do
  call expect(position == 80, 'ordered')
  call expect(omp_get_wtime() >= start, 'omp_get_wtime')

  if (failures == 0) print '(a)', 'ok'
  if (failures /= 0) stop 1

contains

  subroutine expect(condition, what)
    logical, intent(in) :: condition
    character(*), intent(in) :: what
    if (.not. condition) then
      failures = failures + 1
      print '(2a)', 'failed: ', what
    end if
  end subroutine expect

end program library
