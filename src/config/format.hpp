// SPDX-License-Identifier: Apache-2.0
//
// Value to text, by type; parse() reads back what is written here.
#pragma once

#include "config/table.hpp"
#include "config/text.hpp"
#include "config/value.hpp"

namespace rondo::config {

// The value as a user would write it in this row's first spelling; "" for a text that is not given.
void add_value(const Row& row, const Value& value, Text* out);

// Parts that both displays use. Names are in lower case.
const char* name_of(ScheduleKind kind);
const char* name_of(ProcBind bind);
const char* name_of(WaitPolicy policy);
const char* name_of(TargetOffload offload);
const char* name_of(GraphWay way);
const char* name_of(LoopOrder order);
const char* name_of(Mechanism mechanism);
void add_schedule(const Schedule& schedule, Text* out);
void add_list(const Value& value, Text* out);
void add_bind_list(const Value& value, Text* out);
void add_mechanisms(uint64_t bits, Text* out);  // "none" for 0
void add_size(uint64_t bytes, Text* out);  // 16M, 3000K, 100B

}  // namespace rondo::config
