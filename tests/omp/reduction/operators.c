// SPDX-License-Identifier: Apache-2.0
//
// Every reduction operator on parallel, for and sections, several list items and types in one clause.
//
// test: QUICK
#include <omp.h>

#include "check.h"

enum { kN = 240 };

int main(void) {
  const int threads = omp_get_max_threads();
  for (int round = 0; round < 20; round++) {
    int sum = 7, difference = 3, low = 1 << 30, high = -1, all_bits = ~0, any_bits = 0, parity = 0, all = 1, any = 0;
    double product = 1;
    long long wide = 1LL << 40;
    unsigned char byte = 250;
    float small = 0.5f;
#pragma omp parallel for reduction(+ : sum, wide, byte, small) reduction(- : difference) reduction(* : product)      \
    reduction(min : low) reduction(max : high) reduction(& : all_bits) reduction(| : any_bits) reduction(^ : parity) \
    reduction(&& : all) reduction(|| : any) schedule(dynamic, 7)
    for (int i = 0; i < kN; i++) {
      sum += i;
      wide += 1LL << 33;
      byte += 1;
      small += 1;
      difference -= 2;
      product *= i % 2 ? 2 : 0.5;
      const int value = (i * 97 + round) % 1013;
      if (value < low) low = value;
      if (value > high) high = value;
      all_bits &= ~(1 << (i % 3));
      any_bits |= 1 << (i % 16);
      parity ^= i;
      all = all && i < kN;
      any = any || i == kN / 2;
    }
    int want_low = 1 << 30, want_high = -1, want_parity = 0;
    for (int i = 0; i < kN; i++) {
      const int value = (i * 97 + round) % 1013;
      want_low = value < want_low ? value : want_low;
      want_high = value > want_high ? value : want_high;
      want_parity ^= i;
    }
    CHECK_EQ(sum, 7 + kN * (kN - 1) / 2);
    CHECK_EQ(wide, (1LL << 40) + kN * (1LL << 33));
    CHECK_EQ(byte, (unsigned char)(250 + kN));
    CHECK(small == 0.5f + kN);
    CHECK_EQ(difference, 3 - 2 * kN);
    CHECK(product == 1);
    CHECK_EQ(low, want_low);
    CHECK_EQ(high, want_high);
    CHECK_EQ(all_bits, ~7);
    CHECK_EQ(any_bits, 0xffff);
    CHECK_EQ(parity, want_parity);
    CHECK_EQ(all, 1);
    CHECK_EQ(any, 1);

    int members = 10, logical = 1;
#pragma omp parallel reduction(+ : members) reduction(&& : logical)
    {
      members++;
      logical = logical && omp_get_thread_num() < threads;
    }
    CHECK_EQ(members, 10 + threads);
    CHECK_EQ(logical, 1);

    int in_sections = 0, maximum = -5;
#pragma omp parallel
    {
#pragma omp sections reduction(+ : in_sections) reduction(max : maximum)
      {
#pragma omp section
        in_sections += 1, maximum = maximum > 3 ? maximum : 3;
#pragma omp section
        in_sections += 2, maximum = maximum > 9 ? maximum : 9;
#pragma omp section
        in_sections += 4, maximum = maximum > 6 ? maximum : 6;
      }
      CHECK_EQ(in_sections, 7);
      CHECK_EQ(maximum, 9);
    }
  }
  return check_finish();
}
