/* SPDX-License-Identifier: Apache-2.0
 *
 * One program of a part compiled by gcc and a part compiled by clang: on stock runtimes it loads two of them.
 */
void serve_gcc(void);
void serve_clang(void);

int main(void) {
  serve_gcc();
  serve_clang();
  return 0;
}
