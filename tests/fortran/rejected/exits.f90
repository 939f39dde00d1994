! SPDX-License-Identifier: Apache-2.0
! Statements that leave a region or a taskiter loop, among others that do not.
subroutine exits(a, n, *)
  integer :: n, i, j
  real :: a(n)
  outer: do j = 1, n
!$omp taskgraph
    do i = 1, n
      if (a(i) > 1) exit
      if (a(i) > 2) cycle
      if (a(i) > 3) return
      if (a(i) > 4) goto 10
      if (a(i) > 5) go to 20
      if (a(i) > 6) exit outer
      if (a(i) > 7) cycle outer
      inside: do
        exit inside
      end do inside
20    continue
      read (*, *, err=10, end=20) a(i)
      call exits(a, n, *10)
      return = 3
    end do
    exit
    cycle
    if (n > 3) then
      return
    end if
!$omp end taskgraph
!$omp taskiter
    own: do i = 1, n
      if (a(i) > 1) exit
      if (a(i) > 2) cycle
      if (a(i) > 3) cycle own
      if (a(i) > 4) exit own
      if (a(i) > 5) cycle outer
      if (a(i) > 6) return
      do while (a(i) > 7)
        exit
      end do
    end do own
  end do outer
10 continue
end subroutine
