! SPDX-License-Identifier: Apache-2.0
!
! ICVs in Fortran (OpenMP 5.2, sections 2.3 and 2.4): each task has its own copies; a new one begins with those that its
! generating task has at that moment, a region's implicit tasks with those of the task that encounters it; what a
! task sets is gone with it. The tasks copy numbers when they are created, which flang 19 does when they start.
!
! test: LEFT_OUT flang 'flang 19 copies the firstprivate variables of a task when it starts, not when it is created'
module settings
  use omp_lib
  use cases
  implicit none
  type setting
    integer :: n_threads, chunk, levels, device
    integer(omp_sched_kind) :: kind
    logical :: is_dynamic
  end type
  abstract interface
    subroutine with_number(number)
      integer, intent(in) :: number
    end subroutine
  end interface
  type(setting) :: before
contains
  ! All that a program can set, by one number.
  subroutine set_icvs(number)
    integer, intent(in) :: number
    call omp_set_num_threads(10 + number)
    call omp_set_dynamic(mod(number, 2) == 1)
    call omp_set_schedule(omp_sched_dynamic, 100 + number)
    call omp_set_max_active_levels(2 + number)
    call omp_set_default_device(number)
  end subroutine

  integer function chunk_here()
    integer(omp_sched_kind) :: kind
    call omp_get_schedule(kind, chunk_here)
    if (kind /= omp_sched_dynamic) chunk_here = -1
  end function

  subroutine check_icvs(number)
    integer, intent(in) :: number
    call expect('nthreads-var', omp_get_max_threads(), 10 + number)
    call expect('dyn-var', omp_get_dynamic(), mod(number, 2) == 1)
    call expect('run-sched-var', chunk_here(), 100 + number)
    call expect('max-active-levels-var', omp_get_max_active_levels(), 2 + number)
    call expect('default-device-var', omp_get_default_device(), number)
  end subroutine

  subroutine look_and_set(number)
    integer, intent(in) :: number
    call check_icvs(number)
    call set_icvs(number + 1)
    call check_icvs(number + 1)
  end subroutine

  subroutine begin(number)
    integer, intent(in) :: number
    before%n_threads = omp_get_max_threads()
    before%is_dynamic = omp_get_dynamic()
    call omp_get_schedule(before%kind, before%chunk)
    before%levels = omp_get_max_active_levels()
    before%device = omp_get_default_device()
    call set_icvs(number)
  end subroutine

  subroutine finish_case()
    call omp_set_num_threads(before%n_threads)
    call omp_set_dynamic(before%is_dynamic)
    call omp_set_schedule(before%kind, before%chunk)
    call omp_set_max_active_levels(before%levels)
    call omp_set_default_device(before%device)
  end subroutine

  ! A task that sets what it inherits, created outside of regions, by implicit tasks, and by explicit ones.
  subroutine everywhere(create)
    procedure(with_number) :: create
    integer :: i, number
    call begin(1)
    call create(1)
    !$omp taskwait
    call check_icvs(1)
    !$omp parallel num_threads(4) private(number)
    number = 2 + omp_get_thread_num()
    call set_icvs(number)
    call create(number)
    !$omp taskwait
    call check_icvs(number)
    !$omp end parallel
    call check_icvs(1)
    !$omp parallel num_threads(4)
    !$omp single
    do i = 1, 8
      !$omp task firstprivate(i)
      call check_icvs(1)
      call set_icvs(2 + i)
      call create(2 + i)
      call check_icvs(2 + i)
      !$omp taskwait
      call check_icvs(2 + i)
      !$omp end task
    end do
    !$omp end single
    !$omp end parallel
    call check_icvs(1)
    call finish_case()
  end subroutine
end module

module icvs
  use settings
  implicit none
contains
  subroutine deferred(number)
    integer, intent(in) :: number
    !$omp task firstprivate(number)
    call look_and_set(number)
    !$omp end task
  end subroutine
  subroutine undeferred(number)
    integer, intent(in) :: number
    !$omp task firstprivate(number) if(number < 0)
    call look_and_set(number)
    !$omp end task
  end subroutine
  subroutine final_and_included(number)
    integer, intent(in) :: number
    !$omp task firstprivate(number) final(.true.)
    call check(omp_in_final())
    call look_and_set(number)
    !$omp task firstprivate(number)
    call look_and_set(number + 1)
    !$omp task firstprivate(number)
    call look_and_set(number + 2)
    !$omp end task
    call check_icvs(number + 2)
    !$omp end task
    call check_icvs(number + 1)
    !$omp end task
  end subroutine
  subroutine dependent(number)
    integer, intent(in) :: number
    integer, save :: item = 0
    !$omp task firstprivate(number) depend(inout: item)
    call look_and_set(number)
    !$omp end task
    !$omp task firstprivate(number) depend(inout: item) if(number < 0)
    call look_and_set(number)
    !$omp end task
  end subroutine
  subroutine untied(number)
    integer, intent(in) :: number
    !$omp task firstprivate(number) untied
    call look_and_set(number)
    !$omp task firstprivate(number)
    call look_and_set(number + 1)
    !$omp end task
    !$omp taskyield
    call check_icvs(number + 1)
    !$omp taskwait
    call check_icvs(number + 1)
    !$omp end task
  end subroutine
  subroutine mergeable(number)
    integer, intent(in) :: number
    !$omp task firstprivate(number) mergeable priority(3)
    call look_and_set(number)
    !$omp end task
    !$omp task firstprivate(number) mergeable if(number < 0)
    call look_and_set(number)
    !$omp end task
  end subroutine
  subroutine of_taskloops(number)
    integer, intent(in) :: number
    integer :: i
    !$omp taskloop num_tasks(6) firstprivate(number)
    do i = 1, 6
      call look_and_set(number)
    end do
    !$omp taskloop if(number < 0) num_tasks(3) firstprivate(number)
    do i = 1, 3
      call look_and_set(number)
    end do
    !$omp taskloop final(.true.) num_tasks(3) firstprivate(number) nogroup
    do i = 1, 3
      call look_and_set(number)
    end do
  end subroutine
  subroutine of_targets()
    call begin(1)
    call omp_set_default_device(0)
    !$omp target
    call set_icvs(7)
    !$omp end target
    call expect('nthreads-var', omp_get_max_threads(), 11)
    call expect('run-sched-var', chunk_here(), 101)
    call expect('default-device-var', omp_get_default_device(), 0)
    call finish_case()
  end subroutine
  subroutine target_limit()
    integer :: limit
    limit = omp_get_thread_limit()
    !$omp target thread_limit(3)
    call expect('in target', omp_get_thread_limit(), 3)
    !$omp end target
    call expect('behind target', omp_get_thread_limit(), limit)
    !$omp parallel num_threads(2)
    !$omp target nowait thread_limit(2)
    call expect('in target nowait', omp_get_thread_limit(), 2)
    !$omp end target
    !$omp taskwait
    call expect('behind target nowait', omp_get_thread_limit(), limit)
    !$omp end parallel
  end subroutine
  subroutine of_teams()
    call begin(1)
    !$omp teams num_teams(2)
    call set_icvs(7)
    !$omp end teams
    call check_icvs(1)
    call finish_case()
  end subroutine

  subroutine deferred_everywhere()
    call everywhere(deferred)
  end subroutine
  subroutine undeferred_everywhere()
    call everywhere(undeferred)
  end subroutine
  subroutine final_everywhere()
    call everywhere(final_and_included)
  end subroutine
  subroutine dependent_everywhere()
    call everywhere(dependent)
  end subroutine
  subroutine untied_everywhere()
    call everywhere(untied)
  end subroutine
  subroutine mergeable_everywhere()
    call everywhere(mergeable)
  end subroutine
  subroutine taskloops_everywhere()
    call everywhere(of_taskloops)
  end subroutine
end module

program icv_cases
  use cases
  use icvs
  implicit none
  call run('Fortran: ICVs of deferred tasks', deferred_everywhere)
  call run('Fortran: ICVs of undeferred tasks', undeferred_everywhere)
  call run('Fortran: ICVs of final and included tasks', final_everywhere)
  call run('Fortran: ICVs of tasks with dependences', dependent_everywhere)
  call run('Fortran: ICVs of untied tasks', untied_everywhere)
  call run('Fortran: ICVs of mergeable tasks and tasks with priority', mergeable_everywhere)
  call run('Fortran: ICVs of tasks of taskloops', taskloops_everywhere)
  call run('Fortran: ICVs set in a target region', of_targets)
  call run('Fortran: target thread_limit', target_limit)
  call run('Fortran: ICVs set in a teams region', of_teams, 'libgomp 12 runs the first team as the encountering task')
  call finish()
end program
