// SPDX-License-Identifier: Apache-2.0
//
// The calls that clang generates for constructs: which of them create tasks, and why the others are in the way.
#pragma once

#include <string>

#include "llvm/IR/InstrTypes.h"

namespace rondo::directives {

enum class TaskCall : uint8_t {
  Create,
  Submit,
  SubmitWithDependences,
  Announce,
  Saved,
  Wait,        // for all children, or the two ends of a taskgroup
  ThreadNumber,
  Other,
};
TaskCall kind_of(const llvm::CallBase& call);

// For a Create: the property of this task that no graph can hold, or none that is known at compile time; nullptr:
// none.
enum class GraphOrigin : uint8_t { Recorded, Known };
const char* unusual_task(const llvm::CallBase& create, GraphOrigin origin);

// For any other call: a description of its effect.
std::string refusal_of(const llvm::CallBase& call);

}  // namespace rondo::directives
