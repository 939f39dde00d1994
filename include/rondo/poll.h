/* SPDX-License-Identifier: Apache-2.0
 *
 * The poll service: operations that end outside of OpenMP (messages, files, timers, other event loops) are looked at
 * by the threads of OpenMP that have nothing else to do. Rondo starts no thread for this.
 *
 * A library registers a function, says how many operations it has begun, and the function returns how many of them
 * have ended since it was called last:
 *
 *     static int look(void* data) {                      the function: never blocks, and is short
 *       int n_ended = 0;
 *       for (each operation of data that has ended) {
 *         omp_fulfill_event(its event);                  the task that began it is complete
 *         n_ended++;
 *       }
 *       return n_ended;
 *     }
 *
 *     rondo_poll* poll = rondo_poll_register(look, data);
 *
 *     #pragma omp task detach(event) depend(out: buffer)
 *     {
 *       rondo_poll_expect(poll, 1);                      before the operation can end
 *       begin an operation on buffer that ends with event;
 *     }
 *
 * While something is pending for it, a function is called
 *   - by threads that look for work and find none, at waits of all kinds (barrier, taskwait, taskgroup, end of a
 *     region or of a replay), as long as they do not sleep;
 *   - then by one of the threads that sleep at such waits, between regions or before locks. It naps between two calls
 *     for an eighth of the time since an operation ended last (any one; or since the first one began), but at most
 *     1 ms. So the end of an operation is seen at most an eighth later than it could have been, plus the kernel's
 *     timer slack (50 us by default), and after a wait of 8 ms or more at most 1 ms later;
 *   - by threads that have work between two of their tasks, at most every 20 us. A task is never interrupted.
 * While nothing is pending no function is called, and threads sleep as they do without any.
 *
 * One function is called by one thread at a time; different functions may run at the same time. A function is called on
 * the stack of a thread that may hold locks and be in the middle of a wait. It may call omp_fulfill_event() and
 * functions of this header. It must not create tasks, wait for tasks or locks that a task may hold, start a parallel
 * region, or throw.
 *
 * Thread-safety: every function may be called from any thread, also from one that is not OpenMP's, and from functions
 * that are registered. A child of fork() has no functions: it registers its own. Errors: rondo_poll_register() returns
 * NULL; the others do not fail.
 *
 * When the program does not run on Rondo, the addresses of these functions are NULL.
 */
#ifndef RONDO_POLL_H
#define RONDO_POLL_H

#include <stdint.h>

#ifndef RONDO_OPTIONAL
#define RONDO_OPTIONAL __attribute__((weak))
#endif

#ifdef __cplusplus
extern "C" {
#endif
#ifndef RONDO_NOEXCEPT
#ifdef __cplusplus
#define RONDO_NOEXCEPT noexcept
#else
#define RONDO_NOEXCEPT
#endif
#endif

typedef struct rondo_poll rondo_poll;

/* Looks at what is pending. Returns how many operations have ended: Rondo subtracts them from what is expected. */
typedef int (*rondo_poll_function)(void* data);

/* From now on `function` is called with `data` while something is pending for it. NULL: 64 functions are registered
 * already, or `function` is NULL. */
RONDO_OPTIONAL rondo_poll* rondo_poll_register(rondo_poll_function function, void* data) RONDO_NOEXCEPT;

/* `n_operations` more are pending. Call it before the first of them can end. A negative number takes back operations
 * that will not be reported by the function, for example because they ended at once. */
RONDO_OPTIONAL void rondo_poll_expect(rondo_poll* poll, int64_t n_operations) RONDO_NOEXCEPT;

/* The function is not called any more; what was pending for it is forgotten. Waits until a call that is under way is
 * over, unless the function itself is the caller. `poll` is invalid afterwards; NULL has no effect. A library that may
 * be unloaded calls this before. */
RONDO_OPTIONAL void rondo_poll_unregister(rondo_poll* poll) RONDO_NOEXCEPT;

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* RONDO_POLL_H */
