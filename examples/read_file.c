/* SPDX-License-Identifier: Apache-2.0
 *
 * Reading with POSIX AIO: each block of a file is read by a detachable task and summed up by the next one, while other
 * blocks are on their way. No thread waits for the file: the threads of OpenMP look at what is pending when they have
 * nothing else to do, by a function that is registered with Rondo (rondo/poll.h).
 *
 *     $ gcc-12 -O2 -fopenmp $(pkg-config --cflags rondo) read_file.c -o read_file
 *     $ rondo run -- ./read_file
 */
#include <aio.h>
#include <errno.h>
#include <omp.h>
#include <rondo/poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { kBlocks = 32, kNumbers = 4096 };

typedef struct {
  struct aiocb control;
  omp_event_handle_t event;
  int is_pending; /* and control and event are written */
} request;

static request requests[kBlocks];
static int numbers[kBlocks][kNumbers];

/* The poll function: how many reads have ended since it was called last. */
static int look(void* data) {
  int n_ended = 0;
  for (request* asked = data; asked != (request*)data + kBlocks; asked++) {
    if (!__atomic_load_n(&asked->is_pending, __ATOMIC_ACQUIRE) || aio_error(&asked->control) == EINPROGRESS) continue;
    asked->is_pending = 0;
    omp_fulfill_event(asked->event);
    n_ended++;
  }
  return n_ended;
}

static void begin_reading(int file, int block, omp_event_handle_t event, rondo_poll* poll) {
  request* asked = &requests[block];
  asked->event = event;
  asked->control.aio_fildes = file;
  asked->control.aio_buf = numbers[block];
  asked->control.aio_nbytes = sizeof numbers[block];
  asked->control.aio_offset = (off_t)block * (off_t)sizeof numbers[block];
  rondo_poll_expect(poll, 1);
  if (aio_read(&asked->control) != 0) { /* nothing will end by itself */
    perror("aio_read");
    exit(1);
  }
  __atomic_store_n(&asked->is_pending, 1, __ATOMIC_RELEASE);
}

/* A file of the numbers from 0 on, that goes away with the program. */
static int make_file(void) {
  FILE* file = tmpfile();
  for (int i = 0; file != NULL && i < kBlocks * kNumbers; i++) fwrite(&i, sizeof i, 1, file);
  if (file == NULL || fflush(file) != 0) {
    perror("read_file");
    exit(1);
  }
  return fileno(file);
}

int main(void) {
  if (&rondo_poll_register == NULL) {
    puts("start this with `rondo run`");
    return 1;
  }
  const int file = make_file();
  rondo_poll* poll = rondo_poll_register(look, requests);
  long sum = 0;
#pragma omp parallel
#pragma omp single
  for (int block = 0; block < kBlocks; block++) {
    omp_event_handle_t event;
#pragma omp task detach(event) depend(out : numbers[block]) firstprivate(block)
    begin_reading(file, block, event, poll);
#pragma omp task depend(in : numbers[block]) firstprivate(block)
    {
      long part = aio_return(&requests[block].control) == sizeof numbers[block] ? 0 : -1;
      for (int i = 0; i < kNumbers; i++) part += numbers[block][i];
#pragma omp atomic
      sum += part;
    }
  }
  rondo_poll_unregister(poll);
  const long n = (long)kBlocks * kNumbers;
  puts(sum == n * (n - 1) / 2 ? "ok" : "wrong");
  return sum != n * (n - 1) / 2;
}
