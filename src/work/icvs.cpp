// SPDX-License-Identifier: Apache-2.0
#include "work/icvs.hpp"

namespace rondo::work {

using team::Member;

const Member* ancestor(const sched::Worker& worker, int32_t level) {
  const Member* member = &team::member_of(worker);
  if (level < 0 || static_cast<uint32_t>(level) > member->team().level) return nullptr;
  while (member->team().level > static_cast<uint32_t>(level)) member = member->team().parent_member;
  return member;
}

}  // namespace rondo::work
