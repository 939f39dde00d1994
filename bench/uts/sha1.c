/* SPDX-License-Identifier: Apache-2.0
 *
 * SHA-1 of one block; see sha1.h. The names are those of RFC 3174.
 */
#include "uts/sha1.h"

static inline uint32_t rotate_left(uint32_t value, int bits) { return value << bits | value >> (32 - bits); }

static inline uint32_t choose(uint32_t b, uint32_t c, uint32_t d) { return d ^ (b & (c ^ d)); }
static inline uint32_t parity(uint32_t b, uint32_t c, uint32_t d) { return b ^ c ^ d; }
static inline uint32_t majority(uint32_t b, uint32_t c, uint32_t d) { return (b & c) | (d & (b | c)); }

/* Only the last sixteen words of the schedule are ever looked at: it is kept in a ring. */
static inline uint32_t scheduled_word(uint32_t ring[16], int t) {
  if (t < 16) return ring[t];
  const uint32_t word = ring[(t - 3) & 15] ^ ring[(t - 8) & 15] ^ ring[(t - 14) & 15] ^ ring[t & 15];
  return ring[t & 15] = rotate_left(word, 1);
}

#define ROUNDS(from, to, function, constant)                                                                \
  _Pragma("GCC unroll 20") for (int t = from; t < to; t++) {                                                \
    const uint32_t next = rotate_left(a, 5) + function(b, c, d) + e + scheduled_word(ring, t) + (constant); \
    e = d;                                                                                                  \
    d = c;                                                                                                  \
    c = rotate_left(b, 30);                                                                                 \
    b = a;                                                                                                  \
    a = next;                                                                                               \
  }

void sha1_of_words(const uint32_t* message, int n_words, uint32_t digest[5]) {
  uint32_t ring[16] = {0};
  for (int i = 0; i < n_words; i++) ring[i] = message[i];
  ring[n_words] = 0x80000000u;
  ring[15] = 32u * (uint32_t)n_words; /* bits */

  static const uint32_t start[5] = {0x67452301u, 0xefcdab89u, 0x98badcfeu, 0x10325476u, 0xc3d2e1f0u};
  uint32_t a = start[0];
  uint32_t b = start[1];
  uint32_t c = start[2];
  uint32_t d = start[3];
  uint32_t e = start[4];
  ROUNDS(0, 20, choose, 0x5a827999u)
  ROUNDS(20, 40, parity, 0x6ed9eba1u)
  ROUNDS(40, 60, majority, 0x8f1bbcdcu)
  ROUNDS(60, 80, parity, 0xca62c1d6u)
  digest[0] = start[0] + a;
  digest[1] = start[1] + b;
  digest[2] = start[2] + c;
  digest[3] = start[3] + d;
  digest[4] = start[4] + e;
}
