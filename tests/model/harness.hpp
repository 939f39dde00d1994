// SPDX-License-Identifier: Apache-2.0
//
// What the harnesses share: a program holds under every schedule, and stops holding when it is broken on purpose, so
// that no harness passes because it looks at nothing.
#pragma once

#include <initializer_list>

#include <gtest/gtest.h>

#include "explorer.hpp"

namespace rondo::model {

using Program = std::function<void(Execution&)>;

// Under total store order as `options` say; under weak memory as far as a short test goes (orders.py goes further).
void expect_holds(const char* name, const Program& program, const Options& options = {});

// Under total store order.
void expect_breaks(const char* name, const Program& program, std::initializer_list<Mutation> mutations,
                   Options options = {});

}  // namespace rondo::model
