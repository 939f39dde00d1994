! SPDX-License-Identifier: Apache-2.0
!
! Directives that the preprocessor puts together, lines in unusual layouts, and an included file with directives.
#define CELLS 12
#define CREATE(array, i) \
  !$omp task shared(array) firstprivate(i) depend(inout: array(i))
#ifdef _OPENMP
#define WITH_DIRECTIVES 1
#endif
program preprocessed
  implicit none
  integer :: x(CELLS), i, step, conditional
  character(len=*), parameter :: text = '!$omp taskgraph'  ! no directive
  x = 0
  conditional = 0
#if WITH_DIRECTIVES
  do step = 1, 3
!$OMP TaskGraph &
!$omp   & Graph_Id( &  ! a remark
!$omp     CELLS + &
!$omp     0)
    do i = 1, CELLS
CREATE(x, i)
      x(i) = x(i) + &
        ! a comment between
#include "counted.inc"

        i
!$omp end task
    end do; conditional = conditional + 0
!$omp endtaskgraph
  end do
#else
#error "compile with -fopenmp"
#endif
  !$ conditional = conditional + 1
  !$ if (conditional == 1) then; conditional = 2
  !$ end if
  include 'region.inc'
  if (all(x == [(4 * i, i=1, CELLS)]) .and. conditional == 2 .and. len(text) == 15) print '(a)', 'ok'
end program
