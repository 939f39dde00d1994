// SPDX-License-Identifier: Apache-2.0
#include "graph/inspect/report.hpp"

#include <algorithm>
#include <cinttypes>
#include <iterator>

#include <unistd.h>

#include "graph/inspect/describe.hpp"
#include "graph/inspect/footprint.hpp"
#include "graph/model/backward.hpp"
#include "os/clock.hpp"
#include "os/modules.hpp"
#include "os/symbol.hpp"

namespace rondo::graph {

namespace {

using config::Text;

constexpr uint32_t kFormat = 1;

const void* code_of(const task::Entry& entry) { return reinterpret_cast<const void*>(entry.gomp); }

void add_optional_string(const char* text, Text& out) { text == nullptr ? out.add("null") : out.add_json_string(text); }

void add_code(const void* code, Text& out) {
  os::CodeLocation location = os::locate(code);
  out.add("{\"address\":\"%p\",\"module\":", code);
  add_optional_string(location.module, out);
  out.add(",\"offset\":%" PRIuPTR ",\"symbol\":", location.offset);
  add_optional_string(os::symbol_at(code), out);
  out.add("}");
}

// The bodies of a graph's tasks, each once.
class Bodies {
 public:
  explicit Bodies(const Graph& graph) {
    for (NodeIndex node = 0; node < graph.n_nodes; node++) {
      if (graph.nodes[node].kind == NodeKind::Task) all_.push_back(code_of(graph.nodes[node].shape().spec.entry));
    }
    std::sort(all_.begin(), all_.end());
    n_ = static_cast<size_t>(std::unique(all_.begin(), all_.end()) - all_.begin());
  }

  size_t index_of(const void* code) {
    return static_cast<size_t>(std::lower_bound(all_.begin(), all_.begin() + n_, code) - all_.begin());
  }

  void add(Text& out) {
    out.add("[");
    for (size_t i = 0; i < n_; i++) {
      if (i != 0) out.add(",");
      add_code(all_[i], out);
    }
    out.add("]");
  }

 private:
  base::PodVector<const void*> all_;
  size_t n_;
};

void add_bytes(const Graph& graph, uint32_t n_pure, uint32_t n_recapture, Text& out) {
  Footprint bytes = footprint(graph);
  out.add("\"instances\":{\"pure\":%u,\"recapture\":%u},", n_pure, n_recapture);
  out.add("\"bytes\":{\"nodes\":%" PRIu64 ",\"edges\":%" PRIu64 ",\"data\":%" PRIu64 ",\"instance\":%" PRIu64
          ",\"recapture_descriptors\":%" PRIu64 ",\"recapture_data\":%" PRIu64 "},",
          bytes.nodes, bytes.edges, bytes.data, bytes.instance, bytes.descriptors, bytes.blocks);
}

uint32_t ticks_of(const Graph& graph, NodeIndex index) {
  uint32_t ticks = graph.ticks != nullptr ? graph.ticks[index].load_relaxed() : 0;
  if (ticks == kNotMeasured) return 0;
  return ticks == 0 ? 1 : ticks;  // measured; below the clock's step either way
}

void add_predecessors(const Backward& backward, NodeIndex index, bool in_round_before, Text& out) {
  const char* separator = "";
  backward.for_each(index, [&](NodeIndex predecessor, bool is_crossing) {
    if (is_crossing != in_round_before) return;
    out.add("%s%u", separator, predecessor);
    separator = ",";
  });
}

// Rows, because there may be millions: [body or -1 for a wait, home, priority, ticks, [predecessors]]; in a cyclic
// graph one list more, of predecessors in the round before.
template <class AddPredecessors>
void add_nodes(const Graph& graph, AddPredecessors add_predecessors_of, Text& out) {
  Bodies bodies(graph);
  out.add("\"bodies\":");
  bodies.add(out);
  out.add(",\"nodes\":[");
  for (NodeIndex index = 0; index < graph.n_nodes; index++) {
    const Node& node = graph.nodes[index];
    bool is_task = node.kind == NodeKind::Task;
    out.add("%s[%" PRId64 ",%u,%d,%u,[", index == 0 ? "" : ",",
            is_task ? static_cast<int64_t>(bodies.index_of(code_of(node.shape().spec.entry))) : int64_t{-1},
            unsigned{node.home}, int{node.shape().spec.priority}, ticks_of(graph, index));
    add_predecessors_of(index);
    out.add("]]");
  }
  out.add("]}");
}

void add_counts(const Graph& graph, Text& out) {
  out.add(
      "{\"n_nodes\":%u,\"n_edges\":%u,\"n_edges_distinct\":%u,\"n_edges_unreduced\":%u,\"n_roots\":%u,"
      "\"n_sinks\":%u,\"depth\":%u,\"n_units\":%u,\"iterations\":%u,",
      graph.n_nodes, graph.n_edges, graph.n_edges_distinct, graph.n_edges_unreduced, graph.n_roots, graph.n_sinks,
      graph.depth, graph.n_units, graph.cyclic == nullptr ? 0 : graph.cyclic->n_unrolled);
}

void add_record(const Record& record, Text& out) {
  const Graph& graph = record.graph();
  const Backward backward(graph);
  add_counts(graph, out);
  add_bytes(graph, record.n_instances(false), record.n_instances(true), out);
  add_nodes(graph, [&](NodeIndex index) { add_predecessors(backward, index, false, out); }, out);
}

// `fills_blocks`: the loop's code runs for every iteration.
void add_cyclic(const Graph& graph, bool fills_blocks, Text& out) {
  Backward backward(graph);
  add_counts(graph, out);
  add_bytes(graph, fills_blocks ? 0 : 1, fills_blocks ? 1 : 0, out);
  auto add_both = [&](NodeIndex index) {
    add_predecessors(backward, index, false, out);
    out.add("],[");
    add_predecessors(backward, index, true, out);
  };
  add_nodes(graph, add_both, out);
}

void add_finding(Subject subject, Spelling spelling, Drift drift, const Finding& finding, Text& out) {
  char text[400];
  describe(subject, spelling, drift, finding, text, sizeof text);
  out.add("{\"kind\":\"%s\",\"n_places\":%" PRIu64 ",\"node\":%u,\"text\":", name_of(drift), finding.n_places,
          finding.node);
  out.add_json_string(text);
  out.add(",\"body\":");
  finding.body != nullptr ? add_code(finding.body, out) : out.add("null");
  out.add(",\"current_body\":");
  bool has_other_body = drift == Drift::Shape && finding.current != finding.recorded;
  has_other_body ? add_code(reinterpret_cast<const void*>(finding.current), out) : out.add("null");
  out.add("}");
}

void add_findings(Subject subject, Spelling spelling, const Findings& findings, Text& out) {
  out.add("[");
  const char* separator = "";
  for (uint32_t drift = 0; drift < kDrifts; drift++) {
    if (findings.of[drift].n_places == 0) continue;
    out.add("%s", separator);
    add_finding(subject, spelling, static_cast<Drift>(drift), findings.of[drift], out);
    separator = ",";
  }
  out.add("]");
}

// How encounters, the rounds of a loop or the blocks of a tag have run.
void add_ways(const History& history, Text& out) {
  constexpr const char* kNames[] = {"spread", "alone", "plain"};
  static_assert(std::size(kNames) == kWays);
  out.add("\"ways\":{");
  for (uint32_t i = 0; i < kWays; i++) {
    const Way way = kEachWay[i];
    out.add("%s\"%s\":{\"n\":%" PRIu64 ",\"ticks\":%" PRIu64 "}", i == 0 ? "" : ",", kNames[i], history.n(way),
            history.ticks(way));
  }
  out.add("},");
}

}  // namespace

void add_process(const char* version, Text& out) {
  char program[4096];
  os::program_name(program, sizeof program);
  out.add("{\"format\":%u,\"rondo\":\"%s\",\"process\":%d,\"ticks_per_us\":%" PRIu64 ",\"clock_step\":%" PRIu64
          ",\"program\":",
          kFormat, version, static_cast<int>(getpid()), os::precise_ticks_per_us(), os::ticks_step());
  out.add_json_string(program);
  out.add("}\n");
}

void add_history(History& history, bool is_final, Text& out) {
  const Site& site = history.site();
  out.add("{\"construct\":\"%s\",\"file\":", site.construct);
  out.add_json_string(site.file);
  out.add(",\"line\":%u,\"id\":%" PRIu64 ",\"region\":\"%p\",\"is_directive\":%s,\"final\":%s,\"events\":{", site.line,
          site.id, site.slot, site.is_directive ? "true" : "false", is_final ? "true" : "false");
  for (uint32_t event = 0; event < kEvents; event++) {
    out.add("%s\"%s\":%" PRIu64, event == 0 ? "" : ",", name_of(static_cast<Event>(event)),
            history.n(static_cast<Event>(event)));
  }
  out.add("},\"reasons\":{");
  for (uint32_t reason = 0; reason < kReasons; reason++) {
    out.add("%s\"%s\":", reason == 0 ? "" : ",", name_of(static_cast<Reason>(reason)));
    add_optional_string(history.reason(static_cast<Reason>(reason)), out);
  }
  out.add("},");
  add_ways(history, out);
  history.look([&](const Record* record, const Graph* cyclic, const Findings& findings) {
    out.add("\"findings\":");
    add_findings(subject_of(site.construct), site.spelling(), findings, out);
    out.add(",\"graph\":");
    if (record != nullptr) {
      add_record(*record, out);
    } else if (cyclic != nullptr) {
      add_cyclic(*cyclic, history.n(Event::Recapture) != 0, out);
    } else {
      out.add("null");
    }
  });
  out.add("}\n");
}

namespace {

void add_repetition(const depend::Repetition& repetition, Text& out) {
  constexpr const char* kNames[] = {"number",   "kind",       "address",  "asked",
                                    "unsuited", "unfinished", "too_many", "unordered"};
  static_assert(std::size(kNames) == depend::kMisses);
  out.add("{\"code\":");
  repetition.code != nullptr ? add_code(repetition.code, out) : out.add("null");
  out.add(",\"period\":%u,\"n_dependences\":%u,\"n_edges\":%u,\"n_recorded\":%" PRIu64 ",\"n_resumed\":%" PRIu64
          ",\"n_forecast\":%" PRIu64 ",\"misses\":{",
          repetition.period, repetition.n_dependences.load_relaxed(), repetition.n_edges.load_relaxed(),
          repetition.n_recorded.load_relaxed(), repetition.n_resumed.load_relaxed(),
          repetition.n_forecast.load_relaxed());
  for (uint32_t i = 0; i < depend::kMisses; i++) {
    out.add("%s\"%s\":%" PRIu64, i == 0 ? "" : ",", kNames[i], repetition.n_missed[i].load_relaxed());
  }
  out.add("}}");
}

}  // namespace

void add_repetitions(const depend::Repetitions& repetitions, uint64_t n_given_up, Text& out) {
  Text rows;
  repetitions.for_each([&](const depend::Repetition& repetition) {
    if (repetition.is_untouched()) return;
    if (!rows.is_empty()) rows.add(",");
    add_repetition(repetition, rows);
  });
  if (rows.is_empty() && n_given_up == 0) return;
  out.add("{\"automatic\":{\"given_up\":%" PRIu64 ",\"repetitions\":[%s]}}\n", n_given_up, rows.c_str());
}

}  // namespace rondo::graph
