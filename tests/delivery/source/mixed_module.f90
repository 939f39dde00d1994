! SPDX-License-Identifier: Apache-2.0
module cells_of_mixed
  use, intrinsic :: iso_c_binding, only: c_double, c_int
  implicit none

  interface
    subroutine double_cells(cells, n) bind(c)
      import :: c_double, c_int
      real(c_double) :: cells(*)
      integer(c_int), value :: n
    end subroutine
    subroutine increment_cells(cells, n, times) bind(c)
      import :: c_double, c_int
      real(c_double) :: cells(*)
      integer(c_int), value :: n, times
    end subroutine
  end interface

contains

  subroutine square_root_cells(cells, n)
    integer, intent(in) :: n
    real(c_double), intent(inout) :: cells(n)
    integer :: i
    !$omp taskgraph
    do i = 1, n
      !$omp task shared(cells) firstprivate(i) depend(inout: cells(i))
      cells(i) = sqrt(cells(i))
      !$omp end task
    end do
    !$omp end taskgraph
  end subroutine

end module
