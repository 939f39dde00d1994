// SPDX-License-Identifier: Apache-2.0
//
// A new file whose bytes are memory: what the process has stored is in the file however the process ends, by a
// signal, too. The file is named by its path each time, since a program may close descriptors that it does not know.
#pragma once

#include <cstddef>

namespace rondo::os {

// Makes the file and maps `most` bytes, of which none may be touched before grow_file() has made room for them.
// Private to the user; not made where there is a file already. nullptr: errno says why.
void* map_new_file(const char* path, size_t most);

// The file that is mapped at `memory` has memory for bytes [from, to) from now on: touching them never fails, and is
// not slower the first time. Both are multiples of a page. False: there is no room.
bool grow_file(const char* path, void* memory, size_t from, size_t to);

}  // namespace rondo::os
