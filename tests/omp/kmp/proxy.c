/* SPDX-License-Identifier: Apache-2.0
 *
 * Proxy tasks of the KMP interface: their body starts something elsewhere, and they are complete when they are said to
 * be, by a thread of the team or by one that OpenMP knows nothing of.
 *
 * test: LEFT_OUT gcc 'libgomp has no __kmpc_ and kmp_ functions'
 */
#include <omp.h>
#include <pthread.h>
#include <stdint.h>
#include <unistd.h>

#include "check.h"

typedef int32_t entry(int32_t, void*);
typedef struct {
  void* shareds;
  entry* routine;
  int32_t part;
  void *data1, *data2;
  int number; /* the program's own */
} task;
typedef struct {
  intptr_t address;
  size_t bytes;
  unsigned char flags;
} dependence;

int32_t __kmpc_global_thread_num(void* place);
task* __kmpc_omp_task_alloc(void* place, int32_t gtid, int32_t flags, size_t bytes, size_t shared_bytes, entry*);
int32_t __kmpc_omp_task(void* place, int32_t gtid, task*);
int32_t __kmpc_omp_task_with_deps(void* place, int32_t gtid, task*, int32_t n, dependence*, int32_t, dependence*);
int32_t __kmpc_omp_taskwait(void* place, int32_t gtid);
void __kmpc_proxy_task_completed(int32_t gtid, task*);
void __kmpc_proxy_task_completed_ooo(task*);

enum { kTied = 1, kProxy = 16, kInOut = 3 };

static struct {
  int32_t reserved_1, flags, reserved_2, reserved_3;
  const char* source;
} place = {0, 2, 0, 0, ";proxy.c;proxy;1;1;;"};

static int finished[64];

static void* work_elsewhere(void* argument) {
  task* proxy = argument;
  usleep(1000);
  __atomic_store_n(&finished[proxy->number], 1, __ATOMIC_RELEASE);
  __kmpc_proxy_task_completed_ooo(proxy);
  return NULL;
}

static int32_t start_thread(int32_t gtid, void* argument) {
  (void)gtid;
  pthread_t thread;
  if (pthread_create(&thread, NULL, work_elsewhere, argument) != 0) abort();
  pthread_detach(thread);
  return 0;
}

static task* parked; /* whose completion its creator announces */
static int32_t park(int32_t gtid, void* argument) {
  (void)gtid;
  __atomic_store_n(&parked, argument, __ATOMIC_RELEASE);
  return 0;
}

static int seen_behind;
static int32_t behind(int32_t gtid, void* argument) {
  (void)gtid;
  seen_behind = finished[((task*)argument)->number];
  return 0;
}

static task* make(int32_t gtid, int32_t flags, entry* body, int number) {
  task* made = __kmpc_omp_task_alloc(&place, gtid, flags, sizeof *made, 0, body);
  made->number = number;
  return made;
}

int main(void) {
#pragma omp parallel
#pragma omp single
  {
    int32_t gtid = __kmpc_global_thread_num(&place);
    for (int i = 0; i < 64; i++) __kmpc_omp_task(&place, gtid, make(gtid, kTied | kProxy, start_thread, i));
    __kmpc_omp_taskwait(&place, gtid);
    for (int i = 0; i < 64; i++) CHECK_EQ(finished[i], 1);

    /* What depends on a proxy task waits for its completion. */
    finished[0] = 0;
    dependence on = {(intptr_t)finished, sizeof finished, kInOut};
    __kmpc_omp_task_with_deps(&place, gtid, make(gtid, kTied | kProxy, start_thread, 0), 1, &on, 0, NULL);
    __kmpc_omp_task_with_deps(&place, gtid, make(gtid, kTied, behind, 0), 1, &on, 0, NULL);
    __kmpc_omp_taskwait(&place, gtid);
    CHECK_EQ(seen_behind, 1);

    __kmpc_omp_task(&place, gtid, make(gtid, kTied | kProxy, park, 1));
    task* proxy = NULL;
    while ((proxy = __atomic_load_n(&parked, __ATOMIC_ACQUIRE)) == NULL) {
#pragma omp taskyield
    }
    __kmpc_proxy_task_completed(gtid, proxy);
    __kmpc_omp_taskwait(&place, gtid);
  }
  return check_finish();
}
