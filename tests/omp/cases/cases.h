/* SPDX-License-Identifier: Apache-2.0
 *
 * Programs of many small cases: one construct, clause or routine each, so that a compiler is called once a family.
 * Such a program checks itself like every other one (../../check.h). With the argument `table` it prints, for
 * ../table.py, a line before and a line after each case; with `stock` the cases are left out that the compiler's own
 * runtime gets wrong; with `behind` and a case's text those up to that one, which has ended or hung an earlier run.
 *
 *   CASE(name, "what a user writes") { CHECK(...); }
 *   CASE_NOT_STOCK(name, "...", "reason")  ditto, but the compiler's own runtime gets it wrong
 *   CASE_NOT_BUILT("...", "reason")        the compiler at hand cannot build it, or builds something else
 *
 * Cases are executed by the initial thread in the order of the file, outside of any region.
 */
#ifndef RONDO_TESTS_CASES_H
#define RONDO_TESTS_CASES_H

#include <omp.h>
#include <string.h>

#include "check.h"

typedef struct {
  const char* text;
  const char* reason;  /* why it is not run; NULL: it is run */
  void (*run)(void);   /* NULL: not built */
} test_case;

enum { kMaxCases = 400 };
static test_case cases_[kMaxCases];
static int n_cases_;

__attribute__((unused)) static void case_add(const char* text, const char* reason, void (*run)(void)) {
  if (n_cases_ == kMaxCases) abort();
  cases_[n_cases_].text = text;
  cases_[n_cases_].reason = reason;
  cases_[n_cases_++].run = run;
}

#define CASE_(name, text, reason)                                                                    \
  static void case_##name(void);                                                                     \
  __attribute__((constructor)) static void add_##name(void) { case_add(text, reason, case_##name); } \
  static void case_##name(void)
#define CASE(name, text) CASE_(name, text, NULL)
#define CASE_NOT_STOCK(name, text, reason) CASE_(name, text, reason)
#define CASE_NOT_BUILT_(line, text, reason) \
  __attribute__((constructor)) static void add_##line(void) { case_add(text, reason, NULL); }
#define CASE_NOT_BUILT__(line, text, reason) CASE_NOT_BUILT_(line, text, reason)
#define CASE_NOT_BUILT(text, reason) CASE_NOT_BUILT__(__LINE__, text, reason)

/* Cases whose expectation one of the compilers' own runtimes does not meet. */
#ifdef __clang__
#define CASE_NOT_LIBOMP CASE_NOT_STOCK
#define CASE_NOT_LIBGOMP(name, text, reason) CASE(name, text)
#else
#define CASE_NOT_LIBOMP(name, text, reason) CASE(name, text)
#define CASE_NOT_LIBGOMP CASE_NOT_STOCK
#endif

#define PRAGMA(...) PRAGMA_(omp __VA_ARGS__)
#define PRAGMA_(...) _Pragma(#__VA_ARGS__)

static int cases_main(int n_arguments, char** arguments) {
  int table = 0, stock = 0;
  const char* behind = NULL;
  for (int i = 1; i < n_arguments; i++) {
    table |= strcmp(arguments[i], "table") == 0;
    stock |= strcmp(arguments[i], "stock") == 0;
    if (strcmp(arguments[i], "behind") == 0 && i + 1 < n_arguments) behind = arguments[++i];
  }
  for (int i = 0; i < n_cases_; i++) {
    const test_case* it = &cases_[i];
    if (behind) {
      if (strcmp(behind, it->text) == 0) behind = NULL;
      continue;
    }
    const int is_run = it->run && !(stock && it->reason);
    if (table) {
      printf("case\t%s\t%s\n", it->text, is_run ? "" : it->reason);
      fflush(stdout);
    }
    if (!is_run) continue;
    const int failures = check_failures;
    it->run();
    if (check_failures > failures) printf("in case `%s`\n", it->text);
    if (table) printf("done\t%s\n", check_failures > failures ? "failed" : "passed");
  }
  return check_finish();
}

#endif
