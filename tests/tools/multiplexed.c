/* SPDX-License-Identifier: Apache-2.0
 *
 * The checker as a tool that hands all events on to a second tool, which MULTIPLEXED_TOOL_LIBRARIES names: LLVM's
 * ompt-multiplex.h stands between Rondo and the two. This one's counts go to the file MULTIPLEXED_REPORT.
 */
#define _GNU_SOURCE
#define OMPT_MULTIPLEX_TOOL_NAME "MULTIPLEXED"
#define CHECKER_REPORT "MULTIPLEXED_REPORT"

#include <stdlib.h>
#include <strings.h>

#include <ompt-multiplex.h>

#include "checker.c"
