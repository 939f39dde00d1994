// SPDX-License-Identifier: Apache-2.0
#include "team/process.hpp"

namespace rondo::team {

constinit Process process;

}  // namespace rondo::team
