C SPDX-License-Identifier: Apache-2.0
C Columns of fixed form.
      subroutine fixed(n)
      integer n
c$omp taskgraph
c$omp+  wrong
      if (n .gt. 3) return
c$omp end taskgraph
      end
