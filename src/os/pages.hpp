// SPDX-License-Identifier: Apache-2.0
//
// Memory straight from the kernel, for slabs and arrays that outlive any malloc the program may have replaced.
#pragma once

#include <cstddef>

namespace rondo::os {

// Zero-filled, readable and writable memory; `alignment` is a power of two of at least 4096, `bytes` is rounded up to
// whole pages. nullptr when out of memory.
void* map_pages(size_t bytes, size_t alignment);

// Gives back what map_pages returned, with the same `bytes`, or some of its pages. False when the system refuses,
// because the process would have too many mappings.
bool unmap_pages(void* start, size_t bytes);

// Whether so many bytes could be had now. For a megabyte and more it makes some system calls; less is taken to be
// there, since the calls take as long as recording some tens of tasks.
bool has_room(size_t bytes);

// The bytes may be anything from now on; the whole pages among them take no memory until they are written. They
// belong to an anonymous mapping, such as the C library's memory.
void discard_pages(void* start, size_t bytes);

// Keeps pages of the process in memory until they are unmapped; false when the system does not allow that many.
bool lock_pages(void* start, size_t bytes);

size_t page_bytes();

}  // namespace rondo::os
