/* SPDX-License-Identifier: Apache-2.0
 *
 * What a program needs to be its own tool: the result of ompt_start_tool(), OpenMP 5.2 section 19.2.1.
 */
#ifndef RONDO_TESTS_TOOLS_OWN_TOOL_H
#define RONDO_TESTS_TOOLS_OWN_TOOL_H

#include <stdint.h>

typedef void (*Function)(void);
typedef struct {
  int (*initialize)(Function (*lookup)(const char* name), int device, void* data);
  void (*finalize)(void* data);
  uint64_t data;
} Tool;

#endif
