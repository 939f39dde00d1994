! SPDX-License-Identifier: Apache-2.0
!
! What tasks can reduce in Fortran: all operators and kinds, arrays with bounds of their own, dummy arguments,
! adjustable arrays, derived types by declared reductions; in undeferred, final and included tasks.
!
! test: LEFT_OUT flang 'flang 19 has no task reductions'
module reduced_types
  implicit none
  type :: bounds
    integer :: low = huge(0), high = -huge(0)
  end type
  type :: bag
    integer :: of_items(10)
  end type
  interface operator(.joined.)
    module procedure join
  end interface
  !$omp declare reduction(.joined.: bag: omp_out = omp_out .joined. omp_in) initializer(begin_bag(omp_priv))
contains
  subroutine begin_bag(it)
    type(bag), intent(out) :: it
    it%of_items = 0
  end subroutine
  function join(a, b) result(both)
    type(bag), intent(in) :: a, b
    type(bag) :: both
    both%of_items = a%of_items + b%of_items
  end function
end module

module task_reduction_data
  use omp_lib
  use cases
  use reduced_types
  implicit none
  !$omp declare reduction(widen: bounds: omp_out = bounds(min(omp_out%low, omp_in%low), &
  !$omp& max(omp_out%high, omp_in%high))) initializer(omp_priv = bounds())
contains
  subroutine operators()
    integer :: i, total, product, low, high, all_bits, any_bits, parity
    integer(1) :: tiny_sum
    integer(8) :: wide
    logical :: both, either, same, differs_
    real(8) :: d
    complex(8) :: z
    total = 1; product = 1; low = 1000; high = -1; all_bits = 127; any_bits = 0; parity = 0; tiny_sum = 5; wide = 1
    both = .true.; either = .false.; same = .true.; differs_ = .false.
    d = 0.5d0
    z = (1d0, 0d0)
    !$omp parallel
    !$omp single
    !$omp taskgroup task_reduction(+: total, tiny_sum, wide, d, z) task_reduction(*: product) &
    !$omp& task_reduction(min: low) task_reduction(max: high) task_reduction(iand: all_bits) &
    !$omp& task_reduction(ior: any_bits) task_reduction(ieor: parity) task_reduction(.and.: both) &
    !$omp& task_reduction(.or.: either) task_reduction(.eqv.: same) task_reduction(.neqv.: differs_)
    do i = 1, 100
      !$omp task in_reduction(+: total, tiny_sum, wide, d, z) in_reduction(*: product) in_reduction(min: low) &
      !$omp& in_reduction(max: high) in_reduction(iand: all_bits) in_reduction(ior: any_bits) &
      !$omp& in_reduction(ieor: parity) in_reduction(.and.: both) in_reduction(.or.: either) &
      !$omp& in_reduction(.eqv.: same) in_reduction(.neqv.: differs_) firstprivate(i)
      total = total + i
      tiny_sum = tiny_sum + 1_1
      wide = wide + 10000000000_8
      d = d + 0.5d0
      z = z + (1d0, -1d0)
      if (mod(i, 25) == 0) product = product * 3
      low = min(low, mod(i * 7, 101))
      high = max(high, mod(i * 7, 101))
      all_bits = iand(all_bits, not(ishft(1, mod(i, 3))))
      any_bits = ior(any_bits, ishft(1, mod(i, 6)))
      parity = ieor(parity, i)
      both = both .and. i > 0
      either = either .or. i == 50
      same = same .eqv. mod(i, 2) == 0
      differs_ = differs_ .neqv. i <= 3
      !$omp end task
    end do
    !$omp end taskgroup
    !$omp end single
    !$omp end parallel
    call expect('+', total, 5051)
    call expect('+ of 1 byte', int(tiny_sum), 105)
    call expect('+ of 8 bytes', wide, 1000000000001_8)
    call expect('+ of reals', d, 50.5d0)
    call expect('+ of complex numbers, real part', real(z, 8), 101d0)
    call expect('+ of complex numbers, imaginary part', aimag(z), -100d0)
    call expect('*', product, 81)
    call expect('min', low, 1)
    call expect('max', high, 100)
    call expect('iand', all_bits, 120)
    call expect('ior', any_bits, 63)
    call expect('ieor', parity, 100)
    call expect('.and.', both, .true.)
    call expect('.or.', either, .true.)
    call expect('.eqv.', same, .true.)
    call expect('.neqv.', differs_, .true.)
  end subroutine

  ! A dummy argument with its own bounds, in the task of a called procedure.
  recursive subroutine spread_ones(list, from, to)
    integer, intent(inout) :: list(-3:6)
    integer, intent(in) :: from, to
    integer :: middle
    !$omp task in_reduction(+: list) firstprivate(from, to) private(middle)
    if (from == to) then
      list(from) = list(from) + 1
      list(-3) = list(-3) + 1
    else
      middle = from + (to - from) / 2
      call spread_ones(list, from, middle)
      call spread_ones(list, middle + 1, to)
    end if
    !$omp end task
  end subroutine

  subroutine dummy_arrays()
    integer :: list(-3:6)
    list = 10
    !$omp parallel shared(list)
    !$omp single
    !$omp taskgroup task_reduction(+: list)
    call spread_ones(list, -2, 6)
    !$omp end taskgroup
    !$omp end single
    !$omp end parallel
    call expect('elements', list, [19, 11, 11, 11, 11, 11, 11, 11, 11, 11])
  end subroutine

  ! Arrays whose size is known when the procedure is called; gfortran 12 crashes at allocatables themselves.
  subroutine adjustable_arrays()
    integer, allocatable :: grown(:, :), scalar
    allocate (grown(0:1, 2:4), source=1)
    allocate (scalar, source=5)
    call inner(grown, scalar, 2, 3)
    call expect('elements', reshape(grown, [6]), [21, 21, 21, 21, 1, 1])
    call expect('a scalar', scalar, 825)
  contains
    subroutine inner(a, b, n, m)
      integer, intent(in) :: n, m
      integer, intent(inout) :: a(0:n - 1, 2:m + 1), b
      integer :: i
      !$omp parallel
      !$omp single
      !$omp taskgroup task_reduction(+: a, b)
      do i = 1, 40
        !$omp task in_reduction(+: a, b) firstprivate(i)
        call check(lbound(a, 1) == 0 .and. ubound(a, 2) == 4)
        a(mod(i, 2), 2:3) = a(mod(i, 2), 2:3) + 1
        b = b + i
        !$omp end task
      end do
      !$omp end taskgroup
      !$omp end single
      !$omp end parallel
    end subroutine
  end subroutine

  subroutine derived_types()
    type(bounds) :: all_of, of_loop
    type(bag) :: items
    integer :: i, n
    call begin_bag(items)
    n = omp_get_max_threads()
    !$omp parallel reduction(task, widen: all_of)
    !$omp task in_reduction(widen: all_of)
    all_of = bounds(min(all_of%low, -4), all_of%high)
    !$omp end task
    !$omp do reduction(task, widen: of_loop)
    do i = 1, 10
      !$omp task in_reduction(widen: all_of, of_loop) firstprivate(i)
      of_loop = bounds(min(of_loop%low, i), max(of_loop%high, 2 * i))
      all_of = bounds(min(all_of%low, i), max(all_of%high, 2 * i))
      !$omp end task
    end do
    call expect('the lowest of a loop', of_loop%low, 1)
    call expect('the highest of a loop', of_loop%high, 20)
    !$omp end parallel
    call expect('the lowest', all_of%low, -4)
    call expect('the highest', all_of%high, 20)
    !$omp parallel reduction(task, .joined.: items)
    do i = 1, 10
      !$omp task in_reduction(.joined.: items) firstprivate(i)
      items%of_items(i) = items%of_items(i) + i
      !$omp end task
    end do
    !$omp end parallel
    call expect('a sum of items', items%of_items, [(i * n, i = 1, 10)])
  end subroutine

  subroutine undeferred_and_final()
    integer :: a, i, n
    a = 0
    n = omp_get_max_threads()
    !$omp parallel reduction(task, +: a)
    !$omp task in_reduction(+: a) if(.false.)
    a = a + 1
    !$omp task in_reduction(+: a) untied
    a = a + 10
    !$omp taskyield
    a = a + 10
    !$omp end task
    !$omp end task
    !$omp task in_reduction(+: a) final(.true.)
    do i = 1, 5
      !$omp task in_reduction(+: a) mergeable
      a = a + 100
      !$omp end task
    end do
    !$omp end task
    !$omp taskloop in_reduction(+: a) if(.false.) num_tasks(3)
    do i = 1, 6
      a = a + 1000
    end do
    !$omp end parallel
    call expect('sum', a, 6521 * n)
  end subroutine

  subroutine in_dependent_tasks()
    integer :: a, i, x
    a = 0
    x = 0
    !$omp parallel
    !$omp single
    !$omp taskgroup task_reduction(+: a)
    do i = 1, 100
      !$omp task in_reduction(+: a) depend(inout: x) shared(x)
      x = x + 1
      a = a + x
      !$omp end task
    end do
    !$omp end taskgroup
    call expect('sum', a, 5050)
    !$omp end single
    !$omp end parallel
  end subroutine

end module

program task_reduction_data_cases
  use cases
  use task_reduction_data
  implicit none
  call run('Fortran: task_reduction of every operator and kind', operators)
  call run('Fortran: in_reduction of a dummy array in recursive tasks', dummy_arrays)
  call run('Fortran: task_reduction of adjustable arrays', adjustable_arrays)
  call not_built('Fortran: task_reduction of allocatables', 'gfortran 12 crashes')
  call run('Fortran: reduction(task) of derived types by functions and operators', derived_types)
  call not_built('Fortran: task_reduction of derived types', 'gfortran 12 crashes')
  call run('Fortran: in_reduction in undeferred, final, included and untied tasks', undeferred_and_final)
  call run('Fortran: in_reduction in tasks with dependences', in_dependent_tasks)
  call finish()
end program
