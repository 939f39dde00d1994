/* SPDX-License-Identifier: Apache-2.0
 *
 * "cannot allocate memory in static TLS block": other libraries have taken nearly all of it before the OpenMP runtime
 * is loaded (https://github.com/dmlc/xgboost/issues/8488). Links no runtime, and loads the one that it is told, after
 * libraries that leave less than 128 bytes.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "complaints/complaint.h"

int main(int argc, char** argv) {
  static const int sizes[] = {1024, 512, 256, 128};
  char path[4096];
  const char* end = strrchr(argv[0], '/');
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    snprintf(path, sizeof path, "%.*s/hog%d.so", (int)(end - argv[0]), argv[0], sizes[i]);
    dlopen(path, RTLD_NOW);
  }
  void* runtime = dlopen(argc > 1 ? argv[1] : "libgomp.so.1", RTLD_NOW | RTLD_GLOBAL);
  report_outcome("static_tls", runtime ? "works" : strstr(dlerror(), "static TLS") ? "not loaded" : "not found");
  return 0;
}
