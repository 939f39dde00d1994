// SPDX-License-Identifier: Apache-2.0
//
// Collective operations: in a task each is MPI's non-blocking one, and a wait. All ranks have to begin the
// operations of a communicator in the same order, as MPI says: tasks that do so depend on each other, or have a
// communicator each.
#include "wrappers.h"

// The function with these parameters and arguments: COLLECTIVE(Name, Iname, (parameters), arguments...)
#define COLLECTIVE(name, iname, parameters, ...)                                         \
  int MPI_##name parameters {                                                            \
    if (!suspends()) return HOLDING(PMPI_##name(__VA_ARGS__));                           \
    MPI_Request request;                                                                 \
    return finish_one(PMPI_##iname(__VA_ARGS__, &request), &request, MPI_STATUS_IGNORE); \
  }

COLLECTIVE(Barrier, Ibarrier, (MPI_Comm comm), comm)
COLLECTIVE(Bcast, Ibcast, (void* buffer, int n, MPI_Datatype type, int root, MPI_Comm comm), buffer, n, type, root,
           comm)
COLLECTIVE(Reduce, Ireduce,
           (const void* sent, void* received, int n, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm), sent,
           received, n, type, op, root, comm)
COLLECTIVE(Allreduce, Iallreduce,
           (const void* sent, void* received, int n, MPI_Datatype type, MPI_Op op, MPI_Comm comm), sent, received, n,
           type, op, comm)
COLLECTIVE(Scan, Iscan, (const void* sent, void* received, int n, MPI_Datatype type, MPI_Op op, MPI_Comm comm), sent,
           received, n, type, op, comm)
COLLECTIVE(Exscan, Iexscan, (const void* sent, void* received, int n, MPI_Datatype type, MPI_Op op, MPI_Comm comm),
           sent, received, n, type, op, comm)
COLLECTIVE(Reduce_scatter, Ireduce_scatter,
           (const void* sent, void* received, const int ns[], MPI_Datatype type, MPI_Op op, MPI_Comm comm), sent,
           received, ns, type, op, comm)
COLLECTIVE(Reduce_scatter_block, Ireduce_scatter_block,
           (const void* sent, void* received, int n, MPI_Datatype type, MPI_Op op, MPI_Comm comm), sent, received, n,
           type, op, comm)
COLLECTIVE(Gather, Igather,
           (const void* sent, int n_sent, MPI_Datatype sent_type, void* received, int n_received,
            MPI_Datatype received_type, int root, MPI_Comm comm),
           sent, n_sent, sent_type, received, n_received, received_type, root, comm)
COLLECTIVE(Gatherv, Igatherv,
           (const void* sent, int n_sent, MPI_Datatype sent_type, void* received, const int ns_received[],
            const int offsets[], MPI_Datatype received_type, int root, MPI_Comm comm),
           sent, n_sent, sent_type, received, ns_received, offsets, received_type, root, comm)
COLLECTIVE(Scatter, Iscatter,
           (const void* sent, int n_sent, MPI_Datatype sent_type, void* received, int n_received,
            MPI_Datatype received_type, int root, MPI_Comm comm),
           sent, n_sent, sent_type, received, n_received, received_type, root, comm)
COLLECTIVE(Scatterv, Iscatterv,
           (const void* sent, const int ns_sent[], const int offsets[], MPI_Datatype sent_type, void* received,
            int n_received, MPI_Datatype received_type, int root, MPI_Comm comm),
           sent, ns_sent, offsets, sent_type, received, n_received, received_type, root, comm)
COLLECTIVE(Allgather, Iallgather,
           (const void* sent, int n_sent, MPI_Datatype sent_type, void* received, int n_received,
            MPI_Datatype received_type, MPI_Comm comm),
           sent, n_sent, sent_type, received, n_received, received_type, comm)
COLLECTIVE(Allgatherv, Iallgatherv,
           (const void* sent, int n_sent, MPI_Datatype sent_type, void* received, const int ns_received[],
            const int offsets[], MPI_Datatype received_type, MPI_Comm comm),
           sent, n_sent, sent_type, received, ns_received, offsets, received_type, comm)
COLLECTIVE(Alltoall, Ialltoall,
           (const void* sent, int n_sent, MPI_Datatype sent_type, void* received, int n_received,
            MPI_Datatype received_type, MPI_Comm comm),
           sent, n_sent, sent_type, received, n_received, received_type, comm)
COLLECTIVE(Alltoallv, Ialltoallv,
           (const void* sent, const int ns_sent[], const int sent_offsets[], MPI_Datatype sent_type, void* received,
            const int ns_received[], const int received_offsets[], MPI_Datatype received_type, MPI_Comm comm),
           sent, ns_sent, sent_offsets, sent_type, received, ns_received, received_offsets, received_type, comm)
COLLECTIVE(Alltoallw, Ialltoallw,
           (const void* sent, const int ns_sent[], const int sent_offsets[], const MPI_Datatype sent_types[],
            void* received, const int ns_received[], const int received_offsets[], const MPI_Datatype received_types[],
            MPI_Comm comm),
           sent, ns_sent, sent_offsets, sent_types, received, ns_received, received_offsets, received_types, comm)

// ---- Among neighbours --------------------------------------------------------------------------------------------

COLLECTIVE(Neighbor_allgather, Ineighbor_allgather,
           (const void* sent, int n_sent, MPI_Datatype sent_type, void* received, int n_received,
            MPI_Datatype received_type, MPI_Comm comm),
           sent, n_sent, sent_type, received, n_received, received_type, comm)
COLLECTIVE(Neighbor_allgatherv, Ineighbor_allgatherv,
           (const void* sent, int n_sent, MPI_Datatype sent_type, void* received, const int ns_received[],
            const int offsets[], MPI_Datatype received_type, MPI_Comm comm),
           sent, n_sent, sent_type, received, ns_received, offsets, received_type, comm)
COLLECTIVE(Neighbor_alltoall, Ineighbor_alltoall,
           (const void* sent, int n_sent, MPI_Datatype sent_type, void* received, int n_received,
            MPI_Datatype received_type, MPI_Comm comm),
           sent, n_sent, sent_type, received, n_received, received_type, comm)
COLLECTIVE(Neighbor_alltoallv, Ineighbor_alltoallv,
           (const void* sent, const int ns_sent[], const int sent_offsets[], MPI_Datatype sent_type, void* received,
            const int ns_received[], const int received_offsets[], MPI_Datatype received_type, MPI_Comm comm),
           sent, ns_sent, sent_offsets, sent_type, received, ns_received, received_offsets, received_type, comm)
COLLECTIVE(Neighbor_alltoallw, Ineighbor_alltoallw,
           (const void* sent, const int ns_sent[], const MPI_Aint sent_offsets[], const MPI_Datatype sent_types[],
            void* received, const int ns_received[], const MPI_Aint received_offsets[],
            const MPI_Datatype received_types[], MPI_Comm comm),
           sent, ns_sent, sent_offsets, sent_types, received, ns_received, received_offsets, received_types, comm)
