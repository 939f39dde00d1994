// SPDX-License-Identifier: Apache-2.0
//
// The data environment of the current task; see task/README.md, "Data environment".
#pragma once

#include "task/environment.hpp"
#include "team/team.hpp"

namespace rondo::team {

// The ICVs of the current task. Valid until it sets some, or ends.
inline const config::Icvs& icvs_of(const sched::Worker& worker) {
  const task::Task& current = *worker.current;
  const task::Domain* domain = current.domain != nullptr ? current.domain : current.parent;
  for (;; domain = domain->outer) {
    if (const task::DataEnvironment* environment = domain->environment.load_acquire()) {  // [task/I1]
      const bool is_own = domain == current.domain && current.has(task::kOwnIcvs);
      return is_own ? environment->own : environment->inherited;
    }
    if (domain->outer == nullptr) return static_cast<const Team&>(*domain->arena).icvs;
  }
}

}  // namespace rondo::team
