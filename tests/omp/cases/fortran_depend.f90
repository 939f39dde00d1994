! SPDX-License-Identifier: Apache-2.0
!
! Dependences between tasks in Fortran: chains through elements and arguments, iterators, depobj, mutexinoutset,
! undeferred tasks and taskwait with depend, in recursive procedures and between siblings only.
module dependences
  use omp_lib
  use cases
  implicit none
  integer, parameter :: n = 60
  type cell
    integer :: value = 0
    integer, allocatable :: list(:)
  end type
contains
#ifndef __flang__
  ! A column depends on its neighbours; the serial loop says what has to come out.
  subroutine wavefront()
    integer :: grid(0:12, 0:12), wanted(0:12, 0:12), i, j
    grid = 1
    wanted = 1
    do j = 1, 12
      do i = 1, 12
        wanted(i, j) = mod(wanted(i - 1, j) + 2 * wanted(i, j - 1), 1009)
      end do
    end do
    !$omp parallel
    !$omp single
    do j = 1, 12
      do i = 1, 12
        !$omp task depend(in: grid(i - 1, j), grid(i, j - 1)) depend(out: grid(i, j)) shared(grid) firstprivate(i, j)
        grid(i, j) = mod(grid(i - 1, j) + 2 * grid(i, j - 1), 1009)
        !$omp end task
      end do
    end do
    !$omp end single
    !$omp end parallel
    call expect('all elements', reshape(grid, [169]), reshape(wanted, [169]))
  end subroutine

  ! Tasks of a called procedure depend on its arguments, whatever these are of.
  subroutine add(value, i, order)
    integer, intent(inout) :: value, order
    integer, intent(in) :: i
    !$omp task depend(inout: value) depend(out: order) firstprivate(i) shared(value, order)
    value = value + i
    order = value
    !$omp end task
  end subroutine

  subroutine add_to_first(first, value)
    integer, intent(inout) :: first
    integer, intent(in) :: value
    !$omp task depend(inout: first) depend(in: value) shared(first, value)
    first = first + value
    !$omp end task
  end subroutine

  subroutine arguments()
    type(cell), target :: cells(4)
    type(cell), pointer :: to
    integer :: order(n), i, k
    order = 0
    do k = 1, 4
      allocate (cells(k)%list(5))
      cells(k)%list = 0
    end do
    !$omp parallel
    !$omp single
    do i = 1, n
      to => cells(mod(i, 4) + 1)
      call add(to%value, i, order(i))
      call add_to_first(to%list(3), to%value)
    end do
    !$omp end single
    !$omp end parallel
    do i = 1, n
      if (i <= 4) call expect('the first of a component', order(i), i)
      if (i > 4) call expect('the order of a component', order(i), i + order(i - 4))
    end do
    do k = 1, 4
      call expect('sums in the order', cells(mod(k, 4) + 1)%list(3), sum(order(k::4)))
    end do
  end subroutine

  ! Dependences are between siblings: those of a child are not seen by its parent's siblings.
  recursive subroutine descend(depth, values)
    integer, intent(in) :: depth
    integer, intent(inout) :: values(8)
    integer :: i
    if (depth == 0) return
    do i = 1, 8
      !$omp task depend(inout: values(i)) shared(values) firstprivate(i)
      values(i) = 2 * values(i)
      !$omp end task
      !$omp task depend(inout: values(i)) shared(values) firstprivate(i)
      values(i) = values(i) + 1
      !$omp end task
    end do
    !$omp task shared(values)
    call descend(0, values)
    !$omp end task
    !$omp taskwait
    call descend(depth - 1, values)
  end subroutine

  subroutine recursive_domains()
    integer :: values(8), i
    values = 0
    !$omp parallel
    !$omp single
    call descend(10, values)
    !$omp end single
    !$omp end parallel
    call expect('values', values, [(1023, i = 1, 8)])
  end subroutine

  ! gfortran 12 leaves out an iterator's last value: these go one further than what is used.
  subroutine iterators()
    integer :: a(21), total, round, i
    a = 0
    total = 0
    !$omp parallel
    !$omp single
    do round = 1, 10
      do i = 1, 16
        !$omp task depend(inout: a(i)) shared(a) firstprivate(i, round)
        a(i) = a(i) + i * round
        !$omp end task
      end do
      !$omp task depend(iterator(integer :: k = 1:19:3), in: a(k)) depend(inout: total) shared(a, total)
      total = total + sum(a(1:16:3))
      !$omp end task
      !$omp task depend(iterator(j = 0:4, k = 1:5), inout: a(4 * j + k)) shared(a) firstprivate(round)
      a(1:16) = a(1:16) + round
      !$omp end task
    end do
    !$omp end single
    !$omp end parallel
    call expect('what the iterators wait for', total, serial())
    call expect('elements', a(1:16), [(55 * (i + 1), i = 1, 16)])
  contains
    integer function serial()
      integer :: b(16), r, k
      b = 0
      serial = 0
      do r = 1, 10
        b = b + [(k * r, k = 1, 16)]
        serial = serial + sum(b(1:16:3))
        b = b + r
      end do
    end function
  end subroutine

  subroutine dependence_objects()
    integer(omp_depend_kind) :: object
    integer :: x, y, i
    x = 1
    y = 0
    !$omp depobj(object) depend(inout: x)
    !$omp parallel
    !$omp single
    do i = 1, n
      !$omp task depend(depobj: object) shared(x) firstprivate(i)
      x = mod(3 * x + i, 10007)
      !$omp end task
    end do
    !$omp depobj(object) update(in)
    !$omp task depend(depobj: object) shared(x, y)
    y = x
    !$omp end task
    !$omp task depend(out: x) shared(x)
    x = -1
    !$omp end task
    !$omp end single
    !$omp end parallel
    !$omp depobj(object) destroy
    call expect('a reader by an object', y, serial())
    call expect('the writer behind it', x, -1)
  contains
    integer function serial()
      integer :: k
      serial = 1
      do k = 1, n
        serial = mod(3 * serial + k, 10007)
      end do
    end function
  end subroutine

  subroutine exclusive_members()
    integer :: x, before, behind, i
    x = 0
    before = 0
    behind = -1
    !$omp parallel
    !$omp single
    !$omp task depend(out: x) shared(x, before)
    x = 1000
    before = 1
    !$omp end task
    do i = 1, n
      !$omp task depend(mutexinoutset: x) shared(x, before) firstprivate(i)
      call expect('what is before the set', before, 1)
      x = x + i
      !$omp end task
    end do
    !$omp task depend(in: x) shared(x, behind)
    behind = x
    !$omp end task
    !$omp end single
    !$omp end parallel
    call expect('what is behind the set', behind, 1000 + n * (n + 1) / 2)
  end subroutine
#endif

  subroutine undeferred()
    integer :: x, y, i
    x = 0
    y = 0
    !$omp parallel
    !$omp single
    do i = 1, n
      !$omp task depend(inout: x) shared(x)
      x = x + 1
      !$omp end task
      !$omp task depend(inout: x) shared(x, y) if(y < 0)
      y = y + x
      x = x + 1
      !$omp end task
      call expect('behind an undeferred task', x, 2 * i)
    end do
    !$omp end single
    !$omp end parallel
    call expect('sum', y, n * n)
  end subroutine

  subroutine waits()
    integer :: x, y, i
    x = 0
    y = 0
    !$omp parallel
    !$omp single
    do i = 1, 20
      !$omp task depend(inout: x) shared(x)
      x = x + 1
      !$omp end task
      !$omp task depend(inout: y) shared(y)
      y = y + 1
      !$omp end task
    end do
#ifdef __flang__
    !$omp taskwait
#else
    !$omp taskwait depend(in: x)
#endif
    call expect('x behind taskwait', x, 20)
    !$omp taskwait
    call expect('y behind taskwait', y, 20)
    !$omp end single
    !$omp end parallel
  end subroutine
end module

program depend_cases
  use cases
  use dependences
  implicit none
#ifdef __flang__
  character(*), parameter :: copies = &
    'flang 19 copies the firstprivate variables of a task when it starts, not when it is created'
  call not_built('Fortran: depend on elements, a wavefront', copies)
  call not_built('Fortran: depend on arguments: components, elements', copies)
  call not_built('Fortran: depend in recursive procedures', copies)
  call not_built('Fortran: depend with iterators', 'flang 19 knows no iterators')
  call not_built('Fortran: depobj', 'flang 19 knows no depobj')
  call not_built('Fortran: mutexinoutset between other kinds', 'flang 19 does not know mutexinoutset')
#else
  call run('Fortran: depend on elements, a wavefront', wavefront)
  call run('Fortran: depend on arguments: components, elements', arguments)
  call run('Fortran: depend in recursive procedures', recursive_domains)
  call run('Fortran: depend with iterators', iterators)
  call run('Fortran: depobj', dependence_objects)
  call run('Fortran: mutexinoutset between other kinds', exclusive_members)
#endif
  call run('Fortran: depend of undeferred tasks', undeferred)
  call run('Fortran: taskwait among tasks with dependences', waits)
  call finish()
end program
