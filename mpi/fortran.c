// SPDX-License-Identifier: Apache-2.0
//
// The same functions for Fortran (mpif.h, `use mpi` and `use mpi_f08`), under the names that gfortran, flang and ifx
// call: mpi_recv_, and mpi_recv_f08_. MPICH's Fortran library calls most C functions by their MPI_ names, so it comes
// through those of the other files; only what mpi_f08 declares without a buffer calls PMPI_ names. Open MPI's calls
// nothing but PMPI_ names: here is an own function for each.
//
// All arguments are addresses. A blocking function calls Fortran's non-blocking one with the same arguments, so that
// Fortran's constants, handles and array descriptors stay the MPI library's affair; only requests are converted.
#include "rondo_mpi.h"
#include "wrappers.h"

#include <stdlib.h>

// An address of a status of Fortran, which is C's, integer by integer, in both MPI libraries.
#ifdef OPEN_MPI
extern char mpi_fortran_status_ignore_[] __attribute__((weak));
extern char mpi_fortran_statuses_ignore_[] __attribute__((weak));
static bool is_ignored(const void* status) {
  return status == mpi_fortran_status_ignore_ || status == mpi_fortran_statuses_ignore_;
}
#else
static bool is_ignored(const void* status) {
  return status == MPI_F_STATUS_IGNORE || status == MPI_F_STATUSES_IGNORE || status == MPI_F08_STATUS_IGNORE ||
         status == MPI_F08_STATUSES_IGNORE;
}
#endif
static MPI_Status* status_of(void* status) { return is_ignored(status) ? MPI_STATUS_IGNORE : status; }
static MPI_Status* statuses_of(void* statuses) { return is_ignored(statuses) ? MPI_STATUSES_IGNORE : statuses; }

// In the module mpi_f08 the last argument is optional.
static void set(MPI_Fint* error, int result) {
  if (error != NULL) *error = result;
}

// C's requests, in memory that free() takes; NULL without memory.
static MPI_Request* requests_of(int n, const MPI_Fint* requests) {
  MPI_Request* const own = malloc((size_t)(n < 1 ? 1 : n) * sizeof *own);
  for (int i = 0; own != NULL && i < n; i++) own[i] = PMPI_Request_f2c(requests[i]);
  return own;
}

static int give_back(int n, MPI_Request* own, MPI_Fint* requests, int result) {
  for (int i = 0; i < n; i++) requests[i] = PMPI_Request_c2f(own[i]);
  free(own);
  return result;
}

// ---- Requests bound to tasks: call RONDO_Iwait(request, status, ierror) ------------------------------------------

void rondo_iwaitall_(const MPI_Fint* n, MPI_Fint* requests, void* statuses, MPI_Fint* error) {
  MPI_Request* const own = requests_of(*n, requests);
  if (own == NULL) return set(error, MPI_ERR_NO_MEM);
  set(error, give_back(*n, own, requests, RONDO_Iwaitall(*n, own, statuses_of(statuses))));
}

void rondo_iwait_(MPI_Fint* request, void* status, MPI_Fint* error) {
  MPI_Request own = PMPI_Request_f2c(*request);
  set(error, RONDO_Iwait(&own, status_of(status)));
  *request = PMPI_Request_c2f(own);
}

// ---- Beginning, end, waits and probes: C's functions do it -------------------------------------------------------

static void begin(MPI_Fint* error) { set(error, MPI_Init(NULL, NULL)); }

static void begin_threads(const MPI_Fint* required, MPI_Fint* provided, MPI_Fint* error) {
  set(error, MPI_Init_thread(NULL, NULL, *required, provided));
}

static void end(MPI_Fint* error) { set(error, MPI_Finalize()); }

static void wait_one(MPI_Fint* request, void* status, MPI_Fint* error) {
  MPI_Request own = PMPI_Request_f2c(*request);
  set(error, MPI_Wait(&own, status_of(status)));
  *request = PMPI_Request_c2f(own);
}

static void wait_all(const MPI_Fint* n, MPI_Fint* requests, void* statuses, MPI_Fint* error) {
  MPI_Request* const own = requests_of(*n, requests);
  if (own == NULL) return set(error, MPI_ERR_NO_MEM);
  set(error, give_back(*n, own, requests, MPI_Waitall(*n, own, statuses_of(statuses))));
}

// Fortran counts from one.
static void wait_any(const MPI_Fint* n, MPI_Fint* requests, MPI_Fint* index, void* status, MPI_Fint* error) {
  MPI_Request* const own = requests_of(*n, requests);
  if (own == NULL) return set(error, MPI_ERR_NO_MEM);
  set(error, give_back(*n, own, requests, MPI_Waitany(*n, own, index, status_of(status))));
  if (*index != MPI_UNDEFINED) *index += 1;
}

static void wait_some(const MPI_Fint* n, MPI_Fint* requests, MPI_Fint* n_completed, MPI_Fint* completed, void* statuses,
                      MPI_Fint* error) {
  MPI_Request* const own = requests_of(*n, requests);
  if (own == NULL) return set(error, MPI_ERR_NO_MEM);
  set(error, give_back(*n, own, requests, MPI_Waitsome(*n, own, n_completed, completed, statuses_of(statuses))));
  for (int i = 0; *n_completed != MPI_UNDEFINED && i < *n_completed; i++) completed[i] += 1;
}

static void probe(const MPI_Fint* from, const MPI_Fint* tag, const MPI_Fint* comm, void* status, MPI_Fint* error) {
  set(error, MPI_Probe(*from, *tag, PMPI_Comm_f2c(*comm), status_of(status)));
}

static void match(const MPI_Fint* from, const MPI_Fint* tag, const MPI_Fint* comm, MPI_Fint* message, void* status,
                  MPI_Fint* error) {
  MPI_Message own;
  const int result = MPI_Mprobe(*from, *tag, PMPI_Comm_f2c(*comm), &own, status_of(status));
  if (result == MPI_SUCCESS) *message = PMPI_Message_c2f(own);
  set(error, result);
}

static void meet(const MPI_Fint* comm, MPI_Fint* error) { set(error, MPI_Barrier(PMPI_Comm_f2c(*comm))); }

#ifdef OPEN_MPI
#define DEFINE(name, function)                                                 \
  extern __typeof__(function) mpi_##name##_ __attribute__((alias(#function))); \
  extern __typeof__(function) mpi_##name##_f08_ __attribute__((alias(#function)));
#else
#define DEFINE(name, function) extern __typeof__(function) mpi_##name##_f08_ __attribute__((alias(#function)));
#endif

DEFINE(init, begin)
DEFINE(init_thread, begin_threads)
DEFINE(finalize, end)
DEFINE(wait, wait_one)
DEFINE(waitall, wait_all)
DEFINE(waitany, wait_any)
DEFINE(waitsome, wait_some)
DEFINE(probe, probe)
DEFINE(mprobe, match)
DEFINE(barrier, meet)

#ifdef OPEN_MPI

// ---- Messages and collective operations --------------------------------------------------------------------------

// clang-format off
#define PARAMETERS_1 void* a
#define PARAMETERS_5 PARAMETERS_1, void* b, void* c, void* d, void* e
#define PARAMETERS_6 PARAMETERS_5, void* f
#define PARAMETERS_7 PARAMETERS_6, void* g
#define PARAMETERS_8 PARAMETERS_7, void* h
#define PARAMETERS_9 PARAMETERS_8, void* i
#define PARAMETERS_4 PARAMETERS_1, void* b, void* c, void* d
#define ARGUMENTS_1 a
#define ARGUMENTS_4 ARGUMENTS_1, b, c, d
#define ARGUMENTS_5 ARGUMENTS_4, e
#define ARGUMENTS_6 ARGUMENTS_5, f
#define ARGUMENTS_7 ARGUMENTS_6, g
#define ARGUMENTS_8 ARGUMENTS_7, h
#define ARGUMENTS_9 ARGUMENTS_8, i
// clang-format on
#define WEAK __attribute__((weak))
#define HOLDING_VOID(call) (begin_hold(__builtin_return_address(0)), call, (void)end_hold(MPI_SUCCESS))

static int finish_fortran(MPI_Fint error, MPI_Fint request, void* status) {
  MPI_Request own = error == MPI_SUCCESS ? PMPI_Request_f2c(request) : MPI_REQUEST_NULL;
  return finish_one(error, &own, status_of(status));
}

// Without a status: n arguments before the error.
#define PLAIN(name, n, suffix)                                                       \
  WEAK void pmpi_##name##suffix(PARAMETERS_##n, MPI_Fint* error);                    \
  WEAK void pmpi_i##name##suffix(PARAMETERS_##n, MPI_Fint* request, MPI_Fint*);      \
  void mpi_##name##suffix(PARAMETERS_##n, MPI_Fint* error) {                         \
    if (!suspends()) return HOLDING_VOID(pmpi_##name##suffix(ARGUMENTS_##n, error)); \
    MPI_Fint request = 0, begun = MPI_SUCCESS;                                       \
    pmpi_i##name##suffix(ARGUMENTS_##n, &request, &begun);                           \
    set(error, finish_fortran(begun, request, mpi_fortran_status_ignore_));          \
  }

#define WITH_STATUS(name, n, suffix)                                                         \
  WEAK void pmpi_##name##suffix(PARAMETERS_##n, void* status, MPI_Fint* error);              \
  WEAK void pmpi_i##name##suffix(PARAMETERS_##n, MPI_Fint* request, MPI_Fint*);              \
  void mpi_##name##suffix(PARAMETERS_##n, void* status, MPI_Fint* error) {                   \
    if (!suspends()) return HOLDING_VOID(pmpi_##name##suffix(ARGUMENTS_##n, status, error)); \
    MPI_Fint request = 0, begun = MPI_SUCCESS;                                               \
    pmpi_i##name##suffix(ARGUMENTS_##n, &request, &begun);                                   \
    set(error, finish_fortran(begun, request, status));                                      \
  }

#define SENDRECV(suffix)                                                                                              \
  WEAK void pmpi_sendrecv##suffix(void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, void*, \
                                  MPI_Fint*);                                                                         \
  void mpi_sendrecv##suffix(void* sent, void* n_sent, void* sent_type, void* to, void* sent_tag, void* received,      \
                            void* n_received, void* received_type, void* from, void* received_tag, void* comm,        \
                            void* status, MPI_Fint* error) {                                                          \
    if (!suspends())                                                                                                  \
      return HOLDING_VOID(pmpi_sendrecv##suffix(sent, n_sent, sent_type, to, sent_tag, received, n_received,          \
                                                received_type, from, received_tag, comm, status, error));             \
    MPI_Fint requests[2], begun = MPI_SUCCESS;                                                                        \
    pmpi_irecv##suffix(received, n_received, received_type, from, received_tag, comm, &requests[0], &begun);          \
    if (begun != MPI_SUCCESS) return set(error, begun);                                                               \
    pmpi_isend##suffix(sent, n_sent, sent_type, to, sent_tag, comm, &requests[1], &begun);                            \
    const int sent_well = finish_fortran(begun, requests[1], mpi_fortran_status_ignore_);                             \
    const int received_well = finish_fortran(MPI_SUCCESS, requests[0], status);                                       \
    set(error, received_well != MPI_SUCCESS ? received_well : sent_well);                                             \
  }

#define ALL(suffix)                      \
  PLAIN(send, 6, suffix)                 \
  PLAIN(ssend, 6, suffix)                \
  PLAIN(rsend, 6, suffix)                \
  WITH_STATUS(recv, 6, suffix)           \
  WITH_STATUS(mrecv, 4, suffix)          \
  SENDRECV(suffix)                       \
  PLAIN(bcast, 5, suffix)                \
  PLAIN(reduce, 7, suffix)               \
  PLAIN(allreduce, 6, suffix)            \
  PLAIN(scan, 6, suffix)                 \
  PLAIN(exscan, 6, suffix)               \
  PLAIN(reduce_scatter, 6, suffix)       \
  PLAIN(reduce_scatter_block, 6, suffix) \
  PLAIN(gather, 8, suffix)               \
  PLAIN(gatherv, 9, suffix)              \
  PLAIN(scatter, 8, suffix)              \
  PLAIN(scatterv, 9, suffix)             \
  PLAIN(allgather, 7, suffix)            \
  PLAIN(allgatherv, 8, suffix)           \
  PLAIN(alltoall, 7, suffix)             \
  PLAIN(alltoallv, 9, suffix)            \
  PLAIN(alltoallw, 9, suffix)            \
  PLAIN(neighbor_allgather, 7, suffix)   \
  PLAIN(neighbor_allgatherv, 8, suffix)  \
  PLAIN(neighbor_alltoall, 7, suffix)    \
  PLAIN(neighbor_alltoallv, 9, suffix)   \
  PLAIN(neighbor_alltoallw, 9, suffix)

ALL(_)
ALL(_f08_)

extern char mpi_fortran_bottom_[] WEAK;

static void exchange(void* buffer, const MPI_Fint* n, const MPI_Fint* type, const MPI_Fint* to,
                     const MPI_Fint* sent_tag, const MPI_Fint* from, const MPI_Fint* received_tag, const MPI_Fint* comm,
                     void* status, MPI_Fint* error) {
  set(error, MPI_Sendrecv_replace(buffer == mpi_fortran_bottom_ ? MPI_BOTTOM : buffer, *n, PMPI_Type_f2c(*type), *to,
                                  *sent_tag, *from, *received_tag, PMPI_Comm_f2c(*comm), status_of(status)));
}

DEFINE(sendrecv_replace, exchange)

#endif
