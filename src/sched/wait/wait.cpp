// SPDX-License-Identifier: Apache-2.0
#include "sched/wait/wait.hpp"

#include "base/message.hpp"

namespace rondo::sched {

void cannot_wait_in_child() {
  base::fatal(
      "a child process that fork() made inside a parallel region waits for threads that only its parent has; end such "
      "a child with exec() or _exit() inside the region, or call fork() outside of it");
}

}  // namespace rondo::sched
