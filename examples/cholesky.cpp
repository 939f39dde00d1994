// SPDX-License-Identifier: Apache-2.0
//
// A task graph of four kinds of tasks: Cholesky factorisation by tiles, of one matrix after the other. The graph is
// recorded with the first matrix.
//
//     $ rondo-c++ -O2 cholesky.cpp -o cholesky
//     $ ./cholesky
#include <cmath>
#include <cstdio>
#include <vector>

constexpr int kSize = 16, kTiles = 8, kMatrices = 20, kRows = kSize * kTiles;
using Tile = double[kSize][kSize];

static void factor(Tile& a) {
  for (int j = 0; j < kSize; j++) {
    for (int k = 0; k < j; k++) a[j][j] -= a[j][k] * a[j][k];
    a[j][j] = std::sqrt(a[j][j]);
    for (int i = j + 1; i < kSize; i++) {
      for (int k = 0; k < j; k++) a[i][j] -= a[i][k] * a[j][k];
      a[i][j] /= a[j][j];
    }
  }
}

static void solve(const Tile& l, Tile& b) {
  for (auto& row : b)
    for (int j = 0; j < kSize; j++) {
      for (int k = 0; k < j; k++) row[j] -= row[k] * l[j][k];
      row[j] /= l[j][j];
    }
}

static void update(const Tile& a, const Tile& b, Tile& c) {
  for (int i = 0; i < kSize; i++)
    for (int j = 0; j < kSize; j++)
      for (int k = 0; k < kSize; k++) c[i][j] -= a[i][k] * b[j][k];
}

static void cholesky(Tile (*t)[kTiles]) {
#pragma omp taskgraph
  for (int k = 0; k < kTiles; k++) {
#pragma omp task depend(inout : t[k][k])
    factor(t[k][k]);
    for (int i = k + 1; i < kTiles; i++) {
#pragma omp task depend(in : t[k][k]) depend(inout : t[i][k])
      solve(t[k][k], t[i][k]);
    }
    for (int i = k + 1; i < kTiles; i++)
      for (int j = k + 1; j <= i; j++) {
#pragma omp task depend(in : t[i][k], t[j][k]) depend(inout : t[i][j])
        update(t[i][k], t[j][k], t[i][j]);
      }
  }
}

int main() {
  double worst = 0;
  std::vector<double> memory(kRows * kRows);
  const auto t = reinterpret_cast<Tile(*)[kTiles]>(memory.data());
  const auto at = [t](int i, int j) -> double& { return t[i / kSize][j / kSize][i % kSize][j % kSize]; };
#pragma omp parallel
#pragma omp single
  for (int m = 0; m < kMatrices; m++) {
    for (int i = 0; i < kRows; i++)
      for (int j = 0; j < kRows; j++) at(i, j) = i == j ? kRows + m : 1.0 / (1 + i + j);
    cholesky(t);
    for (int i = 0; i < kRows; i++)  // L times its transpose is the matrix
      for (int j = 0; j <= i; j++) {
        double sum = 0;
        for (int k = 0; k <= j; k++) sum += at(i, k) * at(j, k);
        worst = std::fmax(worst, std::fabs(sum - (i == j ? kRows + m : 1.0 / (1 + i + j))));
      }
  }
  std::printf("largest difference %.1e\n%s\n", worst, worst < 1e-10 ? "ok" : "wrong");
  return worst < 1e-10 ? 0 : 1;
}
