// SPDX-License-Identifier: Apache-2.0
#include "sched/settings.hpp"

namespace rondo::sched {

Settings settings;

}  // namespace rondo::sched
