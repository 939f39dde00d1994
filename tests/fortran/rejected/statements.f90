! SPDX-License-Identifier: Apache-2.0
! Directives without what belongs to them.
subroutine statements(n)
  integer :: n, i
!$omp taskiter
  print *, n
!$omp end taskiter
!$omp taskiter
  do
    exit
  end do
!$omp taskiter
  do concurrent (i = 1:n)
  end do
!$omp end taskgraph
!$omp taskgraph
  print *, n
end subroutine
