// SPDX-License-Identifier: Apache-2.0
//
// The other plugin of unload.c: what it adds takes more code, so that its functions lie elsewhere.
#include <stdio.h>

static long amount(void) {
  char text[40];
  snprintf(text, sizeof text, "%.0f", 1000 * 0.25);
  return text[0] - '0' + text[1] - '0';
}
#define UNLOAD_AMOUNT amount()
#include "graph/unload_plugin.h"
