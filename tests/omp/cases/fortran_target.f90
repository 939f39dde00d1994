! SPDX-License-Identifier: Apache-2.0
!
! Target regions in Fortran, which run on the host: leagues in them, what they are given, tasks that they are. flang 19
! calls libomptarget, which it does not link.
!
! test: LEFT_OUT flang 'flang 19 calls libomptarget, which it does not link'
module target_regions
  use omp_lib
  use cases
  implicit none
  integer, parameter :: n = 97
  type record
    integer :: number = 1
    integer :: list(3)
  end type
contains
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

  subroutine check_limit()
    call expect('thread_limit in target teams', omp_get_thread_limit(), 2)
  end subroutine

  subroutine in_target()
    integer :: seen, teams, members
    seen = 0
    teams = 0
    members = 0
    !$omp target teams num_teams(3) thread_limit(2) map(tofrom: seen, teams) reduction(+: teams)
    teams = teams + 1
    call check_limit()
    call add(seen, ishft(1, omp_get_team_num()))
    !$omp end target teams
    call check_size('target teams', seen)
    call check(teams <= 3)
    !$omp target map(tofrom: members)
    call expect('team in target', omp_get_team_num(), 0)
    call expect('league in target', omp_get_num_teams(), 1)
    call expect('thread in target', omp_get_thread_num(), 0)
    !$omp parallel num_threads(2) reduction(+: members)
    members = members + 1
    !$omp end parallel
    !$omp end target
    call check(members >= 1 .and. members <= 2)
  end subroutine

  subroutine target_loops()
    integer :: i, a(n), total
    a = 0
    total = 0
    !$omp target teams distribute parallel do map(tofrom: a, total) num_teams(2) reduction(+: total)
    do i = 1, n
      a(i) = a(i) + i
      total = total + i
    end do
    !$omp target teams distribute map(tofrom: a) dist_schedule(static, 5)
    do i = 1, n
      a(i) = a(i) + 1
    end do
    !$omp target teams loop map(tofrom: a)
    do i = 1, n
      a(i) = a(i) + 1
    end do
    call expect('reduction', total, n * (n + 1) / 2)
    call expect('elements', a, [(i + 2, i = 1, n)])
  end subroutine

  subroutine data()
    integer :: x, y, list(10), i
    integer, allocatable :: grown(:)
    type(record) :: it
    character(4) :: text
    x = 1; y = 2; list = 0
    text = 'text'
    allocate (grown(5))
    grown = 1
    it%list = 4
    !$omp target map(tofrom: list(2:5), grown) map(to: text) firstprivate(x) private(y)
    y = x + 1
    x = 0
    call expect('a character', text, 'text')
    list(2:5) = [(y + i, i = 1, 4)]
    grown = grown + y
    !$omp end target
    call expect('firstprivate', x, 1)
    call expect('private', y, 2)
    call expect('a section', list, [0, 3, 4, 5, 6, 0, 0, 0, 0, 0])
    call expect('an allocatable', grown, [3, 3, 3, 3, 3])
    !$omp target data map(tofrom: grown) map(to: it)
    !$omp target map(tofrom: x)
    x = sum(grown) + it%number
    grown = 7
    !$omp end target
    !$omp target update from(grown)
    call expect('behind update', grown, [7, 7, 7, 7, 7])
    !$omp end target data
    call expect('a scalar that is mapped', x, 16)
    call expect('components of what is mapped', it%list, [4, 4, 4])
  end subroutine

  subroutine as_tasks()
    integer :: i, x, chain, hits(20)
    x = 0
    chain = 1
    hits = 0
    !$omp parallel
    !$omp single
    do i = 1, 20
      !$omp target nowait depend(inout: chain) map(tofrom: chain, hits) firstprivate(i)
      chain = mod(3 * chain + i, 10007)
      hits(i) = hits(i) + 1
      !$omp end target
    end do
    !$omp task depend(in: chain) shared(chain, x)
    x = chain
    !$omp end task
    !$omp target depend(inout: chain) map(tofrom: chain)
    chain = -1
    !$omp end target
    call expect('the task before a target region', x, serial())
    call expect('a target region without nowait', chain, -1)
    !$omp end single
    !$omp end parallel
    call expect('target nowait', hits, [(1, i = 1, 20)])
  contains
    integer function serial()
      integer :: k
      serial = 1
      do k = 1, 20
        serial = mod(3 * serial + k, 10007)
      end do
    end function
  end subroutine

  subroutine combined()
    integer :: i, a(n), total
    a = 0
    total = 0
    !$omp target parallel do map(tofrom: a) schedule(dynamic, 3)
    do i = 1, n
      a(i) = a(i) + i
    end do
    !$omp target parallel map(tofrom: total) num_threads(3) reduction(+: total)
    !$omp do
    do i = 1, n
      total = total + a(i)
    end do
    !$omp end target parallel
    !$omp target simd map(tofrom: a)
    do i = 1, n
      a(i) = a(i) - i
    end do
    call expect('target parallel', total, n * (n + 1) / 2)
    call expect('target simd', a, [(0, i = 1, n)])
    !$omp target if(.false.) map(tofrom: total)
    total = total + merge(1, 0, omp_is_initial_device())
    !$omp end target
    call expect('target if', total, n * (n + 1) / 2 + 1)
  end subroutine
end module

program target_cases
  use cases
  use target_regions
  implicit none
  call run('Fortran: leagues of target regions', in_target)
  call run('Fortran: target teams distribute, target teams loop', target_loops)
  call run('Fortran: target map, firstprivate, private; target data, update', data)
  call run('Fortran: target nowait, depend', as_tasks)
  call run('Fortran: target parallel, parallel do, simd, if', combined)
  call finish()
end program
