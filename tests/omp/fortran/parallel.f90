! SPDX-License-Identifier: Apache-2.0
!
! parallel, do with every schedule, sections, single with copyprivate, master, critical, barrier, workshare and
! reductions in Fortran; the same entry points as C, with hidden arguments of its own.
program parallel
  use omp_lib
  implicit none
  integer :: i, total, threads, maximum, singles, criticals, section_sum, broadcast, failures
  integer(8) :: wide
  real(8) :: series, product_value
  integer :: visits(1000)
  logical :: all_true
  real(8) :: vector(100)

  failures = 0
  threads = omp_get_max_threads()
  total = 0
  !$omp parallel reduction(+:total)
  total = total + 1
  !$omp end parallel
  call expect(total == threads, 'members of the team')

  visits = 0
  !$omp parallel do schedule(static)
  do i = 1, 1000
    visits(i) = visits(i) + 1
  end do
  !$omp parallel do schedule(dynamic, 7)
  do i = 1000, 1, -1
    visits(i) = visits(i) + 1
  end do
  !$omp parallel do schedule(guided)
  do i = 1, 1000, 2
    visits(i) = visits(i) + 1
  end do
  !$omp parallel do schedule(runtime)
  do i = 2, 1000, 2
    visits(i) = visits(i) + 1
  end do
  call expect(all(visits == 3), 'iterations')

  wide = 0
  maximum = -1
  all_true = .true.
  series = 0
  product_value = 1
  !$omp parallel do reduction(+:wide, series) reduction(max:maximum) reduction(.and.:all_true) &
  !$omp& reduction(*:product_value)
  do i = 1, 300
    wide = wide + 10000000000_8
    maximum = max(maximum, mod(i * 37, 311))
    all_true = all_true .and. i > 0
    series = series + 0.25d0
    if (mod(i, 2) == 0) product_value = product_value * 2
    if (mod(i, 2) == 1) product_value = product_value * 0.5d0
  end do
  call expect(wide == 3000000000000_8, 'wide sum')
  call expect(maximum == 310, 'maximum')
  call expect(all_true, 'logical reduction')
  call expect(series == 75, 'real sum')
  call expect(product_value == 1, 'product')

  singles = 0
  criticals = 0
  !$omp parallel private(broadcast)
  !$omp single
  singles = singles + 1
  broadcast = 41
  !$omp end single copyprivate(broadcast)
  !$omp critical (name)
  criticals = criticals + broadcast
  !$omp end critical (name)
  !$omp barrier
  !$omp master
  singles = singles + 10
  !$omp end master
  !$omp end parallel
  call expect(singles == 11, 'single and master')
  call expect(criticals == 41 * threads, 'critical and copyprivate')

  section_sum = 0
  !$omp parallel sections reduction(+:section_sum)
  !$omp section
  section_sum = section_sum + 1
  !$omp section
  section_sum = section_sum + 20
  !$omp section
  section_sum = section_sum + 300
  !$omp end parallel sections
  call expect(section_sum == 321, 'sections')

  !$omp parallel
  !$omp workshare
  vector = 2.0d0
  vector = vector + 1.0d0
  !$omp end workshare
  !$omp end parallel
  call expect(all(vector == 3), 'workshare')

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

end program parallel
