// SPDX-License-Identifier: Apache-2.0
//
// The CPU quota of control groups (containers, systemd slices). A process with a quota of 1.5 processors may run on
// all 64 of the machine, but not for long: a team of 64 uses up the quota in the first milliseconds of each period
// and is stopped for the rest of it.
#pragma once

namespace rondo::os {

// The processors' worth of time this process may use, rounded up; 0: no limit. Looks at version 1 and version 2
// hierarchies, from the process's own group up to the root, and takes the tightest. `root` is put in front of each
// path (tests build a file tree of their own); "" reads the real files.
unsigned cgroup_cpu_limit(const char* root);

}  // namespace rondo::os
