/* SPDX-License-Identifier: Apache-2.0
 *
 * The statistics of the EPCC microbenchmarks: a test and its reference are each timed some number of times, outer
 * repetitions, of which a mean, a deviation and the outliers are told; an overhead is what a test takes more than its
 * reference on average. The median is ours: on a machine that others use, too, it is what can be repeated.
 */
#ifndef RONDO_BENCH_EPCC_STATISTICS_H
#define RONDO_BENCH_EPCC_STATISTICS_H

#include <stddef.h>

typedef struct epcc_summary {
  double median;
  double mean;
  double deviation; /* the standard deviation of a sample */
  double minimum;
  double maximum;
  int n_outliers; /* further than three deviations from the mean */
} epcc_summary;

epcc_summary epcc_summarise(const double* samples, size_t n_samples);

/* Members of the JSON line: NAME_UNIT is the median overhead, NAME_mean_UNIT and so on the others. What a summary says
 * of the test is shifted by what is `typical` of its reference. */
void epcc_json_overhead(const char* name, const char* unit, const epcc_summary* test, double typical);

#endif
