/* SPDX-License-Identifier: Apache-2.0 */
#include "epcc/statistics.h"

#include <math.h>
#include <stdio.h>

#include "common/measure.h"

epcc_summary epcc_summarise(const double* samples, size_t n_samples) {
  epcc_summary summary = {measure_median(samples, n_samples), 0, 0, samples[0], samples[0], 0};
  for (size_t i = 0; i < n_samples; i++) {
    summary.mean += samples[i] / (double)n_samples;
    summary.minimum = fmin(summary.minimum, samples[i]);
    summary.maximum = fmax(summary.maximum, samples[i]);
  }
  double sum = 0;
  for (size_t i = 0; i < n_samples; i++) sum += (samples[i] - summary.mean) * (samples[i] - summary.mean);
  summary.deviation = n_samples > 1 ? sqrt(sum / (double)(n_samples - 1)) : 0;
  for (size_t i = 0; i < n_samples; i++) summary.n_outliers += fabs(samples[i] - summary.mean) > 3 * summary.deviation;
  return summary;
}

static void json_member(const char* name, const char* what, const char* unit, double value) {
  char member[96];
  snprintf(member, sizeof member, "%s%s_%s", name, what, unit);
  measure_json_real(member, value);
}

void epcc_json_overhead(const char* name, const char* unit, const epcc_summary* test, double typical) {
  json_member(name, "", unit, test->median - typical);
  json_member(name, "_mean", unit, test->mean - typical);
  json_member(name, "_deviation", unit, test->deviation);
  json_member(name, "_minimum", unit, test->minimum - typical);
  json_member(name, "_maximum", unit, test->maximum - typical);
  char member[96];
  snprintf(member, sizeof member, "%s_outliers", name);
  measure_json_integer(member, test->n_outliers);
}
