// SPDX-License-Identifier: Apache-2.0
#include "gcc/markers.hpp"

#include <cstring>

#include "gcc/gcc.hpp"

namespace rondo::gcc {
namespace {

using LineChange = void (*)(cpp_reader*, const cpp_token*, int);
using FileChange = void (*)(cpp_reader*, const line_map_ordinary*);

LineChange g_line_change;
FileChange g_file_change;
const char* g_file;  // the file being read, after the last marker
bool g_has_line_directive;

// Preprocessing makes markers that enter and leave files, and some that continue in the same file. A change of the
// name alone comes from a #line.
void on_file_change(cpp_reader* reader, const line_map_ordinary* map) {
  if (map) {
    bool is_renamed = map->reason == LC_RENAME || map->reason == LC_RENAME_VERBATIM;
    bool is_real = g_file && g_file[0] != '<' && map->to_file[0] != '<';
    if (is_renamed && is_real && std::strcmp(g_file, map->to_file) != 0) g_has_line_directive = true;
    g_file = map->to_file;
  }
  g_file_change(reader, map);
}

// Between a marker and the first token behind it.
void on_line_change(cpp_reader* reader, const cpp_token* token, int is_parsing_arguments) {
  if (!g_has_line_directive) line_table->seen_line_directive = false;
  g_line_change(reader, token, is_parsing_arguments);
}

}  // namespace

void trust_markers() {
  cpp_callbacks* callbacks = cpp_get_callbacks(parse_in);
  g_line_change = callbacks->line_change;
  g_file_change = callbacks->file_change;
  callbacks->line_change = on_line_change;
  callbacks->file_change = on_file_change;
}

}  // namespace rondo::gcc
