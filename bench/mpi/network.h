/* SPDX-License-Identifier: Apache-2.0
 *
 * A network that is slower than the memory which ranks of one machine share: network.c.
 */
#ifndef RONDO_BENCH_MPI_NETWORK_H
#define RONDO_BENCH_MPI_NETWORK_H

/* From now on a message is complete at its receiver not before `latency_ns` after it was sent. 0: as soon as it is
 * there, by the same code. Without a call, all is MPI's own. All ranks call it, with no message on its way. */
void network_set_latency(long long latency_ns);

#endif
