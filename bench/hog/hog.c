/* SPDX-License-Identifier: Apache-2.0
 *
 * HOG: a detector of objects by histograms of oriented gradients (Dalal and Triggs, 2005), over one image. An image of
 * 240 cells is 1920 x 1080 pixels. Of each block of cells the tasks are: the cells' histograms; features, each of
 * 2 x 2 cells, normalised together; scores of the windows that begin in the block, each of 8 x 16 cells.
 */
#include <math.h>

#include "common/measure.h"
#include "hog/hog.h"
#include "kernels/kernel.h"

#ifndef _OPENMP

/* Smooth shades with edges of all directions: what gradients of photographs look like. */
static float shade(long x, long y) {
  const double wave = sin(0.02 * (double)x) + sin(0.03 * (double)y + 0.00004 * (double)(x * y));
  const double edge = (x / 37 + y / 23) % 3;
  return (float)(wave + edge + 0.1 * kernel_number(x + 8192 * y));
}

static void* make(long width, long block) {
  if (block < kWindowWidth) measure_fail("hog: a block has at least %d cells along a side", kWindowWidth);
  hog* at = kernel_memory(sizeof *at);
  const long height = width * 9 / 16;
  const size_t cells = (size_t)(width * height);
  const long columns = width / block;
  const long rows = (height + block - 1) / block;
  const size_t tokens = (size_t)((columns + 1) * (rows + 2));
  const hog made = {.width = width,
                    .height = height,
                    .block = block,
                    .columns = columns,
                    .rows = rows,
                    .pixels = kernel_memory(cells * kCell * kCell * sizeof(float)),
                    .histograms = kernel_memory(cells * sizeof *at->histograms),
                    .features = kernel_memory(cells * sizeof *at->features),
                    .weights = kernel_memory((kWindowWidth - 1) * (kWindowHeight - 1) * sizeof *at->weights),
                    .scores = kernel_memory(cells * sizeof *at->scores),
                    .has_histograms = kernel_memory(tokens),
                    .has_features = kernel_memory(tokens),
                    .has_scores = kernel_memory(tokens)};
  for (long y = 0; y < height * kCell; y++)
    for (long x = 0; x < width * kCell; x++) made.pixels[y * width * kCell + x] = shade(x, y);
  for (long i = 0; i < (kWindowWidth - 1) * (kWindowHeight - 1); i++)
    for (long k = 0; k < kFeatures; k++) made.weights[i][k] = (float)(kernel_number(i * kFeatures + k) - 0.5);
  *at = made;
  return at;
}

static long least(long a, long b) { return a < b ? a : b; }
static long most(long a, long b) { return a > b ? a : b; }

/* The angle whose direction is closest to the gradient's, of nine in half a turn: a gradient counts as its opposite. */
static int angle_of(float x, float y) {
  static const float kCosine[kAngles] = {1,     0.93969262f,  0.76604444f, 0.5f, 0.17364818f, -0.17364818f,
                                         -0.5f, -0.76604444f, -0.93969262f};
  static const float kSine[kAngles] = {0,           0.34202014f, 0.64278761f, 0.86602540f, 0.98480775f,
                                       0.98480775f, 0.86602540f, 0.64278761f, 0.34202014f};
  int best = 0;
  float longest = -1;
  for (int i = 0; i < kAngles; i++) {
    const float along = fabsf(x * kCosine[i] + y * kSine[i]);
    best = along > longest ? i : best;
    longest = along > longest ? along : longest;
  }
  return best;
}

static void count_cell(const hog* at, long cell_x, long cell_y) {
  const float base = 0.01f * (float)block_of(at, at->has_histograms, cell_y / at->block, cell_x / at->block)[0];
  const long pitch = at->width * kCell;
  float* histogram = at->histograms[cell_y * at->width + cell_x];
  for (int i = 0; i < kAngles; i++) histogram[i] = base;
  for (long y = cell_y * kCell; y < (cell_y + 1) * kCell; y++) {
    const float* above = at->pixels + most(y - 1, 0) * pitch;
    const float* here = at->pixels + y * pitch;
    const float* below = at->pixels + least(y + 1, at->height * kCell - 1) * pitch;
    for (long x = cell_x * kCell; x < (cell_x + 1) * kCell; x++) {
      const float along_x = here[least(x + 1, pitch - 1)] - here[most(x - 1, 0)];
      const float along_y = below[x] - above[x];
      histogram[angle_of(along_x, along_y)] += sqrtf(along_x * along_x + along_y * along_y);
    }
  }
}

/* To length 1, about, for features that may all be 0. */
static void normalise(float* features) {
  float square = 1e-3f;
  for (int i = 0; i < kFeatures; i++) square += features[i] * features[i];
  const float scale = 1 / sqrtf(square);
  for (int i = 0; i < kFeatures; i++) features[i] *= scale;
}

/* On the last row and column there are no 2 x 2 cells. */
static void describe(const hog* at, long x, long y) {
  if (x + 1 >= at->width || y + 1 >= at->height) return;
  float* features = at->features[y * at->width + x];
  for (int i = 0; i < kFeatures; i++) {
    const int cell = i / kAngles;
    features[i] = at->histograms[(y + cell / 2) * at->width + x + cell % 2][i % kAngles];
  }
  normalise(features);
  for (int i = 0; i < kFeatures; i++) features[i] = fminf(features[i], 0.2f);
  normalise(features);
}

/* Where no window fits the score counts how often it was asked for. */
static void score(const hog* at, long x, long y) {
  double* kept = &at->scores[y * at->width + x];
  if (x + kWindowWidth > at->width || y + kWindowHeight > at->height) {
    *kept += 1;
    return;
  }
  float sums[kFeatures] = {0};
  for (long j = 0; j < kWindowHeight - 1; j++)
    for (long i = 0; i < kWindowWidth - 1; i++) {
      const float* features = at->features[(y + j) * at->width + x + i];
      const float* weights = at->weights[j * (kWindowWidth - 1) + i];
      for (int k = 0; k < kFeatures; k++) sums[k] += weights[k] * features[k];
    }
  double sum = 0;
  for (int k = 0; k < kFeatures; k++) sum += sums[k];
  *kept += sum;
}

static void for_cells(const hog* at, long row, long column, void (*of_cell)(const hog* at, long x, long y)) {
  for (long y = row * at->block; y < least((row + 1) * at->block, at->height); y++)
    for (long x = column * at->block; x < (column + 1) * at->block; x++) of_cell(at, x, y);
}

/* Histograms begin with another number in each iteration, and scores are added up: so a task that is left out, or that
 * runs too early or too late, is noticed. */
void hog_histograms(const hog* at, long row, long column) {
  block_of(at, at->has_histograms, row, column)[0]++;
  for_cells(at, row, column, count_cell);
}
void hog_features(const hog* at, long row, long column) { for_cells(at, row, column, describe); }
void hog_scores(const hog* at, long row, long column) { for_cells(at, row, column, score); }

static void for_blocks(const hog* at, void (*of_block)(const hog* at, long row, long column)) {
  for (long row = 0; row < at->rows; row++)
    for (long column = 0; column < at->columns; column++) of_block(at, row, column);
}

static void iterate(void* data) {
  const hog* at = data;
  for_blocks(at, hog_histograms);
  for_blocks(at, hog_features);
  for_blocks(at, hog_scores);
}

static const double* result(const void* data, size_t* n) {
  const hog* at = data;
  *n = (size_t)(at->width * at->height);
  return at->scores;
}

static long tasks(const void* data) {
  const hog* at = data;
  return 3 * at->rows * at->columns;
}

const kernel_blocks kernel_blocks_linked = {.name = "hog",
                                            .size = 240,
                                            .block = 16,
                                            .size_means = "cells along the image",
                                            .block_means = "cells along a block's side",
                                            .make = make,
                                            .iterate = iterate,
                                            .result = result,
                                            .tasks = tasks};
#else

static void share(void* data) {
  const hog* at = data;
#pragma omp for collapse(2) schedule(static)
  for (long row = 0; row < at->rows; row++)
    for (long column = 0; column < at->columns; column++) hog_histograms(at, row, column);
#pragma omp for collapse(2) schedule(static)
  for (long row = 0; row < at->rows; row++)
    for (long column = 0; column < at->columns; column++) hog_features(at, row, column);
#pragma omp for collapse(2) schedule(static)
  for (long row = 0; row < at->rows; row++)
    for (long column = 0; column < at->columns; column++) hog_scores(at, row, column);
}

static void create(const void* data) {
  const hog* at = data;
  const long rows = at->rows;
  const long columns = at->columns;
#include "hog/tasks.h"
}

const kernel_loops kernel_loops_linked = {share, create};
#endif
