/* SPDX-License-Identifier: Apache-2.0
 *
 * Routines that libgomp has since gcc 13, looked up as gcc 12 does not know them: the asynchronous copies, what is
 * mapped, names of devices, gfortran's notes about allocatable variables, and the interop construct of gcc 15.
 *
 * test: FLAGS -D_GNU_SOURCE
 * test: LEFT_OUT clang "clang's omp_target_ routines are in libomptarget, which programs for the host do not have"
 * test: NOT_STOCK gcc 'libgomp 12 does not have these routines yet'
 */
#include <dlfcn.h>
#include <omp.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "check.h"

static void* find(const char* name) {
  void* function = dlsym(RTLD_DEFAULT, name);
  if (function == NULL) {
    printf("%s is missing\n", name);
    exit(1);
  }
  return function;
}

typedef int memcpy_async(void*, const void*, size_t, size_t, size_t, int, int, int, omp_depend_t*);
typedef int memcpy_rect_async(void*, const void*, size_t, int, const size_t*, const size_t*, const size_t*,
                              const size_t*, const size_t*, int, int, int, omp_depend_t*);
typedef void* memset_async(void*, int, size_t, int, int, omp_depend_t*);

/* The copies are tasks: ordered by the dependence object with the tasks before and behind them. */
static void in_order(void) {
  memcpy_async* copy = (memcpy_async*)find("omp_target_memcpy_async");
  memcpy_rect_async* copy_rect = (memcpy_rect_async*)find("omp_target_memcpy_rect_async");
  memset_async* fill = (memset_async*)find("omp_target_memset_async");
  int a[100], b[100], c[100], seen_b = -1, seen_c = -1, seen_a = -1;
  memset(b, 0, sizeof b);
  memset(c, 0, sizeof c);
#pragma omp parallel
#pragma omp single
  {
    omp_depend_t object;
#pragma omp depobj(object) depend(inout : a)
#pragma omp task depend(out : a)
    {
      spin_for(20000);
      for (int i = 0; i < 100; i++) a[i] = i;
    }
    CHECK_EQ(copy(b, a, sizeof(int) * 50, sizeof(int) * 50, 0, 0, 0, 1, &object), 0);
    {
      /* The arrays end before the copy begins. */
      size_t volume[] = {2, 3}, to[] = {1, 4}, from[] = {3, 5}, shape[] = {10, 10};
      CHECK_EQ(copy_rect(c, a, sizeof(int), 2, volume, to, from, shape, shape, 0, 0, 1, &object), 0);
      memset(volume, 0x7f, sizeof volume);
      memset(to, 0x7f, sizeof to);
    }
#pragma omp task depend(inout : a)
    {
      seen_b = b[50] == 0 && b[99] == 49 && b[49] == 0;
      seen_c = c[14] == 35 && c[16] == 37 && c[24] == 45 && c[17] == 0;
    }
    CHECK(fill(a, 0, sizeof a, 0, 1, &object) == a);
#pragma omp task depend(in : a)
    seen_a = a[99];
#pragma omp taskwait
#pragma omp depobj(object) destroy
  }
  CHECK_EQ(seen_b, 1);
  CHECK_EQ(seen_c, 1);
  CHECK_EQ(seen_a, 0);

  CHECK_EQ(copy(b, a, sizeof a, 0, 0, 0, 0, 0, NULL), 0);
#pragma omp taskwait
  CHECK_EQ(b[99], 0);
  CHECK(copy(b, a, 4, 0, 0, 0, 55, 0, NULL) != 0);
}

static void questions(void) {
  int x = 0;
  CHECK(((void* (*)(const void*, int))find("omp_get_mapped_ptr"))(&x, 0) == &x);
  CHECK(((void* (*)(const void*, int))find("omp_get_mapped_ptr"))(&x, 7) == NULL);
  CHECK_EQ(((int (*)(const void*, size_t, int))find("omp_target_is_accessible"))(&x, sizeof x, 0), 1);
  const char* uid = ((const char* (*)(int))find("omp_get_uid_from_device"))(omp_get_initial_device());
  CHECK(uid != NULL);
  int (*device_of)(const char*) = (int (*)(const char*))find("omp_get_device_from_uid");
  CHECK_EQ(device_of(uid), omp_get_initial_device());
  CHECK(device_of("none of ours") < -1);
  CHECK(device_of(NULL) < -1);
  /* Texts of gfortran 16: their number of characters stands beside them, and no byte ends them. */
  const char* text = NULL;
  size_t length = 0;
  int (*device_of_text)(const char*, size_t) = (int (*)(const char*, size_t))find("omp_get_device_from_uid_");
  ((void (*)(const char**, size_t*, int32_t))find("omp_get_uid_from_device_"))(&text, &length, -1);
  CHECK(length > 1 && text != NULL && length == strlen(text));
  CHECK_EQ(device_of_text(text, length), omp_get_initial_device());
  CHECK(device_of_text(text, length - 1) < -1);
  ((void (*)(const char**, size_t*, int64_t))find("omp_get_uid_from_device_8_"))(&text, &length, 7);
  CHECK(length == 0 && text == NULL);
  int answer = 0;
  length = 1;
  ((void (*)(const char**, size_t*, intptr_t, int, int*))find("omp_get_interop_str_"))(&text, &length, 0, -4, &answer);
  CHECK(length == 0 && text == NULL && answer == -1);
  ((void (*)(const char**, size_t*, intptr_t, int))find("omp_get_interop_name_"))(&text, &length, 0, -3);
  CHECK(length == 6 && text != NULL && memcmp(text, "vendor", 6) == 0);
  CHECK(((void* (*)(void*))find("GOMP_target_map_indirect_ptr"))(&x) == &x);
  CHECK(((void* (*)(void*, int, size_t, int))find("omp_target_memset"))(&x, 1, sizeof x, 0) == &x);
  CHECK_EQ(x, 0x01010101);
}

static void notes(void) {
  void (*note)(void*) = (void (*)(void*))find("GOMP_add_alloc");
  bool (*is_noted)(void*) = (bool (*)(void*))find("GOMP_is_alloc");
  char blocks[3000];
  for (int i = 0; i < 3000; i++) note(&blocks[i]);
  note(NULL);
  for (int i = 2999; i >= 0; i -= 2) CHECK(is_noted(&blocks[i]));
  for (int i = 0; i < 3000; i++) CHECK_EQ(is_noted(&blocks[i]), i % 2 == 0);
  CHECK(!is_noted(NULL));
}

typedef void interop(int, int, void***, const int*, const char* const*, int, void* const*, int, void***, unsigned,
                     void**);

/* Objects are empty, and the construct has its place among tasks: with nowait as one of them. */
static void no_foreign_runtime(void) {
  interop* construct = (interop*)find("GOMP_interop");
  int written = 0, seen = 0, token = 0;
#pragma omp parallel
#pragma omp single
  {
    void *first = &seen, *second = &seen;
    void** objects[] = {&first, &second};
    const int kinds[] = {1, 2};
    void* depend[] = {(void*)1, (void*)1, &written};
#pragma omp task depend(out : written)
    {
      spin_for(20000);
      written = 1;
    }
    construct(-5, 2, objects, kinds, NULL, 0, NULL, 0, NULL, 0, depend); /* init(...) depend(inout: written) */
    CHECK_EQ(written, 1);
    CHECK(first == NULL && second == NULL);
    construct(-5, 0, NULL, NULL, NULL, 1, &first, 0, NULL, 0, NULL); /* use(first) */

#pragma omp task depend(out : written)
    {
      spin_for(20000);
      written = 2;
    }
    void* bridge[] = {(void*)2, (void*)2, &written, &token};
    second = &seen;
    construct(0, 0, NULL, NULL, NULL, 0, NULL, 1, &objects[1], 1, bridge); /* destroy(second) nowait */
    CHECK(second == NULL);
#pragma omp task depend(in : token)
    seen = written;
  }
  CHECK_EQ(seen, 2);
}

int main(void) {
  in_order();
  no_foreign_runtime();
  questions();
  notes();
  return check_finish();
}
