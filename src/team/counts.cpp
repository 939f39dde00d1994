// SPDX-License-Identifier: Apache-2.0
//
// Only in counting builds (src/CMakeLists.txt).
#include "team/counts.hpp"

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <unistd.h>

#include "base/message.hpp"
#include "config/text.hpp"
#include "os/file.hpp"
#include "team/runtime.hpp"

namespace rondo::team {

namespace {

using base::Construct;
using base::Event;

template <class Visit>
void for_each_construct(Visit visit) {
  for (unsigned i = 0; i < base::kConstructs; i++) {
    auto construct = static_cast<Construct>(i);
    bool is_used = false;
    for (unsigned event = 0; event < base::kEvents; event++)
      is_used |= base::counted(construct, static_cast<Event>(event)) != 0;
    if (is_used) visit(construct);
  }
}

// {"threads": 2, "constructs": {"barrier": {"entries": 10, ...}, ...}}
void add_json(config::Text& text) {
  text.add("{\"threads\":%" PRIu32 ",\"constructs\":{", base::n_counting_threads());
  const char* separator = "";
  for_each_construct([&](Construct construct) {
    text.add("%s\"%s\":{", separator, base::name_of(construct));
    separator = ",";
    for (unsigned i = 0; i < base::kEvents; i++) {
      auto event = static_cast<Event>(i);
      text.add("%s\"%s\":%" PRIu64, i == 0 ? "" : ",", base::name_of(event), base::counted(construct, event));
    }
    text.add("}");
  });
  text.add("}}\n");
}

void add_table(config::Text& text) {
  text.add("%-10s", "construct");
  for (unsigned i = 0; i < base::kEvents; i++) text.add(" %11s", base::name_of(static_cast<Event>(i)));
  text.add("\n");
  for_each_construct([&](Construct construct) {
    text.add("%-10s", base::name_of(construct));
    for (unsigned i = 0; i < base::kEvents; i++)
      text.add(" %11" PRIu64, base::counted(construct, static_cast<Event>(i)));
    text.add("\n");
  });
}

// One file a process, as for RONDO_GRAPH_REPORT.
void write_counts() {
  const char* where = options().count;
  config::Text text;
  if (std::strcmp(where, "-") == 0) {
    add_table(text);
    return base::write_error(text.view().data(), text.view().size());
  }
  add_json(text);
  if (int error = os::append_process_file(where, text.view().data(), text.view().size())) {
    base::warn("cannot write the counts to %s.%d (%s); set RONDO_COUNT to a name that can be written", where,
               static_cast<int>(getpid()), strerrordesc_np(error));
  }
}

}  // namespace

void write_counts_at_exit() { std::atexit(write_counts); }

}  // namespace rondo::team
