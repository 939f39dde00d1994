! SPDX-License-Identifier: Apache-2.0
!
! Regions and ICVs in Fortran: what teams, their tasks and the tasks' descendants begin with, whose copy a schedule or
! the size of the next team is taken from, and what a thread that executes tasks of others keeps.
module icvs_of_regions
  use omp_lib
  use cases
  implicit none
contains
  subroutine set(number)
    integer, intent(in) :: number
    call omp_set_num_threads(10 + number)
    call omp_set_schedule(omp_sched_guided, 100 + number)
  end subroutine

  subroutine look(what, number)
    character(*), intent(in) :: what
    integer, intent(in) :: number
    integer(omp_sched_kind) :: kind
    integer :: chunk
    call omp_get_schedule(kind, chunk)
    call expect(what // ', threads', omp_get_max_threads(), 10 + number)
    call expect(what // ', chunk', chunk, 100 + number)
    call expect(what // ', kind', int(kind), int(omp_sched_guided))
  end subroutine

  subroutine reset(n_threads)
    integer, intent(in) :: n_threads
    call omp_set_num_threads(n_threads)
    call omp_set_schedule(omp_sched_static, 0)
    call omp_set_max_active_levels(1)
    call omp_set_dynamic(.false.)
  end subroutine

  subroutine between_creations()
    integer :: i, before
    before = omp_get_max_threads()
    call set(1)
    !$omp parallel num_threads(4)
    !$omp single
    do i = 0, 199
      if (mod(i, 10) == 0) call set(i / 10)
      !$omp task firstprivate(i)
      call look('a task', i / 10)
      call set(1000)
      !$omp end task
    end do
    call look('the creator', 19)
    !$omp taskwait
    call look('the creator behind taskwait', 19)
    call set(20) ! nobody is left who would see it
    !$omp task
    call look('a later task', 20)
    !$omp end task
    !$omp end single
    !$omp end parallel
    call look('the initial task', 1)
    call reset(before)
  end subroutine

  subroutine generations()
    integer :: i, before
    before = omp_get_max_threads()
    call set(1)
    !$omp parallel num_threads(4)
    !$omp single
    do i = 1, 20
      !$omp task
      call look('a child', 1)
      call set(2)
      !$omp task
      !$omp task
      call look('a grandchild', 2)
      !$omp end task
      call look('the first child', 2)
      !$omp end task
      call set(3)
      !$omp task
      !$omp task
      call look('the first of the second', 3)
      call set(30)
      !$omp end task
      call set(4)
      !$omp task
      call look('the second of the second', 4)
      !$omp end task
      !$omp end task
      !$omp taskwait
      call look('the parent', 3)
      !$omp end task
    end do
    !$omp end single
    !$omp end parallel
    call look('the initial task', 1)
    call reset(before)
  end subroutine

  subroutine other_threads()
    integer :: i, before, own
    before = omp_get_max_threads()
    call set(1)
    !$omp parallel num_threads(4) private(own)
    own = 1
    if (omp_get_thread_num() /= 0) own = 30 + omp_get_thread_num()
    call set(own)
    !$omp barrier
    !$omp master
    do i = 1, 100
      !$omp task
      call look('a task of the primary thread', 1)
      call set(50)
      !$omp end task
    end do
    !$omp end master
    !$omp barrier
    call look('a thread that has executed tasks', own)
    !$omp taskgroup
    !$omp task firstprivate(own)
    call look('a task in a group', own)
    call set(60)
    !$omp end task
    !$omp end taskgroup
    call look('a thread behind a group', own)
    !$omp end parallel
    call reset(before)
  end subroutine

  subroutine implicit_tasks()
    integer :: before, own, round
    before = omp_get_max_threads()
    call set(1)
    call omp_set_max_active_levels(2)
    do round = 1, 3
      !$omp parallel num_threads(4)
      call look('an implicit task', 1)
      call set(5 + omp_get_thread_num())
      !$omp end parallel
      call look('behind a region', 1)
    end do
    !$omp parallel num_threads(2) private(own)
    own = 2 + omp_get_thread_num()
    call set(own)
    !$omp parallel num_threads(2) firstprivate(own)
    call look('an inner implicit task', own)
    call set(40)
    !$omp end parallel
    call look('behind the inner region', own)
    !$omp task firstprivate(own)
    call set(own + 10)
    !$omp parallel num_threads(2) firstprivate(own)
    call look('a region of a task', own + 10)
    call set(41)
    !$omp end parallel
    !$omp parallel if(own < 0) firstprivate(own)
    call look('an inactive region of a task', own + 10)
    call set(42)
    !$omp end parallel
    call look('a task behind its regions', own + 10)
    !$omp end task
    !$omp taskwait
    call look('an implicit task behind its task', own)
    !$omp end parallel
    call look('the initial task', 1)
    call reset(before)
  end subroutine

  ! Worksharing regions have no copies of their own.
  subroutine worksharing()
    integer :: i, before
    before = omp_get_max_threads()
    call set(1)
    !$omp parallel num_threads(3)
    !$omp do schedule(static, 1)
    do i = 1, 3
      call set(5)
    end do
    call look('behind do', 5)
    !$omp critical (one)
    call set(7)
    !$omp end critical (one)
    call look('behind critical', 7)
    !$omp end parallel
    call look('the initial task', 1)
    call reset(before)
  end subroutine

  integer function next_size()
    next_size = 0
    !$omp parallel reduction(+: next_size)
    next_size = next_size + 1
    !$omp end parallel
  end function

  subroutine next_team()
    integer :: before
    before = omp_get_max_threads()
    call omp_set_dynamic(.false.)
    call omp_set_num_threads(3)
    call omp_set_max_active_levels(2)
    !$omp parallel num_threads(2)
    call omp_set_num_threads(2)
    !$omp task
    call omp_set_num_threads(4)
    call expect('a team of a task', next_size(), 4)
    call omp_set_max_active_levels(1)
    call expect('a serialized team', next_size(), 1)
    !$omp end task
    !$omp taskwait
    call expect('a team of an implicit task', next_size(), 2)
    !$omp task if(next_size() < 0)
    call omp_set_max_active_levels(1)
    call omp_set_num_threads(7)
    !$omp end task
    call expect('a team behind an undeferred task', next_size(), 2)
    !$omp end parallel
    call expect('a team of the initial task', next_size(), 3)
    call reset(before)
  end subroutine

  subroutine runtime_schedule()
    integer :: i, before, wrong
    before = omp_get_max_threads()
    wrong = 0
    call omp_set_schedule(omp_sched_static, 3)
    !$omp parallel num_threads(2) reduction(+: wrong)
    if (omp_get_num_threads() == 2) then
      !$omp task if(before < 0)
      call omp_set_schedule(omp_sched_dynamic, 1)
      !$omp end task
      !$omp do schedule(runtime)
      do i = 0, 29
        if (omp_get_thread_num() /= mod(i / 3, 2)) wrong = wrong + 1
      end do
    end if
    !$omp end parallel
    call expect('iterations with another thread', wrong, 0)
    call reset(before)
  end subroutine

  subroutine levels()
    call omp_set_max_active_levels(3)
    !$omp parallel num_threads(2)
    !$omp parallel num_threads(1)
    !$omp parallel num_threads(2)
    call expect('omp_get_level', omp_get_level(), 3)
    call expect('the initial thread', omp_get_ancestor_thread_num(0), 0)
    call expect('the inactive region', omp_get_ancestor_thread_num(2), 0)
    call expect('this thread', omp_get_ancestor_thread_num(3), omp_get_thread_num())
    call expect('a level inside', omp_get_ancestor_thread_num(4), -1)
    call expect('a level below 0', omp_get_ancestor_thread_num(-1), -1)
    call expect('the size of the inactive region', omp_get_team_size(2), 1)
    call expect('the size of this region', omp_get_team_size(3), omp_get_num_threads())
    call expect('the size of a level inside', omp_get_team_size(4), -1)
    call expect('the size of a level below 0', omp_get_team_size(-1), -1)
    call check(omp_get_active_level() >= 0 .and. omp_get_active_level() <= 2)
    !$omp end parallel
    !$omp end parallel
    !$omp end parallel
    call omp_set_max_active_levels(1)
  end subroutine
end module

program icv_region_cases
  use cases
  use icvs_of_regions
  implicit none
#ifdef __flang__
  call not_built('Fortran: ICVs set between the creations of tasks', &
    'flang 19 copies the firstprivate variables of a task when it starts, not when it is created')
#else
  call run('Fortran: ICVs set between the creations of tasks', between_creations)
#endif
  call run('Fortran: ICVs through generations of tasks', generations)
  call run('Fortran: ICVs of a thread that executes tasks of others', other_threads)
  call run('Fortran: ICVs of implicit tasks, nested regions, regions of tasks', implicit_tasks)
  call run('Fortran: ICVs set in worksharing regions', worksharing)
  call run('Fortran: ICVs that give the size of the next team', next_team)
  call run('Fortran: ICVs that give schedule(runtime)', runtime_schedule)
  call run('Fortran: queries of levels that are there and that are not', levels)
  call finish()
end program
