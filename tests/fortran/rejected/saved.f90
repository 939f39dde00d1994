! SPDX-License-Identifier: Apache-2.0
!
! What cannot be saved: more than bytes of a size that is known.
subroutine saved(n, word, assumed)
  implicit none
  integer, intent(in) :: n
  character(*), intent(in) :: word
  integer, intent(inout) :: assumed(:)
  type item
    integer, allocatable :: content(:)
  end type
  type(item) :: structure
  integer, allocatable :: array(:), scalar
  integer :: automatic(n)
  integer, pointer :: pointer_is_saved
  allocate(array(3), scalar, pointer_is_saved)
  structure%content = [1, 2]
  automatic = 1; array = 1; scalar = 1; pointer_is_saved = 3
  !$omp taskgraph
  !$omp task firstprivate(saved: array)
  print *, array(1)
  !$omp end task
  !$omp task firstprivate(saved: scalar)
  print *, scalar
  !$omp end task
  !$omp task firstprivate(saved: automatic)
  print *, automatic(1)
  !$omp end task
  !$omp task firstprivate(saved: structure)
  print *, structure%content
  !$omp end task
  !$omp task firstprivate(saved: word)
  print *, word
  !$omp end task
  !$omp task firstprivate(saved: assumed)
  print *, assumed(1)
  !$omp end task
  !$omp task firstprivate(saved: pointer_is_saved)
  print *, pointer_is_saved
  !$omp end task
  !$omp end taskgraph
end subroutine
