// SPDX-License-Identifier: Apache-2.0
//
// Lets gcc trust the line markers of the rewritten text. When gcc sees line markers, it takes the program for
// generated and does not look at its source lines: there are no warnings about misleading indentation, and no places
// inside of string literals. Rondo's markers are exact to the column.
#pragma once

namespace rondo::gcc {

// For the text that gcc reads next; not where a #line of the user says that the program is generated.
void trust_markers();

}  // namespace rondo::gcc
