! SPDX-License-Identifier: Apache-2.0
!
! A loop as tasks, in Fortran: rows of a triangle, which take longer and longer, with a reduction.
!
!     $ gfortran-12 -O2 -fopenmp taskloop.f90 -o taskloop
!     $ rondo run -- ./taskloop
program triangle
  implicit none
  integer, parameter :: n = 2000
  integer(8) :: pairs
  integer :: i, j

  pairs = 0
  !$omp parallel
  !$omp single
  !$omp taskloop grainsize(20) reduction(+: pairs) private(j)
  do i = 1, n
    do j = 1, i
      if (mod(i * j, 3) == 0) pairs = pairs + 1
    end do
  end do
  !$omp end taskloop
  !$omp end single
  !$omp end parallel

  print '(i0, a)', pairs, ' products can be divided by three'
  if (pairs /= 1110555_8) error stop 'wrong'
  print '(a)', 'ok'
end program
