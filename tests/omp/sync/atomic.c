// SPDX-License-Identifier: Apache-2.0
//
// atomic: read, write, update, capture, compare on the usual types, with all threads on the same variables. long
// double and complex have no lock-free form: the compiler asks the runtime for a lock.
#include <omp.h>

#include "check.h"

enum { kRounds = 1000 };

int main(void) {
  const int rounds = TEST_SCALE(kRounds);
  const int threads = omp_get_max_threads();
  int number = 0;
  unsigned char byte = 0;
  short half = 0;
  long long wide = 0;
  float single = 0;
  double real = 0, product = 1;
  int bits = 0, flips = 0, maximum = -1, tickets = 0;
  long ticket_sum = 0;
#pragma omp parallel reduction(+ : ticket_sum)
  for (int i = 0; i < rounds; i++) {
#pragma omp atomic
    number++;
#pragma omp atomic update
    byte += 3;
#pragma omp atomic
    half -= 2;
#pragma omp atomic seq_cst
    wide += 1000000000000LL;
#pragma omp atomic
    single += 1;
#pragma omp atomic
    real += 0.5;
#pragma omp atomic
    product *= -1;
#pragma omp atomic
    bits |= 1 << (i % 20);
#pragma omp atomic
    flips ^= 0x55;
    int ticket;
#pragma omp atomic capture
    ticket = tickets++;
    ticket_sum += ticket;
    int candidate = (i * 37) % 1001;  // not const: gcc 14 to 16 refuse that in a compare
#pragma omp atomic compare
    if (maximum < candidate) {
      maximum = candidate;
    }
    int now;
#pragma omp atomic read
    now = number;
    CHECK(now > 0 && now <= threads * rounds);
  }
  const int n = threads * rounds;
  int expected_maximum = -1;
  for (int i = 0; i < rounds; i++)
    if (i * 37 % 1001 > expected_maximum) expected_maximum = i * 37 % 1001;
  CHECK_EQ(number, n);
  CHECK_EQ(byte, (unsigned char)(3 * n));
  CHECK_EQ(half, (short)(-2 * n));
  CHECK_EQ(wide, 1000000000000LL * n);
  CHECK(single == (float)n);
  CHECK(real == 0.5 * n);
  CHECK(product == (n % 2 ? -1 : 1));
  CHECK_EQ(bits, rounds >= 20 ? (1 << 20) - 1 : (1 << rounds) - 1);
  CHECK_EQ(flips, n % 2 ? 0x55 : 0);
  CHECK_EQ(tickets, n);
  CHECK_EQ(ticket_sum, (long)n * (n - 1) / 2);
  CHECK_EQ(maximum, expected_maximum);
  return check_finish();
}
