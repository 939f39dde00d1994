! SPDX-License-Identifier: Apache-2.0
!
! Leagues in Fortran: their size, the limit of threads, what a team and a region
! of a team know of themselves, and how distribute shares out iterations.
module leagues
  use omp_lib
  use cases
  implicit none
  integer, parameter :: n = 97
contains
  ! gfortran looks at what stands in a teams construct itself; this stands outside of it.
  subroutine add(to, what)
    integer, intent(inout) :: to
    integer, intent(in) :: what
    !$omp atomic
    to = to + what
  end subroutine

  subroutine check_size(what, bits)
    character(*), intent(in) :: what
    integer, intent(in) :: bits
    call expect_logical(what // ': each number once', any(bits == [1, 3, 7]), .true.)
  end subroutine

  subroutine numbers()
    integer :: seen
    seen = 0
    !$omp teams num_teams(3) shared(seen)
    call check_team()
    call add(seen, ishft(1, omp_get_team_num()))
    !$omp end teams
    call check_size('teams', seen)
    call expect('number behind the league', omp_get_team_num(), 0)
    call expect('size behind the league', omp_get_num_teams(), 1)
  contains
    subroutine check_team()
      call check(omp_get_num_teams() <= 3 .and. omp_get_team_num() < omp_get_num_teams())
      call expect('level in teams', omp_get_level(), 0)
      call expect('omp_in_parallel in teams', omp_in_parallel(), .false.)
      call expect('thread in teams', omp_get_thread_num(), 0)
    end subroutine
  end subroutine

  subroutine regions_of_teams()
    integer :: members, teams
    members = 0
    teams = 0
    !$omp teams num_teams(2) shared(members, teams)
    call add(teams, 1)
    call in_team()
    call in_team()
    !$omp end teams
    call check(members >= 2 * teams .and. members <= 4 * teams)
  contains
    subroutine in_team()
      integer :: team, of
      team = omp_get_team_num()
      of = omp_get_num_teams()
      !$omp parallel num_threads(2)
      call expect('team of a thread', omp_get_team_num(), team)
      call expect('league of a thread', omp_get_num_teams(), of)
      call expect('level in a region of a team', omp_get_level(), 1)
      call check(omp_get_thread_num() < omp_get_num_threads())
      call add(members, 1)
      !$omp barrier
      !$omp task
      call expect('team of a task', omp_get_team_num(), team)
      !$omp end task
      !$omp end parallel
    end subroutine
  end subroutine

  subroutine limits()
    integer :: before, most
    before = omp_get_thread_limit()
    most = 0
    !$omp teams num_teams(2) thread_limit(2) shared(most)
    call in_team()
    !$omp end teams
    call check(most >= 1 .and. most <= 2)
    call expect('limit behind the league', omp_get_thread_limit(), before)
  contains
    subroutine in_team()
      integer :: members
      call expect('thread_limit', omp_get_thread_limit(), 2)
      members = 0
      !$omp parallel num_threads(6) reduction(+: members)
      members = members + 1
      call expect('thread_limit in a region', omp_get_thread_limit(), 2)
      !$omp end parallel
      !$omp critical (highest)
      most = max(most, members)
      !$omp end critical (highest)
    end subroutine
  end subroutine

  subroutine routines()
    integer :: before, seen, limit
    before = omp_get_max_teams()
    limit = omp_get_teams_thread_limit()
    seen = 0
    call omp_set_num_teams(2)
    call omp_set_teams_thread_limit(3)
    !$omp teams shared(seen)
    call check(omp_get_num_teams() <= 2)
    call add(seen, ishft(1, omp_get_team_num()))
    !$omp end teams
    call check(seen == 1 .or. seen == 3)
    call expect('omp_get_max_teams', omp_get_max_teams(), 2)
    call expect('omp_get_teams_thread_limit', omp_get_teams_thread_limit(), 3)
    call omp_set_num_teams(before)
    if (limit > 0) call omp_set_teams_thread_limit(limit)
  end subroutine

  subroutine data()
    integer :: x, y
    x = 5
    y = 1
    !$omp teams num_teams(2) default(none) firstprivate(x) private(y)
    y = x
    x = 0
    call expect('firstprivate', y, 5)
    !$omp end teams
    call expect('x', x, 5)
    call expect('y', y, 1)
  end subroutine
#ifndef __flang__

  subroutine copied_kinds()
    integer, allocatable :: list(:)
    character(6) :: text
    text = 'league'
    allocate (list(3))
    list = [1, 2, 3]
    !$omp teams num_teams(2) firstprivate(list, text)
    call expect('an allocatable', list, [1, 2, 3])
    call expect('a character', text, 'league')
    text = ''
    list = [4, 5, 6]
    !$omp end teams
    call expect('the allocatable itself', list, [1, 2, 3])
    call expect('the character itself', text, 'league')
  end subroutine

  subroutine bounds()
    integer :: teams
    teams = 0
    !$omp teams num_teams(2 : 4) reduction(+: teams)
    teams = teams + 1
    !$omp end teams
    call check(teams >= 2 .and. teams <= 4)
  end subroutine

  subroutine reductions()
    integer :: teams, total, low, list(3)
    teams = 0
    total = 10
    low = 100
    list = 1
    !$omp teams num_teams(3) reduction(+: teams, list) reduction(min: low) reduction(+: total)
    teams = teams + 1
    low = min(low, 7)
    list = list + [1, 2, 3]
    !$omp parallel num_threads(2) reduction(+: total)
    total = total + 0
    !$omp end parallel
    total = total + 5
    !$omp end teams
    call check(teams >= 1 .and. teams <= 3)
    call expect('min', low, 7)
    call expect('list', list, 1 + teams * [1, 2, 3])
    call expect('+', total, 10 + 5 * teams)
  end subroutine

  subroutine distributes()
    integer :: i, j, hits(0:n - 1), last, first
    hits = 0
    first = 3
    last = -1
    !$omp teams num_teams(3) shared(hits, last)
    !$omp distribute dist_schedule(static, 7) firstprivate(first) lastprivate(last)
    do i = 0, n - 1
      hits(i) = hits(i) + first - 2
      last = i
    end do
    !$omp distribute
    do i = n - 1, 0, -2
      hits(i) = hits(i) + 1
    end do
    !$omp end teams
    call expect('lastprivate', last, n - 1)
    call expect('even iterations', hits(0::2), [(2, i = 0, n - 1, 2)])
    call expect('odd iterations', hits(1::2), [(1, i = 1, n - 1, 2)])
    hits = 0
    !$omp teams distribute collapse(2) num_teams(2)
    do i = 0, 11
      do j = 0, 7
        hits(i * 8 + j) = hits(i * 8 + j) + 1
      end do
    end do
    !$omp teams distribute parallel do num_teams(2) schedule(dynamic, 3) dist_schedule(static, 20)
    do i = 0, n - 1
      hits(i) = hits(i) + 1
    end do
    !$omp teams distribute parallel do simd num_teams(2)
    do i = 0, n - 1
      hits(i) = hits(i) + 1
    end do
    call expect('collapsed and parallel iterations', hits, [(3, i = 0, 95), 2])
  end subroutine

  subroutine distributed_reductions()
    integer :: i, total, last
    integer(8) :: k, wide
    total = 0
    wide = 0
    last = 0
    !$omp teams distribute parallel do num_teams(2) reduction(+: total) lastprivate(last) schedule(guided)
    do i = 1, n
      total = total + i
      last = i
    end do
    call expect('sum', total, n * (n + 1) / 2)
    call expect('lastprivate', last, n)
    !$omp teams distribute reduction(+: wide) num_teams(3)
    do k = 10000000000_8, 10000000096_8
      wide = wide + k
    end do
    call expect('sum of wide iterations', wide, 97_8 * 10000000048_8)
    !$omp teams num_teams(2) reduction(+: total)
    !$omp distribute parallel do reduction(+: total)
    do i = 1, n
      total = total - i
    end do
    !$omp end teams
    call expect('sum of both', total, 0)
  end subroutine
#endif
end module

program league_cases
  use cases
  use leagues
  implicit none
  call run('Fortran: teams: numbers, levels', numbers)
  call run('Fortran: parallel regions and tasks of teams', regions_of_teams)
  call run('Fortran: teams thread_limit', limits)
  call run('Fortran: teams and omp_set_num_teams, omp_set_teams_thread_limit', routines)
  call run('Fortran: teams private, firstprivate, default(none)', data)
#ifdef __flang__
  call not_built('Fortran: teams firstprivate of allocatables and characters', 'flang 19 crashes')
  call not_built('Fortran: teams num_teams(lower : upper)', 'flang 19 does not know it')
  call not_built('Fortran: teams reduction: operators, arrays', 'flang 19 has no reduction on teams')
  call not_built('Fortran: distribute: schedules, lastprivate, collapse', 'flang 19 has no distribute')
  call not_built('Fortran: distribute with reductions and wide iterations', 'flang 19 has no distribute')
#else
  call run('Fortran: teams firstprivate of allocatables and characters', copied_kinds)
  call run('Fortran: teams num_teams(lower : upper)', bounds)
  call run('Fortran: teams reduction: operators, arrays', reductions)
  call run('Fortran: distribute: schedules, lastprivate, collapse', distributes)
  call run('Fortran: distribute with reductions and wide iterations', distributed_reductions)
#endif
  call finish()
end program
