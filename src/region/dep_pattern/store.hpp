// SPDX-License-Identifier: Apache-2.0
//
// Patterns to and from files: on request, and around the process where RONDO_PATTERNS names a file.
#pragma once

namespace rondo::region {

// `tag` nullptr: all tags. 0, or -1 and one line on standard error that says why. Any thread.
int save_patterns(const char* tag, const char* path);

// The file's patterns become those of their tags, all of them or none. 0, or -1 and one line on standard error.
int load_patterns(const char* path);

// Called before the first use of a pattern: does what RONDO_PATTERNS asks for.
void load_patterns_once();

}  // namespace rondo::region
