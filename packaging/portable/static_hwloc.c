/* SPDX-License-Identifier: Apache-2.0
 *
 * What hwloc's archive needs to become a part of librondo (RONDO_STATIC_HWLOC, cmake/hwloc.cmake). Distributions
 * compile archives for executables, whose code takes the C library's variables by an address that is fixed at link
 * time. So librondo has hidden variables of these names, which get the C library's values when it is loaded. hwloc asks
 * udev only about devices, which Rondo does not look for: udev is not there.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

#define HIDDEN __attribute__((visibility("hidden")))

HIDDEN void* stdout;
HIDDEN void* stderr;
HIDDEN char* program_invocation_name;

/* Before the constructors of librondo itself, one of which may ask hwloc. */
__attribute__((constructor(101))) static void take_values(void) {
  static const struct {
    const char* name;
    void* variable;
  } values[] = {{"stdout", &stdout}, {"stderr", &stderr}, {"program_invocation_name", &program_invocation_name}};
  for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
    const void* value = dlsym(RTLD_DEFAULT, values[i].name);
    if (value != NULL) memcpy(values[i].variable, value, sizeof(void*));
  }
}

HIDDEN void* udev_new(void) { return NULL; }
HIDDEN void* udev_unref(void* udev) { return udev; }
HIDDEN void* udev_device_new_from_subsystem_sysname(void* udev, const char* subsystem, const char* name) {
  (void)udev, (void)subsystem, (void)name;
  return NULL;
}
HIDDEN const char* udev_device_get_property_value(void* device, const char* name) {
  (void)device, (void)name;
  return NULL;
}
HIDDEN void* udev_device_unref(void* device) { return device; }
