// SPDX-License-Identifier: Apache-2.0
//
// Spawned tasks, which belong to no region: each is a thread. What the functions of ALPI do when it is their task.
#pragma once

#include <cstdint>

struct alpi_task;

namespace rondo::alpi {

struct Spawned;

// The task that the calling thread is; nullptr: it is none.
Spawned* current_spawned();

// Handles of spawned tasks are told from those of OpenMP's by their lowest bit.
alpi_task* handle_of(Spawned& spawned);
Spawned* spawned_of(alpi_task* handle);

void block(Spawned& spawned);
void unblock(Spawned& spawned);
void add_events(Spawned& spawned, uint64_t n);
bool drop_events(Spawned& spawned, uint64_t n);  // false: there are fewer
bool has_events(Spawned& spawned);

}  // namespace rondo::alpi
