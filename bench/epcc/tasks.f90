! SPDX-License-Identifier: Apache-2.0
!
! Kinds of task and their generators, in Fortran: what tasks.c is in C. The microbenchmarks are the pairs that driver.c
! lists.
module epcc_tasks
  use, intrinsic :: iso_c_binding
  use omp_lib
  implicit none
  private
  public :: program_name, compiler_name ! read by the driver

  integer, parameter :: n_small = 100, n_medium = 2187, n_large = 59049
  integer(c_signed_char), parameter :: mark = 83_c_signed_char

  integer(c_signed_char) :: small(n_small), medium(n_medium), large(n_large)

  integer(c_int), bind(c, name="epcc_branching") :: branching
  integer(c_int), bind(c, name="epcc_depth") :: tree_depth
  character(kind=c_char), bind(c, name="epcc_program") :: program_name(13) = &
    ["e", "p", "c", "c", "-", "f", "o", "r", "t", "r", "a", "n", c_null_char]
  character(kind=c_char), bind(c, name="epcc_compiler") :: compiler_name(4) = ["g", "c", "c", c_null_char]

  interface
    subroutine work() bind(c, name="epcc_work")
    end subroutine
    subroutine work_on(data, n_bytes) bind(c, name="epcc_work_on")
      import :: c_signed_char, c_int
      integer(c_signed_char), intent(in) :: data(*)
      integer(c_int), value :: n_bytes
    end subroutine
  end interface

  abstract interface
    subroutine creator() bind(c)
    end subroutine
  end interface

contains

  ! ---- Kinds of task --------------------------------------------------------------------------------------------

  subroutine create_task() bind(c, name="epcc_create_task")
    !$omp task
    call work()
    !$omp end task
  end subroutine

  subroutine create_untied() bind(c, name="epcc_create_untied")
    !$omp task untied
    call work()
    !$omp end task
  end subroutine

  subroutine create_small() bind(c, name="epcc_create_small")
    !$omp task firstprivate(small)
    call work_on(small, n_small)
    !$omp end task
  end subroutine

  subroutine create_medium() bind(c, name="epcc_create_medium")
    !$omp task firstprivate(medium)
    call work_on(medium, n_medium)
    !$omp end task
  end subroutine

  subroutine create_large() bind(c, name="epcc_create_large")
    !$omp task firstprivate(large)
    call work_on(large, n_large)
    !$omp end task
  end subroutine

  ! Each task is waited for before the next one is created.
  recursive subroutine delay_recursively(depth)
    integer, intent(in) :: depth
    integer :: j
    if (depth > 1) then
      do j = 1, branching
        !$omp task firstprivate(depth)
        call delay_recursively(depth - 1)
        !$omp end task
        !$omp taskwait
      end do
    end if
    call work()
  end subroutine

  subroutine create_tree() bind(c, name="epcc_create_tree")
    integer :: depth
    depth = tree_depth
    !$omp task firstprivate(depth)
    call delay_recursively(depth)
    !$omp end task
  end subroutine

  ! ---- Generators -----------------------------------------------------------------------------------------------

  subroutine generate_parallel(function, n_per_thread) bind(c, name="epcc_generate_parallel")
    type(c_funptr), value :: function
    integer(c_int), value :: n_per_thread
    procedure(creator), pointer :: create
    integer :: j
    call c_f_procpointer(function, create)
    !$omp parallel private(j)
    do j = 1, n_per_thread
      call create()
    end do
    !$omp end parallel
  end subroutine

  subroutine generate_master(function, n_per_thread) bind(c, name="epcc_generate_master")
    type(c_funptr), value :: function
    integer(c_int), value :: n_per_thread
    procedure(creator), pointer :: create
    integer :: j
    call c_f_procpointer(function, create)
    !$omp parallel private(j)
    !$omp master
    do j = 1, n_per_thread * omp_get_num_threads()
      call create()
    end do
    !$omp end master
    !$omp end parallel
  end subroutine

  subroutine generate_single(function, n_per_thread) bind(c, name="epcc_generate_single")
    type(c_funptr), value :: function
    integer(c_int), value :: n_per_thread
    procedure(creator), pointer :: create
    integer :: j
    call c_f_procpointer(function, create)
    !$omp parallel private(j)
    !$omp single
    do j = 1, n_per_thread * omp_get_num_threads()
      call create()
    end do
    !$omp end single
    !$omp end parallel
  end subroutine

  subroutine generate_for(function, n_per_thread) bind(c, name="epcc_generate_for")
    type(c_funptr), value :: function
    integer(c_int), value :: n_per_thread
    procedure(creator), pointer :: create
    integer :: j, n
    call c_f_procpointer(function, create)
    !$omp parallel private(j, n)
    n = n_per_thread * omp_get_num_threads()
    !$omp do
    do j = 1, n
      call create()
    end do
    !$omp end do
    !$omp end parallel
  end subroutine

  function prepare() bind(c, name="epcc_prepare") result(team_size)
    integer(c_int) :: team_size
    small = mark
    medium = mark
    large = mark
    team_size = 1
    !$omp parallel
    !$omp master
    team_size = omp_get_num_threads()
    !$omp end master
    !$omp end parallel
  end function
end module
