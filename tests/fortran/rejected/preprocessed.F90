! SPDX-License-Identifier: Apache-2.0
! Lines are those of the file before preprocessing, also behind an included one.
#define CLAUSES nogroup nogroup
subroutine preprocessed(n)
  integer :: n
#include "nothing.inc"
!$omp taskgraph CLAUSES
!$omp end taskgraph
  include 'wrong.inc'
end subroutine
