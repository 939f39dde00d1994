/* SPDX-License-Identifier: Apache-2.0
 *
 * A header that has directives: in functions of its own and in macros for others.
 */
#define REGION(id) _Pragma("omp taskgraph") {
#define END_REGION }
#define STRING_OF(text) #text
#define OMP(text) _Pragma(STRING_OF(omp text))
#define ON(x) OMP(task depend(inout: x))
#define BUMP(x) ON(x) x++;
#define SAME(...) __VA_ARGS__

static void header_region(long *x, int id) {
  #pragma omp taskgraph graph_id(id)
  {
    BUMP(x[0])
    BUMP(x[0])
  }
}
