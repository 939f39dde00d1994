/* SPDX-License-Identifier: Apache-2.0
 *
 * HOG's data, and what is done to a block of cells.
 */
#ifndef RONDO_BENCH_HOG_HOG_H
#define RONDO_BENCH_HOG_HOG_H

enum {
  kCell = 8, /* pixels along a side */
  kAngles = 9,
  kFeatures = 4 * kAngles,
  kWindowWidth = 8, /* cells */
  kWindowHeight = 16,
};

typedef struct hog {
  long width, height, block; /* cells */
  long columns, rows;        /* of blocks */
  float* pixels;
  float (*histograms)[kAngles];
  float (*features)[kFeatures];
  float (*weights)[kFeatures]; /* of a window's features, row by row */
  double* scores;
  /* What depend clauses name: a block's histograms, features, scores, with room for neighbours that are not there. */
  unsigned char *has_histograms, *has_features, *has_scores;
} hog;

static inline unsigned char* block_of(const hog* at, unsigned char* tokens, long row, long column) {
  return tokens + row * (at->columns + 1) + column;
}

void hog_histograms(const hog* at, long row, long column);
void hog_features(const hog* at, long row, long column); /* reads histograms of the blocks to the right and below */
void hog_scores(const hog* at, long row, long column); /* reads features of one block to the right and two below */

#endif
