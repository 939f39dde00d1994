! SPDX-License-Identifier: Apache-2.0
!
! A region and a loop with the directives; what they compute is compared with the serial result.
module cells_of_region
  use, intrinsic :: iso_fortran_env, only: real64
  implicit none
  integer, parameter :: n_cells = 32, n_steps = 6

contains

  subroutine compute(cells)
    real(real64), intent(inout) :: cells(0:n_cells)
    integer :: step, i
    !$omp parallel default(none) shared(cells) private(step, i)
    !$omp single
    do step = 1, n_steps
      !$omp taskgraph
      do i = 1, n_cells
        !$omp task shared(cells) firstprivate(i) depend(in: cells(i - 1)) depend(inout: cells(i))
        cells(i) = 0.5_real64 * (cells(i) + cells(i - 1))
        !$omp end task
      end do
      !$omp end taskgraph
    end do
    !$omp taskiter
    do step = 1, n_steps
      do i = 1, n_cells
        !$omp task shared(cells) firstprivate(i) depend(in: cells(i - 1)) depend(inout: cells(i))
        cells(i) = 0.5_real64 * (cells(i) + cells(i - 1))
        !$omp end task
      end do
    end do
    !$omp end taskiter
    !$omp end single
    !$omp end parallel
  end subroutine

  ! The OpenMP runtimes and the parts of Rondo that are in this process, each once.
  subroutine print_loaded()
    character(len=4096) :: line, last
    character(len=:), allocatable :: path, name
    integer :: unit, status, at
    last = ''
    open (newunit=unit, file='/proc/self/maps', action='read')
    do
      read (unit, '(a)', iostat=status) line
      if (status /= 0) exit
      at = index(line, '/')
      if (at == 0) cycle
      path = trim(line(at:))
      name = path(index(path, '/', back=.true.) + 1:)
      if (index(name, 'lib') /= 1 .or. path == last) cycle
      if (index(name, 'omp') == 0 .and. index(name, 'rondo') == 0) cycle
      last = path
      print '(2a)', 'loaded: ', path
    end do
    close (unit)
  end subroutine

end module

program region
  use cells_of_region
  implicit none
  real(real64) :: cells(0:n_cells), expected(0:n_cells)
  integer :: step, i
  expected = [(real(i + 1, real64), i=0, n_cells)]
  cells = expected
  do step = 1, 2 * n_steps
    do i = 1, n_cells
      expected(i) = 0.5_real64 * (expected(i) + expected(i - 1))
    end do
  end do
  call compute(cells)
  if (any(cells < expected .or. cells > expected)) error stop 'not the serial result'
  call print_loaded()
  print '(a)', 'ok'
end program
