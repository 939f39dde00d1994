// SPDX-License-Identifier: Apache-2.0
//
// Other OpenMP runtimes in the process: a library that brings its own, beside a program that runs on Rondo. Both
// work, but each keeps threads and settings of its own.
#pragma once

namespace rondo::team {

// Says once, naming both files, that another runtime serves a part of the process. Cheap while nothing new is loaded.
// Takes the loader's lock, which a library's constructor holds: not from a thread that a region may be waiting for.
void look_for_other_runtimes();

}  // namespace rondo::team
