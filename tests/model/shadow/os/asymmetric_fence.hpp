// SPDX-License-Identifier: Apache-2.0
//
// os/asymmetric_fence.hpp as the interleaving explorer sees it: with the place in the code that a fence stands at.
#pragma once

#include "explorer.hpp"
#include "os/process.hpp"

namespace rondo::os {
inline void light_fence(model::Site site = {}) { model::light_fence(site); }
inline void heavy_fence(model::Site site = {}) { model::heavy_fence(site); }
inline void favour_heavy_sides() {}
inline void favour_light_sides() {}
inline bool are_heavy_sides_favoured() { return false; }
}  // namespace rondo::os
