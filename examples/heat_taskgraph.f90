! SPDX-License-Identifier: Apache-2.0
!
! A heat solver (five-point Gauss-Seidel, in place, block by block) whose sweeps all create the same tasks.
!
!     $ rondo-fc -O2 heat_taskgraph.f90 -o heat
!     $ ./heat
!
! ./heat FORM [CELLS [BLOCK [SWEEPS]]]; FORM: taskgraph, taskiter or tasks.
! Every form gives the serial result bit for bit, and is compared with it. Without FORM all are run.
module heat
  use, intrinsic :: iso_fortran_env, only: real64, int64
  implicit none

contains

  subroutine update(cells, row, column, size)
    real(real64), intent(inout) :: cells(0:, 0:)
    integer, intent(in) :: row, column, size
    integer :: i, j
    do j = (column - 1) * size + 1, column * size
      do i = (row - 1) * size + 1, row * size
        cells(i, j) = 0.25_real64 * (cells(i - 1, j) + cells(i, j - 1) + cells(i, j + 1) + cells(i + 1, j))
      end do
    end do
  end subroutine

  ! The form to compare with: tasks are created and their dependences found in every sweep.
  subroutine solve_with_tasks(cells, block, n, size, sweeps)
    integer, intent(in) :: n, size, sweeps
    real(real64), intent(inout) :: cells(0:, 0:)
    integer, intent(inout) :: block(0:n + 1, 0:n + 1)  ! names for depend clauses; never read
    integer :: sweep, i, j
    !$omp parallel shared(cells, block)
    !$omp single
    do sweep = 1, sweeps
      do j = 1, n
        do i = 1, n
          !$omp task firstprivate(i, j) depend(in: block(i - 1, j), block(i, j - 1)) depend(inout: block(i, j))
          call update(cells, i, j, size)
          !$omp end task
        end do
      end do
    end do
    !$omp end single
    !$omp end parallel
  end subroutine

  ! Two directives more: the first sweep is recorded, the others are replayed.
  subroutine solve_with_taskgraph(cells, block, n, size, sweeps)
    integer, intent(in) :: n, size, sweeps
    real(real64), intent(inout) :: cells(0:, 0:)
    integer, intent(inout) :: block(0:n + 1, 0:n + 1)
    integer :: sweep, i, j
    !$omp parallel shared(cells, block)
    !$omp single
    do sweep = 1, sweeps
      !$omp taskgraph
      do j = 1, n
        do i = 1, n
          !$omp task firstprivate(i, j) depend(in: block(i - 1, j), block(i, j - 1)) depend(inout: block(i, j))
          call update(cells, i, j, size)
          !$omp end task
        end do
      end do
      !$omp end taskgraph
    end do
    !$omp end single
    !$omp end parallel
  end subroutine

  ! The sweeps go round a cyclic graph: no sweep waits for the end of the one before. The dependences on the blocks to
  ! the south and to the east, which belong to the sweep before, have to be said here.
  subroutine solve_with_taskiter(cells, block, n, size, sweeps)
    integer, intent(in) :: n, size, sweeps
    real(real64), intent(inout) :: cells(0:, 0:)
    integer, intent(inout) :: block(0:n + 1, 0:n + 1)
    integer :: sweep, i, j
    !$omp parallel shared(cells, block)
    !$omp single
    !$omp taskiter
    do sweep = 1, sweeps
      do j = 1, n
        do i = 1, n
          !$omp task firstprivate(i, j) depend(in: block(i - 1, j), block(i, j - 1)) &
          !$omp      depend(in: block(i + 1, j), block(i, j + 1)) depend(inout: block(i, j))
          call update(cells, i, j, size)
          !$omp end task
        end do
      end do
    end do
    !$omp end single
    !$omp end parallel
  end subroutine

  ! A rough field: where neighbours are equal, a block that is swept too early would go unnoticed.
  subroutine fill(cells)
    real(real64), intent(out) :: cells(0:, 0:)
    integer(int64) :: bits
    integer :: i, j
    bits = 12345
    do j = 0, ubound(cells, 2)
      do i = 0, ubound(cells, 1)
        bits = iand(bits * 1664525_int64 + 1013904223_int64, 4294967295_int64)
        cells(i, j) = real(shiftr(bits, 8), real64) / 16777216
      end do
    end do
  end subroutine

end module

program heat_taskgraph
  use, intrinsic :: iso_fortran_env, only: real64, error_unit
  use omp_lib, only: omp_get_wtime
  use heat
  implicit none
  character(len=9), parameter :: forms(3) = [character(len=9) :: 'tasks', 'taskgraph', 'taskiter']
  character(len=9) :: wanted = 'all'
  integer :: cells = 512, size = 4, sweeps = 50
  integer :: n, form, sweep, i, j
  integer, allocatable :: block(:, :)
  real(real64), allocatable :: grid(:, :), reference(:, :)
  real(real64) :: start, seconds

  if (command_argument_count() > 0) call get_command_argument(1, wanted)
  call read_number(2, cells)
  call read_number(3, size)
  call read_number(4, sweeps)
  if (cells < 1 .or. size < 1 .or. sweeps < 1) call usage('CELLS, BLOCK and SWEEPS are positive numbers')
  if (mod(cells, size) /= 0) call usage('BLOCK must divide CELLS')
  if (wanted /= 'all' .and. .not. any(wanted == forms)) call usage('there is no form ' // wanted)

  n = cells / size
  allocate (grid(0:cells + 1, 0:cells + 1), reference(0:cells + 1, 0:cells + 1), block(0:n + 1, 0:n + 1))
  block = 0
  call fill(reference)
  do sweep = 1, sweeps
    do j = 1, n
      do i = 1, n
        call update(reference, i, j, size)
      end do
    end do
  end do

  !$omp parallel
  continue  ! the threads are there before the clock starts
  !$omp end parallel
  do form = 1, 3
    if (wanted /= 'all' .and. wanted /= forms(form)) cycle
    call fill(grid)
    start = omp_get_wtime()
    select case (form)
    case (1)
      call solve_with_tasks(grid, block, n, size, sweeps)
    case (2)
      call solve_with_taskgraph(grid, block, n, size, sweeps)
    case (3)
      call solve_with_taskiter(grid, block, n, size, sweeps)
    end select
    seconds = omp_get_wtime() - start
    if (any(grid < reference .or. grid > reference)) error stop 'WRONG: not the serial result'
    print '(a10, f9.4, " s", f9.1, " ns a task  verified")', forms(form), seconds, &
      seconds / (real(n, real64)**2 * sweeps) * 1e9_real64
  end do

contains

  subroutine read_number(position, number)
    integer, intent(in) :: position
    integer, intent(inout) :: number
    character(len=20) :: text
    integer :: status
    if (command_argument_count() < position) return
    call get_command_argument(position, text)
    read (text, *, iostat=status) number
    if (status /= 0) number = 0
  end subroutine

  subroutine usage(text)
    character(len=*), intent(in) :: text
    write (error_unit, '(a)') 'heat: ' // trim(text) // '; e.g. heat taskgraph 512 4 50'
    stop 2
  end subroutine

end program
