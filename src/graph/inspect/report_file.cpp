// SPDX-License-Identifier: Apache-2.0
#include "graph/inspect/report_file.hpp"

#include <cstring>

#include <unistd.h>

#include "base/message.hpp"
#include "graph/inspect/report.hpp"
#include "graph/store/process.hpp"
#include "os/file.hpp"

namespace rondo::graph {

void append_to_report(const char* prefix, const config::Text& lines) {
  Process::ReportFile& file = process.report_file;
  const int32_t pid = getpid();
  sync::SpinGuard guard(file.lock);
  const bool is_first = file.pid != pid;
  if (is_first) {
    file.pid = pid;
    file.has_failed = false;
  }
  if (file.has_failed) return;
  config::Text text;
  if (is_first) add_process(RONDO_VERSION_TEXT, text);
  text.add("%s", lines.c_str());
  const int error = os::append_process_file(prefix, text.view().data(), text.view().size());
  file.has_failed = error != 0;
  if (!file.has_failed) return;
  base::warn(
      "cannot write the report of task graphs to %s.%d (%s); set RONDO_GRAPH_REPORT to a name that can be written",
      prefix, pid, strerrordesc_np(error));
}

}  // namespace rondo::graph
