/* SPDX-License-Identifier: Apache-2.0
 *
 * The same sum on the same threads differs from run to run, because threads add their parts in the order in which they
 * arrive (https://github.com/dmlc/xgboost/issues/7313, https://github.com/microsoft/LightGBM/issues/2085). Prints how
 * many different results there were.
 */
#include "complaints/complaint.h"

enum { kElements = 10000, kMost = 2000 };

int main(int argc, char** argv) {
  static double x[kElements], sums[kMost], products[kMost];
  const long n = rounds(argc, argv, kMost);
  for (int i = 0; i < kElements; i++) x[i] = 1.0 / (1 + i);
  long different = 0;
  for (long i = 0; i < n; i++) {
    double sum = 0, product = 1;
#pragma omp parallel for num_threads(8) schedule(static) reduction(+ : sum) reduction(* : product)
    for (int k = 0; k < kElements; k++) {
      sum += x[k];
      product *= 1 + 1e-3 * x[k];
    }
    long same = 0;
    while (same < different && !(sums[same] == sum && products[same] == product)) same++;
    sums[same] = sum;
    products[same] = product;
    if (same == different) different++;
  }
  measure_json_begin("fixed_order", MEASURE_COMPILER, "");
  measure_json_integer("results", different);
  measure_json_end();
  return 0;
}
