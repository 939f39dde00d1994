// SPDX-License-Identifier: Apache-2.0
#include "ir/graph_pass.hpp"

#include "evaluate/machine.hpp"
#include "ir/captures.hpp"
#include "ir/emit.hpp"
#include "ir/inputs.hpp"
#include "ir/loop_remarks.hpp"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"
#include "rondo/directive.h"

namespace rondo::directives {

namespace {

constexpr const char* kName = "rondo";  // -Rpass=rondo

std::string count(std::size_t n, const char* noun, const char* plural) {
  return std::to_string(n) + " " + (n == 1 ? noun : plural);
}

using Argument = llvm::DiagnosticInfoOptimizationBase::Argument;

class RegionPass {
 public:
  RegionPass(llvm::CallBase& begin, const GraphOptions& options, llvm::OptimizationRemarkEmitter& remarks)
      : begin_(begin), options_(options), remarks_(remarks) {}

  void run() {
    Region region;
    std::optional<Obstacle> obstacle = delimit(begin_, region);
    bool has_inputs = begin_.hasMetadata(kHasInputs);
    if (obstacle && has_inputs) return;
    if (obstacle) return miss(obstacle->text, obstacle->at);
    RegionScope scope = scope_of(region);
    evaluate::Symbols symbols;
    Translation translation(*begin_.getModule(), symbols, scope);
    evaluate::Outcome outcome = evaluate(region, translation, symbols);
    if (outcome.refusal && has_inputs) return;
    if (outcome.refusal) {
      miss(outcome.refusal->text, translation.place(outcome.refusal->place));
      return compare_inputs(region, scope);
    }
    if (outcome.tasks.empty()) return miss("it creates no tasks", &begin_);
    evaluate::Edges edges = evaluate::order(outcome.tasks);
    Emitted emitted = emit(begin_, translation, {outcome.tasks, edges, symbols});
    if (emitted.obstacle != nullptr && has_inputs) return;
    if (emitted.obstacle != nullptr) {
      miss(emitted.obstacle, &begin_);
      return compare_inputs(region, scope);
    }
    if (has_inputs) forget_inputs();
    begin_.setMetadata(kKnown, llvm::MDNode::get(begin_.getContext(), {}));
    describe(outcome.tasks, edges, translation);
    tell(outcome.tasks.size(), edges, emitted);
  }

 private:
  evaluate::Outcome evaluate(const Region& region, Translation& translation, evaluate::Symbols& symbols) {
    const evaluate::Function& function = translation.region();
    evaluate::Machine machine(translation, symbols, {.n_tasks = options_.most_tasks});
    auto [block, index] = translation.behind(*region.begin);
    machine.assume(translation.register_of(*region.begin), 1);
    evaluate::Start start = {block, index, translation.register_of(*region.begin->getArgOperand(0))};
    return machine.run(function, start);
  }

  // The record is made at run time. This finds out whether replays can skip the region's code.
  void compare_inputs(const Region& region, const RegionScope& scope) {
    Inputs inputs;
    if (std::optional<Obstacle> obstacle = find_inputs(region, scope, inputs)) {
      return miss(obstacle->text, obstacle->at, "taskgraph's code is executed in every replay: ");
    }
    CaptureTable table = find_captures(region, inputs);
    auto n_deciding = static_cast<std::size_t>(llvm::popcount(table.deciding));
    emit_inputs(region, inputs);
    if (n_deciding < inputs.size()) emit_captures(begin_, inputs, table);
    begin_.setMetadata(kHasInputs, llvm::MDNode::get(begin_.getContext(), {}));
    tell(inputs, table, n_deciding);
  }

  // The graph's data replaces the inputs that an earlier run passed.
  void forget_inputs() {
    llvm::IRBuilder<> builder(&begin_);
    llvm::Value* others = builder.getInt32(~uint32_t{RONDO_DIRECTIVE_INPUTS | RONDO_DIRECTIVE_CAPTURES});
    begin_.setArgOperand(2, builder.CreateAnd(begin_.getArgOperand(2), others));
  }

  void tell(const Inputs& inputs, const CaptureTable& table, std::size_t n_deciding) {
    remarks_.emit([&] {
      llvm::OptimizationRemark remark(kName, "Inputs", &begin_);
      std::size_t n_others = inputs.size() - n_deciding;
      remark << "taskgraph's code is skipped in replays";
      if (n_deciding != 0 || n_others == 0) {
        remark << " when " << Argument("Inputs", count(n_deciding, "value is as", "values are as")) << " recorded"
               << names(inputs, table, true);
      }
      if (n_others != 0) {
        remark << "; " << Argument("Refreshed", count(n_others, "value is", "values are"))
               << " put into its tasks' data" << names(inputs, table, false);
      }
      return remark;
    });
  }

  static std::string names(const Inputs& inputs, const CaptureTable& table, bool are_deciding) {
    std::string list;
    for (unsigned input = 0; input < inputs.size(); input++) {
      std::string name = table.decides(input) == are_deciding ? name_of(inputs, input) : "";
      if (!name.empty()) list += (list.empty() ? " (" : ", ") + name;
    }
    return list.empty() ? list : list + ")";
  }

  void tell(std::size_t n_tasks, const evaluate::Edges& edges, const Emitted& emitted) {
    remarks_.emit([&] {
      llvm::OptimizationRemark remark(kName, "Static", &begin_);
      remark << "taskgraph is known at compile time: " << Argument("Tasks", count(n_tasks, "task", "tasks")) << ", "
             << Argument("Edges", count(edges.predecessors.size(), "edge", "edges"));
      if (emitted.n_values != 0) {
        remark << ", " << Argument("Values", count(emitted.n_values, "value", "values")) << " from outside";
      }
      if (edges.n_bases > 1) {
        remark << "; " << Argument("Addresses", count(edges.addresses.size(), "address", "addresses"))
               << " of dependences compared when it runs";
      }
      return remark;
    });
  }

  // -Rpass-analysis=rondo: the graph.
  void describe(const std::vector<evaluate::Task>& tasks, const evaluate::Edges& edges,
                const Translation& translation) {
    for (std::size_t i = 0; i < tasks.size(); i++) {
      remarks_.emit([&] {
        llvm::OptimizationRemarkAnalysis remark(kName, "Task", translation.place(tasks[i].place));
        remark << "task " << Argument("Task", unsigned(i));
        for (uint32_t e = edges.first[i]; e < edges.first[i + 1]; e++) {
          remark << (e == edges.first[i] ? " after " : ", ") << Argument("After", edges.predecessors[e]);
        }
        return remark;
      });
    }
  }

  void miss(const std::string& text, const llvm::Instruction* at,
            const char* consequence = "taskgraph is recorded when it runs: ") {
    remarks_.emit([&] {
      const llvm::Instruction* where = at->getDebugLoc() ? at : &begin_;
      return llvm::OptimizationRemarkMissed(kName, "Recorded", where) << consequence << Argument("Reason", text);
    });
  }

  llvm::CallBase& begin_;
  const GraphOptions& options_;
  llvm::OptimizationRemarkEmitter& remarks_;
};

struct GraphPass : llvm::PassInfoMixin<GraphPass> {
  explicit GraphPass(const GraphOptions& options) : options(options) {}

  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses) {
    auto& functions = analyses.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
    tell_of_loops_and_patterns(module, functions);
    std::vector<llvm::CallBase*> regions = find_regions(module);
    if (regions.empty() || options.most_tasks == 0) return llvm::PreservedAnalyses::all();
    for (llvm::CallBase* begin : regions) {
      auto& remarks = functions.getResult<llvm::OptimizationRemarkEmitterAnalysis>(*begin->getFunction());
      RegionPass(*begin, options, remarks).run();
    }
    return llvm::PreservedAnalyses::none();
  }

  // Functions marked optnone included.
  static bool isRequired() { return true; }  // NOLINT(readability-identifier-naming): the pass manager's name

  GraphOptions options;
};

}  // namespace

void register_graph_pass(llvm::PassBuilder& builder, const GraphOptions& options) {
  builder.registerOptimizerEarlyEPCallback(
      [options](llvm::ModulePassManager& passes, llvm::OptimizationLevel) { passes.addPass(GraphPass(options)); });
  builder.registerFullLinkTimeOptimizationEarlyEPCallback(
      [options](llvm::ModulePassManager& passes, llvm::OptimizationLevel) { passes.addPass(GraphPass(options)); });
  // The pass runs again, with the facts that the link step has propagated between units.
  builder.registerFullLinkTimeOptimizationLastEPCallback(
      [options](llvm::ModulePassManager& passes, llvm::OptimizationLevel) { passes.addPass(GraphPass(options)); });
  builder.registerPipelineParsingCallback([options](llvm::StringRef name, llvm::ModulePassManager& passes,
                                                    llvm::ArrayRef<llvm::PassBuilder::PipelineElement>) {
    if (name != "rondo-taskgraph") return false;
    passes.addPass(GraphPass(options));
    return true;
  });
}

}  // namespace rondo::directives
