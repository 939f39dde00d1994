// SPDX-License-Identifier: Apache-2.0
//
// Messages, waits and probes. In a task each begins what MPI's function would do, looks once whether it is over, and
// blocks if not.
#include "rondo_mpi.h"
#include "wrappers.h"

#include <stdlib.h>
#include <string.h>

int finish(int result, int n, MPI_Request requests[], MPI_Status statuses[]) {
  if (result != MPI_SUCCESS) return result;
  int is_over = 0;
  result = PMPI_Testall(n, requests, &is_over, statuses);
  if (is_over || result != MPI_SUCCESS) return result;
  struct operation operation = {.n_requests = n, .requests = requests, .statuses = statuses};
  wait_for(&operation);
  return operation.result == MPI_SUCCESS || n == 1 ? operation.result : MPI_ERR_IN_STATUS;
}

int finish_one(int result, MPI_Request* request, MPI_Status* status) {
  return finish(result, 1, request, status == MPI_STATUS_IGNORE ? MPI_STATUSES_IGNORE : status);
}

// ---- Messages ----------------------------------------------------------------------------------------------------

int MPI_Send(const void* buffer, int n, MPI_Datatype type, int to, int tag, MPI_Comm comm) {
  if (!suspends()) return HOLDING(PMPI_Send(buffer, n, type, to, tag, comm));
  MPI_Request request;
  return finish_one(PMPI_Isend(buffer, n, type, to, tag, comm, &request), &request, MPI_STATUS_IGNORE);
}

int MPI_Ssend(const void* buffer, int n, MPI_Datatype type, int to, int tag, MPI_Comm comm) {
  if (!suspends()) return HOLDING(PMPI_Ssend(buffer, n, type, to, tag, comm));
  MPI_Request request;
  return finish_one(PMPI_Issend(buffer, n, type, to, tag, comm, &request), &request, MPI_STATUS_IGNORE);
}

int MPI_Rsend(const void* buffer, int n, MPI_Datatype type, int to, int tag, MPI_Comm comm) {
  if (!suspends()) return HOLDING(PMPI_Rsend(buffer, n, type, to, tag, comm));
  MPI_Request request;
  return finish_one(PMPI_Irsend(buffer, n, type, to, tag, comm, &request), &request, MPI_STATUS_IGNORE);
}

int MPI_Recv(void* buffer, int n, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Status* status) {
  if (!suspends()) return HOLDING(PMPI_Recv(buffer, n, type, from, tag, comm, status));
  MPI_Request request;
  return finish_one(PMPI_Irecv(buffer, n, type, from, tag, comm, &request), &request, status);
}

int MPI_Sendrecv(const void* sent, int n_sent, MPI_Datatype sent_type, int to, int sent_tag, void* received,
                 int n_received, MPI_Datatype received_type, int from, int received_tag, MPI_Comm comm,
                 MPI_Status* status) {
  if (!suspends())
    return HOLDING(PMPI_Sendrecv(sent, n_sent, sent_type, to, sent_tag, received, n_received, received_type, from,
                                 received_tag, comm, status));
  MPI_Request requests[2];
  MPI_Status statuses[2];
  int result = PMPI_Irecv(received, n_received, received_type, from, received_tag, comm, &requests[0]);
  if (result != MPI_SUCCESS) return result;
  result = finish(PMPI_Isend(sent, n_sent, sent_type, to, sent_tag, comm, &requests[1]), 2, requests, statuses);
  if (status != MPI_STATUS_IGNORE) *status = statuses[0];
  if (result != MPI_ERR_IN_STATUS) return result;
  return statuses[0].MPI_ERROR != MPI_SUCCESS ? statuses[0].MPI_ERROR : statuses[1].MPI_ERROR;
}

// What is sent has to leave the buffer before the other message comes: a packed copy, which matches any type.
int MPI_Sendrecv_replace(void* buffer, int n, MPI_Datatype type, int to, int sent_tag, int from, int received_tag,
                         MPI_Comm comm, MPI_Status* status) {
  if (!suspends())
    return HOLDING(PMPI_Sendrecv_replace(buffer, n, type, to, sent_tag, from, received_tag, comm, status));
  int n_bytes = 0, n_packed = 0;
  int result = PMPI_Pack_size(n, type, comm, &n_bytes);
  if (result != MPI_SUCCESS) return result;
  void* const packed = malloc((size_t)n_bytes + 1);
  if (packed == NULL) return PMPI_Sendrecv_replace(buffer, n, type, to, sent_tag, from, received_tag, comm, status);
  result = PMPI_Pack(buffer, n, type, packed, n_bytes, &n_packed, comm);
  if (result == MPI_SUCCESS)
    result =
        MPI_Sendrecv(packed, n_packed, MPI_PACKED, to, sent_tag, buffer, n, type, from, received_tag, comm, status);
  free(packed);
  return result;
}

int MPI_Mrecv(void* buffer, int n, MPI_Datatype type, MPI_Message* message, MPI_Status* status) {
  if (!suspends()) return HOLDING(PMPI_Mrecv(buffer, n, type, message, status));
  MPI_Request request;
  return finish_one(PMPI_Imrecv(buffer, n, type, message, &request), &request, status);
}

// ---- Waits -------------------------------------------------------------------------------------------------------

int MPI_Wait(MPI_Request* request, MPI_Status* status) {
  return suspends() ? finish_one(MPI_SUCCESS, request, status) : HOLDING(PMPI_Wait(request, status));
}

int MPI_Waitall(int n, MPI_Request requests[], MPI_Status statuses[]) {
  return suspends() ? finish(MPI_SUCCESS, n, requests, statuses) : HOLDING(PMPI_Waitall(n, requests, statuses));
}

// What MPI_Testany() and MPI_Testsome() are called with.
struct choice {
  int n;
  MPI_Request* requests;
  int* n_completed;  // NULL: one is enough
  int* completed;
  MPI_Status* statuses;
};

static bool is_one_over(struct operation* operation) {
  const struct choice* choice = operation->data;
  int is_over = 0;
  if (choice->n_completed == NULL) {
    operation->result = PMPI_Testany(choice->n, choice->requests, choice->completed, &is_over, choice->statuses);
  } else {
    operation->result =
        PMPI_Testsome(choice->n, choice->requests, choice->n_completed, choice->completed, choice->statuses);
    is_over = *choice->n_completed != 0;
  }
  return is_over != 0 || operation->result != MPI_SUCCESS;
}

static int finish_looking(bool (*look)(struct operation*), void* data) {
  struct operation operation = {.look = look, .data = data};
  if (!look(&operation)) wait_for(&operation);
  return operation.result;
}

int MPI_Waitany(int n, MPI_Request requests[], int* index, MPI_Status* status) {
  if (!suspends()) return HOLDING(PMPI_Waitany(n, requests, index, status));
  struct choice choice = {n, requests, NULL, index, status};
  return finish_looking(is_one_over, &choice);
}

int MPI_Waitsome(int n, MPI_Request requests[], int* n_completed, int completed[], MPI_Status statuses[]) {
  if (!suspends()) return HOLDING(PMPI_Waitsome(n, requests, n_completed, completed, statuses));
  struct choice choice = {n, requests, n_completed, completed, statuses};
  return finish_looking(is_one_over, &choice);
}

// ---- Probes ------------------------------------------------------------------------------------------------------

struct probe {
  int from, tag;
  MPI_Comm comm;
  MPI_Message* message;  // NULL: MPI_Probe()
  MPI_Status* status;
};

static bool is_there(struct operation* operation) {
  const struct probe* probe = operation->data;
  int is_there = 0;
  operation->result =
      probe->message == NULL
          ? PMPI_Iprobe(probe->from, probe->tag, probe->comm, &is_there, probe->status)
          : PMPI_Improbe(probe->from, probe->tag, probe->comm, &is_there, probe->message, probe->status);
  return is_there != 0 || operation->result != MPI_SUCCESS;
}

int MPI_Probe(int from, int tag, MPI_Comm comm, MPI_Status* status) {
  if (!suspends()) return HOLDING(PMPI_Probe(from, tag, comm, status));
  struct probe probe = {from, tag, comm, NULL, status};
  return finish_looking(is_there, &probe);
}

int MPI_Mprobe(int from, int tag, MPI_Comm comm, MPI_Message* message, MPI_Status* status) {
  if (!suspends()) return HOLDING(PMPI_Mprobe(from, tag, comm, message, status));
  struct probe probe = {from, tag, comm, message, status};
  return finish_looking(is_there, &probe);
}

// ---- The completion of the task ----------------------------------------------------------------------------------

// The task is over, and its requests have moved here.
static void release(struct operation* operation) {
  rondo_task_release(operation->data);
  free(operation);
}

int RONDO_Iwaitall(int n, MPI_Request requests[], MPI_Status* statuses) {
  if (!suspends()) return HOLDING(PMPI_Waitall(n, requests, statuses));
  int is_over = 0;
  const int result = PMPI_Testall(n, requests, &is_over, statuses);
  if (is_over || result != MPI_SUCCESS) return result;
  struct operation* operation = malloc(sizeof *operation + (size_t)n * sizeof(MPI_Request));
  void* const task = operation == NULL ? NULL : rondo_task_hold();
  if (task == NULL) {
    free(operation);
    return finish(MPI_SUCCESS, n, requests, statuses);
  }
  MPI_Request* const moved = (MPI_Request*)(operation + 1);
  memcpy(moved, requests, (size_t)n * sizeof(MPI_Request));
  *operation =
      (struct operation){.n_requests = n, .requests = moved, .statuses = statuses, .over = release, .data = task};
  for (int i = 0; i < n; i++) requests[i] = MPI_REQUEST_NULL;
  submit(operation);
  return MPI_SUCCESS;
}

int RONDO_Iwait(MPI_Request* request, MPI_Status* status) {
  return RONDO_Iwaitall(1, request, status == MPI_STATUS_IGNORE ? MPI_STATUSES_IGNORE : status);
}
