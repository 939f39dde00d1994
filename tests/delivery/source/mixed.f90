! SPDX-License-Identifier: Apache-2.0
!
! The main program in three languages: a region of its own around nothing but Fortran, then the other two parts, all on
! one team of threads.
program mixed
  use, intrinsic :: iso_c_binding, only: c_double, c_int
  use cells_of_mixed
  implicit none
  real(c_double) :: cells(16), expected(16)
  integer :: step, i
  cells = [(real(i, c_double), i=1, 16)]
  expected = cells
  !$omp parallel
  !$omp single
  do step = 1, 4
    call square_root_cells(cells, 16)
    call double_cells(cells, 16_c_int)
    call increment_cells(cells, 16_c_int, 3_c_int)
  end do
  !$omp end single
  !$omp end parallel
  do step = 1, 4
    expected = sqrt(expected) * 2 + 1 + 1 + 1
  end do
  if (any(cells < expected .or. cells > expected)) error stop 'not the serial result'
  print '(a)', 'ok'
end program
