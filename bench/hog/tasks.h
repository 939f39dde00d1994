/* SPDX-License-Identifier: Apache-2.0
 *
 * The loops that create HOG's tasks, of the data `at`, for `rows` times `columns` blocks. A file that is included: for
 * what the compiler knows, tasks have to stand in the region.
 *
 * The tasks of a block are created one after the other, from the last block to the first one: what a block reads, of
 * blocks to its right and below, has been created before.
 */
const long below = columns + 1;
for (long row = rows - 1; row >= 0; row--)
  for (long column = columns - 1; column >= 0; column--) {
    unsigned char* histograms = at->has_histograms + row * below + column;
    unsigned char* features = at->has_features + row * below + column;
    unsigned char* scores = at->has_scores + row * below + column;
#pragma omp task firstprivate(at, row, column) depend(out : histograms[0])
    hog_histograms(at, row, column);
#pragma omp task firstprivate(at, row, column) depend(out : features[0]) \
    depend(in : histograms[0], histograms[1], histograms[below], histograms[below + 1])
    hog_features(at, row, column);
#pragma omp task firstprivate(at, row, column) depend(inout : scores[0])                             \
    depend(in : features[0], features[1], features[below], features[below + 1], features[2 * below], \
               features[2 * below + 1])
    hog_scores(at, row, column);
  }
