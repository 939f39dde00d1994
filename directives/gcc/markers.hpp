// SPDX-License-Identifier: Apache-2.0
//
// Lets gcc trust the line markers of the rewritten text. Where it sees any it takes a program for generated and does
// not look at its source lines: no warnings about misleading indentation, no places inside of string literals. Our
// markers tell the truth to the column.
#pragma once

namespace rondo::gcc {

// For the text to be read; not where the user says with a #line of his own that the program is generated.
void trust_markers();

}  // namespace rondo::gcc
