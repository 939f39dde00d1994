// SPDX-License-Identifier: Apache-2.0
//
// Names of pragmas that gcc has to know in its current run.
#pragma once

namespace rondo::gcc {

// For preprocessing: macros are expanded in the lines of our directives like in those of OpenMP's own, and in
// _Pragma. Without that gcc leaves the line of a pragma it does not know as it is.
void name_directives();

// For compiling: gcc ignores an OpenMP directive that it does not know, with a warning if an option asks for it. A
// misspelt directive of ours or of OpenMP's is refused instead, unless the command line has -Wno-unknown-pragmas.
void refuse_unknown_directives();

// For compiling: `#pragma rondo` lines in the rewritten text are the mistakes in directives. gcc reports them as its
// own: with the source line, in colour or as JSON as the user wishes, and counted for the exit status.
void read_reports();

}  // namespace rondo::gcc
