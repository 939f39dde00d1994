// SPDX-License-Identifier: Apache-2.0
// See info_report.hpp.

#include "info_report.hpp"

#include <algorithm>
#include <cstdio>
#include <iomanip>
#include <iostream>
#include <sstream>

#include <nlohmann/json.hpp>

#include "build_config.hpp"

namespace rondo::cli {
namespace {

using nlohmann::ordered_json;
using Row = std::vector<std::string>;

// Columns as wide as their longest cell; the last one is not padded.
void print_table(const std::vector<Row>& rows, const char* indent = "  ") {
  std::vector<std::size_t> widths;
  for (const Row& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t column = 0; column < row.size(); ++column) {
      widths[column] = std::max(widths[column], row[column].size());
    }
  }
  for (const Row& row : rows) {
    std::cout << indent;
    for (std::size_t column = 0; column < row.size(); ++column) {
      const bool is_last = column + 1 == row.size();
      std::cout << std::left << std::setw(is_last ? 0 : static_cast<int>(widths[column]) + 2) << row[column];
    }
    std::cout << '\n';
  }
}

std::string number(double value) {
  std::ostringstream text;
  text << value;
  return text.str();
}

std::string number_or_unknown(std::optional<int> value) {
  return value ? std::to_string(*value) : "unknown (this librondo does not tell)";
}

std::string listed(const std::vector<std::string>& words) {
  std::string joined;
  for (const std::string& word : words) {
    joined += (joined.empty() ? "" : ", ") + word;
  }
  return joined;
}

const char* describe(RuntimeKind kind) {
  switch (kind) {
    case RuntimeKind::None:
      return "not an OpenMP runtime";
    case RuntimeKind::Rondo:
      return "Rondo";
    case RuntimeKind::Face:
      return "a face of Rondo";
    case RuntimeKind::Gomp:
      return "libgomp or a copy of it";
    case RuntimeKind::Kmpc:
      return "LLVM's or Intel's runtime";
  }
  return "";
}

bool is_foreign(const LoadedRuntime& runtime) {
  return runtime.kind == RuntimeKind::Gomp || runtime.kind == RuntimeKind::Kmpc;
}

std::vector<LoadedRuntime> foreign(const std::vector<LoadedRuntime>& runtimes) {
  std::vector<LoadedRuntime> result;
  std::copy_if(runtimes.begin(), runtimes.end(), std::back_inserter(result), is_foreign);
  return result;
}

const LoadedRuntime* find_rondo(const std::vector<LoadedRuntime>& runtimes) {
  const auto found = std::find_if(runtimes.begin(), runtimes.end(),
                                  [](const auto& runtime) { return runtime.kind == RuntimeKind::Rondo; });
  return found != runtimes.end() ? &*found : nullptr;
}

void print_runtimes(const std::vector<LoadedRuntime>& runtimes, const char* indent) {
  std::vector<Row> rows;
  rows.reserve(runtimes.size());
  for (const LoadedRuntime& runtime : runtimes) {
    rows.push_back({runtime.file.string(), describe(runtime.kind)});
  }
  print_table(rows, indent);
}

void warn_of_two(const std::vector<LoadedRuntime>& runtimes) {
  const auto others = foreign(runtimes);
  if (others.size() < 2) {
    return;
  }
  std::cout << "  warning: " << others.size()
            << " OpenMP runtimes in one process: each starts its own threads, which then "
            << "compete for the processors; under `rondo run` Rondo serves the callers of both\n";
}

void print_on_rondo(const ProgramReport& report) {
  std::cout << "Under `rondo run`\n";
  if (!report.out_of_reach.empty()) {
    std::cout << "  " << report.out_of_reach << '\n';
    return;
  }
  if (!report.not_seen.empty()) {
    std::cout << "  cannot be seen, either\n";
    return;
  }
  if (report.program.loader.empty()) {
    std::cout << "  " << report.program.image.string()
              << " is statically linked: Rondo serves the programs that it starts\n";
    return;
  }
  const LoadedRuntime* rondo = find_rondo(report.on_rondo);
  if (rondo == nullptr) {
    std::cout << "  the loader did not list Rondo; does the program start at all? try `ldd "
              << report.program.file.string() << "`\n";
    return;
  }
  std::vector<Row> rows = {{rondo->file.string(), "Rondo: executes"}};
  for (const LoadedRuntime& runtime : foreign(report.on_rondo)) {
    rows.push_back({runtime.file.string(), "loaded, not executing: Rondo's functions come first in the search order"});
  }
  print_table(rows);
}

ordered_json to_json(const std::vector<LoadedRuntime>& runtimes) {
  ordered_json array = ordered_json::array();
  for (const LoadedRuntime& runtime : runtimes) {
    array.push_back({{"file", runtime.file.string()}, {"kind", describe(runtime.kind)}});
  }
  return array;
}

ordered_json to_json(const std::vector<Setting>& settings) {
  ordered_json array = ordered_json::array();
  for (const Setting& setting : settings) {
    array.push_back({{"name", setting.name},
                     {"value", setting.value},
                     {"source", setting.source},
                     {"text", setting.text},
                     {"aliases", setting.aliases}});
  }
  return array;
}

template <typename T>
ordered_json or_null(const std::optional<T>& value) {
  return value ? ordered_json(*value) : ordered_json(nullptr);
}

void print_json(const ordered_json& object) { std::cout << object.dump(2) << '\n'; }

}  // namespace

void print_host(const HostReport& report) {
  const Machine& machine = report.machine;
  std::cout << "Rondo " << report.version << '\n';
  print_table({{"command line", kVersion},
               {"library", report.layout.library.string()},
               {"faces", report.layout.faces.string()},
               {"", listed({kFaceNames.begin(), kFaceNames.end()})}});
  std::cout << "\nMachine\n";
  print_table({{"processors", std::to_string(machine.usable.size()) + " usable of " + std::to_string(machine.online) +
                                  " online (" + ranges(machine.usable) + ")"},
               {"cgroup", machine.quota ? "time of " + number(machine.quota->processors) + " processors (" +
                                              machine.quota->file + ")"
                                        : "no limit of processor time"},
               {"threads", number_or_unknown(report.threads)},
               {"places", number_or_unknown(report.places)}});
  if (report.settings.empty()) {
    return;
  }
  std::cout << "\nSettings\n";
  std::vector<Row> rows;
  rows.reserve(report.settings.size());
  for (const Setting& setting : report.settings) {
    rows.push_back({setting.name, setting.value.empty() ? "-" : setting.value, setting.source});
  }
  print_table(rows);
}

void print_variables(const std::vector<Setting>& settings) {
  std::vector<Row> rows;
  for (const Setting& setting : settings) {
    rows.push_back({setting.name, setting.text});
    if (!setting.aliases.empty()) {
      rows.push_back({"", "also: " + listed(setting.aliases)});
    }
  }
  print_table(rows);
}

void print_program(const ProgramReport& report) {
  std::cout << report.program.file.string() << (report.program.reach == Reach::Script ? " (a script)" : "") << '\n';
  std::cout << "OpenMP runtimes at its start\n";
  if (!report.not_seen.empty()) {
    std::cout << "  cannot be seen: " << report.not_seen << '\n';
  } else if (report.by_itself.empty()) {
    std::cout << "  none" << (report.watched ? "" : "; add --run to see what it and the programs it starts load later")
              << '\n';
  }
  print_runtimes(report.by_itself, "  ");
  warn_of_two(report.by_itself);
  if (report.watched) {
    std::cout << "OpenMP runtimes during the run (exit status " << report.watched->status << ")\n";
    if (report.watched->processes.empty()) {
      std::cout << "  none\n";
    }
    for (const ProcessLoads& process : report.watched->processes) {
      std::cout << "  process " << process.process;
      std::cout << (process.requested_by.empty() ? "" : ", asked for by " + process.requested_by) << '\n';
      print_runtimes(process.runtimes, "    ");
      warn_of_two(process.runtimes);
    }
  }
  print_on_rondo(report);
}

void print_host_json(const HostReport& report) {
  const Machine& machine = report.machine;
  ordered_json quota = nullptr;
  if (machine.quota) {
    quota = {{"processors", machine.quota->processors}, {"file", machine.quota->file}};
  }
  print_json({{"version", report.version},
              {"command_line_version", kVersion},
              {"library", report.layout.library.string()},
              {"faces", report.layout.faces.string()},
              {"processors_usable", machine.usable},
              {"processors_online", machine.online},
              {"cgroup_quota", quota},
              {"threads", or_null(report.threads)},
              {"places", or_null(report.places)},
              {"settings", to_json(report.settings)}});
}

void print_variables_json(const std::vector<Setting>& settings) { print_json(to_json(settings)); }

void print_program_json(const ProgramReport& report) {
  const bool is_seen = report.not_seen.empty();
  ordered_json object = {{"program", report.program.file.string()},
                         {"out_of_reach", report.out_of_reach},
                         {"cannot_be_seen", report.not_seen},
                         {"runtimes_at_start", is_seen ? to_json(report.by_itself) : ordered_json(nullptr)},
                         {"runtimes_on_rondo", is_seen ? to_json(report.on_rondo) : ordered_json(nullptr)}};
  if (report.watched) {
    ordered_json processes = ordered_json::array();
    for (const ProcessLoads& process : report.watched->processes) {
      processes.push_back({{"process", process.process},
                           {"requested_by", process.requested_by},
                           {"runtimes", to_json(process.runtimes)}});
    }
    object["run"] = {{"status", report.watched->status}, {"processes", processes}};
  }
  print_json(object);
}

}  // namespace rondo::cli
