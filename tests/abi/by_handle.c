/* SPDX-License-Identifier: Apache-2.0
 *
 * Opens an OpenMP runtime by name and takes functions from the handle, as Python's ctypes and threadpoolctl do.
 * Arguments: LIBRARY NODE. Prints the file of the function found without and with the version node.
 */
#include <dlfcn.h>
#include <stdio.h>

static int report(const char* how, void* address) {
  Dl_info library;
  if (address == NULL || dladdr(address, &library) == 0) {
    printf("%s: not found\n", how);
    return 1;
  }
  printf("%s: %s %d\n", how, library.dli_fname, ((int (*)(void))address)());
  return 0;
}

int main(int argc, char** argv) {
  void* handle;
  if (argc != 3) {
    fprintf(stderr, "usage: by_handle LIBRARY NODE\n");
    return 2;
  }
  handle = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL) {
    printf("%s\n", dlerror());
    return 1;
  }
  return report("dlsym", dlsym(handle, "omp_get_num_threads")) |
         report("dlvsym", dlvsym(handle, "omp_get_num_threads", argv[2]));
}
