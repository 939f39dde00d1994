// SPDX-License-Identifier: Apache-2.0
#include "graph/record/room.hpp"

#include "base/bits.hpp"
#include "os/pages.hpp"

namespace rondo::graph {

bool has_room(size_t bytes) {
  void* pages = os::map_pages(bytes, os::page_bytes());
  if (pages == nullptr) return false;
  os::unmap_pages(pages, base::round_up(bytes, os::page_bytes()));
  return true;
}

}  // namespace rondo::graph
