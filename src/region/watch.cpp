// SPDX-License-Identifier: Apache-2.0
#include "region/watch.hpp"

#include <cinttypes>
#include <cstdio>
#include <cstdlib>

#include <pthread.h>

#include "base/message.hpp"
#include "graph/inspect/describe.hpp"
#include "graph/inspect/report.hpp"
#include "graph/inspect/report_file.hpp"
#include "region/process.hpp"
#include "team/runtime.hpp"

namespace rondo::region {

using graph::Drift;
using graph::Event;
using graph::Findings;
using graph::History;
using graph::Subject;

namespace {

constexpr uint32_t kMostFindingsSaid = 20;

// ---- The file -------------------------------------------------------------------------------------------------

void append(const config::Text& lines) { graph::append_to_report(team::options().graph_report, lines); }

bool is_reporting() { return team::options().graph_report != nullptr; }

void append(History& history) {
  config::Text line;
  graph::add_history(history, false, line);
  append(line);
}

// ---- What check mode says -------------------------------------------------------------------------------------

void say(const graph::Site& site, Subject subject, const char* text) {
  if (subject == Subject::Pattern) {
    base::warn("graph check: a block of dep_pattern \"%s\" %s", site.file, text);
  } else if (subject == Subject::Loop) {
    base::warn("graph check: the loop at %s:%u %s", site.file, site.line, text);
  } else if (site.line != 0) {
    base::warn("graph check: the region at %s:%u (graph id %" PRIu64 ") %s", site.file, site.line, site.id, text);
  } else {
    base::warn("graph check: the region in %s (graph id %" PRIu64 ") %s", site.file, site.id, text);
  }
}

void say_news(const History& history, const Findings& findings, uint32_t news) {
  for (uint32_t drift = 0; drift < graph::kDrifts; drift++) {
    if ((news & (1U << drift)) == 0) continue;
    uint32_t n_said = process.watch.n_said.add_relaxed(1);
    if (n_said == kMostFindingsSaid) base::warn("graph check: further findings are only counted");
    if (n_said >= kMostFindingsSaid) continue;
    const Subject subject = graph::subject_of(history.site().construct);
    char text[400];
    graph::describe(subject, history.site().spelling(), static_cast<Drift>(drift), findings.of[drift], text,
                    sizeof text);
    say(history.site(), subject, text);
  }
}

// "4 encounters, 19 iterations": regions, loops and tags, each if there are any.
void add_counts(const uint64_t (&n_checked)[3], config::Text& out) {
  constexpr const char* kOne[] = {"encounter", "iteration", "block"};
  const uint64_t n_all = n_checked[0] + n_checked[1] + n_checked[2];
  const char* separator = "";
  for (uint32_t subject = 0; subject < 3; subject++) {
    if (n_checked[subject] == 0 && (subject != 0 || n_all != 0)) continue;
    out.add("%s%" PRIu64 " %s%s", separator, n_checked[subject], kOne[subject], n_checked[subject] == 1 ? "" : "s");
    separator = ", ";
  }
  out.add(" compared with %s", n_all == 1 ? "its record" : "their records");
}

void say_summary() {
  uint64_t n_checked[3] = {};
  uint64_t n_findings = 0;
  History::for_each([&](History& history) {
    n_checked[static_cast<uint32_t>(graph::subject_of(history.site().construct))] += history.n(Event::Checked);
    history.look([&](const graph::Record*, const graph::Graph*, const Findings& findings) {
      for (const graph::Finding& finding : findings.of) n_findings += finding.n_places != 0 ? 1 : 0;
    });
  });
  config::Text counts;
  add_counts(n_checked, counts);
  base::warn("graph check: %s, %" PRIu64 " %s", counts.c_str(), n_findings, n_findings == 1 ? "finding" : "findings");
}

// ---- The two ends of a process --------------------------------------------------------------------------------

void at_end() {
  if (!is_reporting()) return say_summary();
  config::Text lines;
  History::for_each([&](History& history) {
    if (!history.is_untouched()) graph::add_history(history, true, lines);
  });
  if (!lines.is_empty()) append(lines);
}

void after_fork_in_child() {
  process.watch.n_said.store_relaxed(0);
  History::restart_in_child();
}

// When the library is loaded, like team/runtime.cpp:watch_forks.
[[gnu::constructor]] void watch_forks() { pthread_atfork(nullptr, nullptr, after_fork_in_child); }

void begin() { std::atexit(at_end); }

}  // namespace

bool is_watched() {
  const config::Options& options = team::options();
  return options.graph_report != nullptr || options.check_graph;
}

History* watch(const graph::Site& site) {
  if (!is_watched()) return nullptr;
  process.watch.once.run(begin);
  return &History::of(site);
}

void prepare(graph::Graph& graph) {
  if (is_reporting()) graph::measure_ticks(graph);
}

void watch_record(History& history, graph::Record& record, Event event) {
  bool is_first = history.n(event) == 0;
  history.count(event);
  history.keep(record);
  if (is_first && is_reporting()) append(history);
}

void watch_cycle(History& history, graph::Graph& cyclic) {
  bool is_first = history.n(Event::Recorded) == 0;
  history.count(Event::Recorded);
  history.keep(cyclic);
  if (is_first && is_reporting()) append(history);
}

void watch_check(History& history, const Findings& findings) {
  history.count(Event::Checked);
  uint32_t news = history.add(findings);
  if (news == 0) return;
  is_reporting() ? append(history) : say_news(history, findings, news);
}

}  // namespace rondo::region
