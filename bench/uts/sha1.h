/* SPDX-License-Identifier: Apache-2.0
 *
 * The SHA-1 of one block (RFC 3174): all that a tree of UTS needs, since what it hashes is 20 or 24 bytes long. Written
 * here and not taken from a library: libraries pay for their generality as much as one such hash costs and use the
 * processor's SHA instructions where there are any, whereas the granularity of the published figures is that of plain
 * code, about 1500 instructions.
 */
#ifndef RONDO_BENCH_UTS_SHA1_H
#define RONDO_BENCH_UTS_SHA1_H

#include <stdint.h>

/* The digest of the first `n_words` words (at most 13) of a message of whole words, each the big-endian value of four
 * bytes. `digest` may be the message. */
void sha1_of_words(const uint32_t* message, int n_words, uint32_t digest[5]);

#endif
