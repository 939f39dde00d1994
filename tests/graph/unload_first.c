// SPDX-License-Identifier: Apache-2.0
//
// A plugin of unload.c.
#define UNLOAD_AMOUNT 1
#include "graph/unload_plugin.h"
