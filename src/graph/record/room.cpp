// SPDX-License-Identifier: Apache-2.0
#include "graph/record/room.hpp"

#include "base/bits.hpp"
#include "os/pages.hpp"

namespace rondo::graph {

bool has_room(size_t bytes) {
  if (bytes < (size_t{1} << 20)) return true;
  void* pages = os::map_pages(bytes, os::page_bytes());
  if (pages == nullptr) return false;
  os::unmap_pages(pages, base::round_up(bytes, os::page_bytes()));
  return true;
}

}  // namespace rondo::graph
