// SPDX-License-Identifier: Apache-2.0
//
// os/cpu.hpp as the interleaving explorer sees it: a step of a spin loop waits until memory has changed, because
// until then the loop would only find again what it has found.
#pragma once

#include "explorer.hpp"

namespace rondo::os {
inline void relax() { model::pause(); }
inline void yield_thread() { model::pause(); }
}  // namespace rondo::os
