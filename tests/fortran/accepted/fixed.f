C SPDX-License-Identifier: Apache-2.0
C
C Fixed form: sentinels and continuation marks in their columns, also without blanks behind them, labels, and what
C stands behind column 72.
      program fixed
      implicit none
      integer x(10), i, step, n, many_words_in_a_long_name_of_a_value
      parameter (many_words_in_a_long_name_of_a_value = 3)
      do 5 i = 1, 10
         x(i) = 0
    5 continue
      n = 0
      do 20 step = 1, 4
c$omp taskgraph graph_id(many_words_in_a_long_name_of_a_value
c$omp+  + 4)
      do 10 i = 1, 10                                                   ignored
*$omp task shared(x) firstprivate(i)
!$omp& depend(inout: x(i)) replayable
         x(i) = x(i)
     1     + i
c$omp end task
   10 continue
!$omp end taskgraph
   20 continue
!$omp taskiter
      do 40 step = 1,
     ! 4
      do 30 i = 1, 10
!$omp task shared(x) firstprivate(i) depend(inout: x(i))
         x(i) = x(i) + i
!$omp end task
   30 continue
   40 continue
!$omp taskiter
      do while (n .lt. 5)
!$omp task shared(n) depend(inout: n)
      n = n + 1
!$omp end task
      end do
c$    n = n + 1
      do 50 i = 1, 10
         if (x(i) .ne. 8 * i) stop 1
   50 continue
C     A short row ends with a blank, whatever follows the mark.
      do 70 step = 1, 4
!$omp taskgraph
!$omp&nogroup
      do 60 i = 1, 10
!$omp task
!$omp&depend(inout: x(i)) shared(x)
!$omp&firstprivate(i)
         x(i) = x(i) - 2 * i
!$omp end task
   60 continue
!$omp end taskgraph
   70 continue
!$omp taskwait
      do 80 i = 1, 10
         if (x(i) .ne. 0) stop 2
   80 continue
      if (n .eq. 6) write (*, '(a)') 'ok'
      end
