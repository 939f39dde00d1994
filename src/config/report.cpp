// SPDX-License-Identifier: Apache-2.0
//
// The settings as JSON, for `rondo info` and for programs.
#include <cstring>

#include "config/format.hpp"
#include "config/load.hpp"

namespace rondo::config {
namespace {

void add_member(const char* name, const char* value, Text* out) {
  out->add("\"%s\":", name);
  out->add_json_string(value);
  out->add(",");
}

// The variable to recommend: OpenMP's own if there is one.
const char* recommended(const Row& row) {
  for (const Spelling& spelling : row.spellings) {
    if (spelling.variable != nullptr && std::strncmp(spelling.variable, "OMP_", 4) == 0) return spelling.variable;
  }
  return row.spellings[0].variable;
}

void add_row(const Row& row, const Settings& settings, Text* out) {
  Text value;
  add_value(row, settings[row.id], &value);
  Text source;
  if (settings.is_given(row.id)) {
    source.add("environment variable %s", settings.source(row.id));
  } else {
    source.add("default");
  }
  out->add("{");
  const char* name = recommended(row);
  add_member("name", name, out);
  add_member("value", value.c_str(), out);
  add_member("source", source.c_str(), out);
  add_member("text", row.text, out);
  out->add("\"aliases\":[");
  const char* separator = "";
  for (const Spelling& spelling : row.spellings) {
    if (spelling.variable == nullptr || spelling.variable == name) continue;
    out->add("%s", separator);
    out->add_json_string(spelling.variable);
    separator = ",";
  }
  out->add("]}");
}

}  // namespace

void add_settings_json(const Settings& settings, Text* out) {
  out->add("[");
  for (const Row& row : kRows) {
    if (index_of(row.id) != 0) out->add(",\n ");
    add_row(row, settings, out);
  }
  out->add("]");
}

}  // namespace rondo::config
