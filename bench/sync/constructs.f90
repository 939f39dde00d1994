! SPDX-License-Identifier: Apache-2.0
!
! The constructs of EPCC's synchronisation microbenchmarks in Fortran: what constructs.c says in C. Each function
! executes its construct n times, and says what `checked` must have grown by.
module sync_constructs_fortran
  use, intrinsic :: iso_c_binding
  use omp_lib
  implicit none
  private

  integer, parameter :: short_loop = 8 ! iterations a thread; fortran.c says the same

  integer(c_long), bind(c, name="sync_checked") :: checked

  interface
    subroutine work() bind(c, name="epcc_work")
    end subroutine
  end interface

contains

  ! ---- The team and its barrier ---------------------------------------------------------------------------------

  function run_parallel(n, threads) bind(c, name="sync_run_parallel") result(grown)
    integer(c_long), value :: n
    integer(c_int), value :: threads
    integer(c_long) :: grown, i
    grown = 0
    if (threads < 1) return ! there is nothing for it to say
    do i = 1, n
      !$omp parallel
      call work()
      !$omp end parallel
    end do
  end function

  function run_barrier(n, threads) bind(c, name="sync_run_barrier") result(grown)
    integer(c_long), value :: n
    integer(c_int), value :: threads
    integer(c_long) :: grown, i
    grown = 0
    if (threads < 1) return ! there is nothing for it to say
    !$omp parallel private(i)
    do i = 1, n
      call work()
      !$omp barrier
    end do
    !$omp end parallel
  end function

  function run_reduction(n, threads) bind(c, name="sync_run_reduction") result(grown)
    integer(c_long), value :: n
    integer(c_int), value :: threads
    integer(c_long) :: grown, i, sum
    grown = n * threads
    do i = 1, n
      sum = 0
      !$omp parallel reduction(+ : sum)
      call work()
      sum = sum + 1
      !$omp end parallel
      checked = checked + sum
    end do
  end function

  ! ---- Loops ----------------------------------------------------------------------------------------------------

  function run_parallel_for(n, threads) bind(c, name="sync_run_parallel_for") result(grown)
    integer(c_long), value :: n
    integer(c_int), value :: threads
    integer(c_long) :: grown, i
    integer :: j
    grown = 0
    do i = 1, n
      !$omp parallel do schedule(static)
      do j = 1, short_loop * threads
        call work()
      end do
      !$omp end parallel do
    end do
  end function

  function run_for_static(n, threads) bind(c, name="sync_run_for_static") result(grown)
    integer(c_long), value :: n
    integer(c_int), value :: threads
    integer(c_long) :: grown, i
    integer :: j
    grown = 0
    !$omp parallel private(i, j)
    do i = 1, n
      !$omp do schedule(static)
      do j = 1, short_loop * threads
        call work()
      end do
      !$omp end do
    end do
    !$omp end parallel
  end function

  function run_for_dynamic(n, threads) bind(c, name="sync_run_for_dynamic") result(grown)
    integer(c_long), value :: n
    integer(c_int), value :: threads
    integer(c_long) :: grown, i
    integer :: j
    grown = 0
    !$omp parallel private(i, j)
    do i = 1, n
      !$omp do schedule(dynamic)
      do j = 1, short_loop * threads
        call work()
      end do
      !$omp end do
    end do
    !$omp end parallel
  end function

  function run_for_guided(n, threads) bind(c, name="sync_run_for_guided") result(grown)
    integer(c_long), value :: n
    integer(c_int), value :: threads
    integer(c_long) :: grown, i
    integer :: j
    grown = 0
    !$omp parallel private(i, j)
    do i = 1, n
      !$omp do schedule(guided)
      do j = 1, short_loop * threads
        call work()
      end do
      !$omp end do
    end do
    !$omp end parallel
  end function

  function run_ordered(n, threads) bind(c, name="sync_run_ordered") result(grown)
    integer(c_long), value :: n
    integer(c_int), value :: threads
    integer(c_long) :: grown, i
    grown = n * threads
    !$omp parallel do ordered schedule(static, 1)
    do i = 0, n * threads - 1
      !$omp ordered
      call work()
      if (checked == i) then
        checked = i + 1
      else
        checked = -n ! out of turn once is wrong for good
      end if
      !$omp end ordered
    end do
    !$omp end parallel do
  end function

  ! ---- One thread at a time, or only one ------------------------------------------------------------------------

  function run_single(n, threads) bind(c, name="sync_run_single") result(grown)
    integer(c_long), value :: n
    integer(c_int), value :: threads
    integer(c_long) :: grown, i
    grown = n
    if (threads < 1) return ! there is nothing for it to say
    !$omp parallel private(i)
    do i = 1, n
      !$omp single
      call work()
      checked = checked + 1
      !$omp end single
    end do
    !$omp end parallel
  end function

  function run_masked(n, threads) bind(c, name="sync_run_masked") result(grown)
    integer(c_long), value :: n
    integer(c_int), value :: threads
    integer(c_long) :: grown, i
    grown = n
    if (threads < 1) return ! there is nothing for it to say
    !$omp parallel private(i)
    do i = 1, n
      !$omp masked
      call work()
      checked = checked + 1
      !$omp end masked
    end do
    !$omp end parallel
  end function

  function run_critical(n, threads) bind(c, name="sync_run_critical") result(grown)
    integer(c_long), value :: n
    integer(c_int), value :: threads
    integer(c_long) :: grown, i
    grown = n * threads
    !$omp parallel private(i)
    do i = 1, n
      !$omp critical
      call work()
      checked = checked + 1
      !$omp end critical
    end do
    !$omp end parallel
  end function

  function run_lock(n, threads) bind(c, name="sync_run_lock") result(grown)
    integer(c_long), value :: n
    integer(c_int), value :: threads
    integer(c_long) :: grown, i
    integer(omp_lock_kind) :: lock
    grown = n * threads
    call omp_init_lock(lock)
    !$omp parallel private(i)
    do i = 1, n
      call omp_set_lock(lock)
      call work()
      checked = checked + 1
      call omp_unset_lock(lock)
    end do
    !$omp end parallel
    call omp_destroy_lock(lock)
  end function

  function run_atomic(n, threads) bind(c, name="sync_run_atomic") result(grown)
    integer(c_long), value :: n
    integer(c_int), value :: threads
    integer(c_long) :: grown, i
    grown = n * threads
    !$omp parallel private(i)
    do i = 1, n
      !$omp atomic
      checked = checked + 1
    end do
    !$omp end parallel
  end function

  function prepare() bind(c, name="sync_prepare") result(team_size)
    integer(c_int) :: team_size
    team_size = 1
    !$omp parallel
    !$omp master
    team_size = omp_get_num_threads()
    !$omp end master
    !$omp end parallel
  end function
end module
