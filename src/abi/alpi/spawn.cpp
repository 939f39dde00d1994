// SPDX-License-Identifier: Apache-2.0
// See spawn.hpp.
#include "abi/alpi/spawn.hpp"

#include <csignal>
#include <cstdlib>
#include <new>

#include "abi/alpi/process.hpp"
#include "abi/alpi/types.hpp"
#include "abi/api.hpp"

// It has nothing to say yet, neither in ALPI nor here.
struct alpi_attr {
  uint64_t reserved;
};

namespace rondo::alpi {

struct Spawned {
  void (*body)(void*);
  void* body_args;
  void (*completion)(void*);
  void* completion_args;
  char label[16];  // as long as a thread's name
  // Under the lock; any thread.
  pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  pthread_cond_t has_changed = PTHREAD_COND_INITIALIZER;
  bool is_unblocked = false;
  uint64_t n_events = 0;
};

namespace {

void make_key() { pthread_key_create(&process.spawned_key, nullptr); }

// Over when the body is and no events are left. Only then is the task gone: who decreases its events may hold the
// lock.
void* run(void* argument) {
  auto* spawned = static_cast<Spawned*>(argument);
  if (spawned->label[0] != '\0') pthread_setname_np(pthread_self(), spawned->label);
  pthread_setspecific(process.spawned_key, spawned);
  spawned->body(spawned->body_args);
  pthread_mutex_lock(&spawned->lock);
  while (spawned->n_events != 0) pthread_cond_wait(&spawned->has_changed, &spawned->lock);
  pthread_mutex_unlock(&spawned->lock);
  pthread_setspecific(process.spawned_key, nullptr);
  spawned->completion(spawned->completion_args);
  pthread_cond_destroy(&spawned->has_changed);
  pthread_mutex_destroy(&spawned->lock);
  std::free(spawned);
  return nullptr;
}

// Signals are the program's threads' affair.
bool start_thread(Spawned& spawned) {
  process.key_once.run(make_key);
  sigset_t all, before;
  sigfillset(&all);
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) return false;
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_t thread;
  const bool is_started = pthread_create(&thread, &attributes, run, &spawned) == 0;
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  pthread_attr_destroy(&attributes);
  return is_started;
}

}  // namespace

Spawned* current_spawned() {
  process.key_once.run(make_key);
  return static_cast<Spawned*>(pthread_getspecific(process.spawned_key));
}

alpi_task* handle_of(Spawned& spawned) {
  return reinterpret_cast<alpi_task*>(reinterpret_cast<uintptr_t>(&spawned) | 1);
}

Spawned* spawned_of(alpi_task* handle) {
  const auto word = reinterpret_cast<uintptr_t>(handle);
  return (word & 1) == 0 ? nullptr : reinterpret_cast<Spawned*>(word & ~uintptr_t{1});
}

void block(Spawned& spawned) {
  pthread_mutex_lock(&spawned.lock);
  while (!spawned.is_unblocked) pthread_cond_wait(&spawned.has_changed, &spawned.lock);
  spawned.is_unblocked = false;
  pthread_mutex_unlock(&spawned.lock);
}

void unblock(Spawned& spawned) {
  pthread_mutex_lock(&spawned.lock);
  spawned.is_unblocked = true;
  pthread_cond_broadcast(&spawned.has_changed);
  pthread_mutex_unlock(&spawned.lock);
}

void add_events(Spawned& spawned, uint64_t n) {
  pthread_mutex_lock(&spawned.lock);
  spawned.n_events += n;
  pthread_mutex_unlock(&spawned.lock);
}

bool drop_events(Spawned& spawned, uint64_t n) {
  pthread_mutex_lock(&spawned.lock);
  const bool has_them = spawned.n_events >= n;
  if (has_them) spawned.n_events -= n;
  pthread_cond_broadcast(&spawned.has_changed);
  pthread_mutex_unlock(&spawned.lock);
  return has_them;
}

bool has_events(Spawned& spawned) {
  pthread_mutex_lock(&spawned.lock);
  const bool has_some = spawned.n_events != 0;
  pthread_mutex_unlock(&spawned.lock);
  return has_some;
}

}  // namespace rondo::alpi

using namespace rondo::alpi;

RONDO_API int alpi_task_spawn(void (*body)(void*), void* body_args, void (*completion_callback)(void*),
                              void* completion_args, const char* label, const alpi_attr*) {
  if (body == nullptr || completion_callback == nullptr) return ALPI_ERR_PARAMETER;
  void* memory = std::malloc(sizeof(Spawned));
  if (memory == nullptr) return ALPI_ERR_OUT_OF_MEMORY;
  auto* spawned = new (memory) Spawned{.body = body,
                                       .body_args = body_args,
                                       .completion = completion_callback,
                                       .completion_args = completion_args,
                                       .label = {}};
  for (size_t i = 0; label != nullptr && label[i] != '\0' && i + 1 < sizeof spawned->label; i++) {
    spawned->label[i] = label[i];
  }
  if (start_thread(*spawned)) return ALPI_SUCCESS;
  std::free(memory);
  return ALPI_ERR_OUT_OF_MEMORY;
}

RONDO_API int alpi_attr_create(alpi_attr** attr) {
  if (attr == nullptr) return ALPI_ERR_PARAMETER;
  *attr = static_cast<alpi_attr*>(std::calloc(1, sizeof(alpi_attr)));
  return *attr == nullptr ? ALPI_ERR_OUT_OF_MEMORY : ALPI_SUCCESS;
}

RONDO_API int alpi_attr_destroy(alpi_attr* attr) {
  if (attr == nullptr) return ALPI_ERR_PARAMETER;
  std::free(attr);
  return ALPI_SUCCESS;
}

RONDO_API int alpi_attr_init(alpi_attr* attr) {
  if (attr == nullptr) return ALPI_ERR_PARAMETER;
  *attr = {};
  return ALPI_SUCCESS;
}

RONDO_API int alpi_attr_size(uint64_t* size) {
  if (size == nullptr) return ALPI_ERR_PARAMETER;
  *size = sizeof(alpi_attr);
  return ALPI_SUCCESS;
}
