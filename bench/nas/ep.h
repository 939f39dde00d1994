/* SPDX-License-Identifier: Apache-2.0
 *
 * EP: pairs of Gaussian deviates, counted by square annuli. One iteration is all of them.
 */
#ifndef RONDO_BENCH_NAS_EP_H
#define RONDO_BENCH_NAS_EP_H

void ep_count(void* data, long part); /* the deviates of a part */

#define NAS_ITERATION(LOOP, data, parts) LOOP(parts, ep_count(data, part))

#endif
