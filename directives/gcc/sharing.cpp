// SPDX-License-Identifier: Apache-2.0
#include "gcc/sharing.hpp"

#include <cstring>
#include <unordered_set>

#include "gcc/gcc.hpp"

namespace rondo::gcc {
namespace {

// Names in the text that the lowering generates (../lowering/text.cpp).
constexpr const char* kFrame = "__rondo_frame";
constexpr const char* kAnnouncement = "rondo_directive_task";

bool is_named(tree declaration, const char* name) {
  return DECL_NAME(declaration) && std::strcmp(IDENTIFIER_POINTER(DECL_NAME(declaration)), name) == 0;
}

bool is_local_variable(tree node) { return (VAR_P(node) || TREE_CODE(node) == PARM_DECL) && !is_global_var(node); }

// ---- A task's variables -----------------------------------------------------------------------------------------

struct Task {
  tree function;     // that it stands in
  bool is_recorded;  // it stands in a region, or is announced
  std::unordered_set<tree> own;  // the task's: declared in its body, or listed as private in one way or another
};

tree find_declaration(tree* place, int*, void* data) {
  tree node = *place;
  auto* task = static_cast<Task*>(data);
  if (TREE_CODE(node) == DECL_EXPR) task->own.insert(DECL_EXPR_DECL(node));
  if (TREE_CODE(node) == BIND_EXPR)
    for (tree variable = BIND_EXPR_VARS(node); variable; variable = DECL_CHAIN(variable)) task->own.insert(variable);
  return NULL_TREE;
}

void find_private(tree clauses, Task& task) {
  for (tree clause = clauses; clause; clause = OMP_CLAUSE_CHAIN(clause)) {
    bool is_private =
        OMP_CLAUSE_CODE(clause) == OMP_CLAUSE_PRIVATE || OMP_CLAUSE_CODE(clause) == OMP_CLAUSE_FIRSTPRIVATE;
    if (is_private) task.own.insert(OMP_CLAUSE_DECL(clause));
  }
}

// Names that stand for a part of another object: structured bindings, and what a lambda expression has captured.
bool stands_for_another(tree variable) { return VAR_P(variable) && DECL_HAS_VALUE_EXPR_P(variable); }

tree object_behind(tree variable) {
  if (!stands_for_another(variable)) return variable;
  tree object = DECL_VALUE_EXPR(variable);
  while (handled_component_p(object)) object = TREE_OPERAND(object, 0);
  return object;
}

// A function that uses variables of another one (a lambda expression, a nested function) may be called in a region of
// that one; a function's own variables do not live as long as a record.
bool is_of_other_function(tree variable, tree function) {
  bool is_captured = stands_for_another(variable) && DECL_ARTIFICIAL(variable);
  return is_captured || DECL_CONTEXT(variable) != function;
}

// gcc's own temporaries are left alone, because gcc relies on what it knows of them. Named registers have no address,
// and a reference never changes, so a copy of it is as good.
void take_address(tree variable) {
  bool is_gccs = DECL_ARTIFICIAL(variable) && !stands_for_another(variable);
  bool has_address = !DECL_REGISTER(variable) && TREE_CODE(TREE_TYPE(variable)) != REFERENCE_TYPE;
  if (!is_gccs && has_address) TREE_ADDRESSABLE(variable) = 1;
}

// A variable whose address is taken is one that gcc does not copy.
tree keep_shared(tree* place, int*, void* data) {
  tree variable = *place;
  auto* task = static_cast<Task*>(data);
  if (!is_local_variable(variable) || task->own.contains(variable)) return NULL_TREE;
  if (!task->is_recorded && !is_of_other_function(variable, task->function)) return NULL_TREE;
  take_address(variable);
  tree object = object_behind(variable);
  if (object != variable && is_local_variable(object)) TREE_ADDRESSABLE(object) = 1;
  return NULL_TREE;
}

// ---- Regions of a function --------------------------------------------------------------------------------------

struct Walk {
  tree function;
  bool is_in_region = false;
  bool is_announced = false;  // the next task is
};

void task_construct(tree* body, tree clauses, Walk& walk) {
  Task task = {walk.function, walk.is_in_region || walk.is_announced, {}};
  walk.is_announced = false;
  if (!*body) return;  // a taskwait with dependences
  find_private(clauses, task);
  walk_tree_without_duplicates(body, find_declaration, &task);
  walk_tree_without_duplicates(body, keep_shared, &task);
}

// The block that the lowering puts around a construct declares its frame.
bool is_region(tree block) {
  for (tree variable = BIND_EXPR_VARS(block); variable; variable = DECL_CHAIN(variable))
    if (is_named(variable, kFrame)) return true;
  return false;
}

bool is_announcement(tree call) {
  tree called = CALL_EXPR_FN(call);
  if (!called || TREE_CODE(called) != ADDR_EXPR) return false;
  tree function = TREE_OPERAND(called, 0);
  return TREE_CODE(function) == FUNCTION_DECL && is_named(function, kAnnouncement);
}

// In the order of the source, so an announcement comes right before its task.
tree visit(tree* place, int* walks_subtrees, void* data) {
  tree node = *place;
  auto* walk = static_cast<Walk*>(data);
  if (TREE_CODE(node) == OMP_TASK) task_construct(&OMP_TASK_BODY(node), OMP_TASK_CLAUSES(node), *walk);
  if (TREE_CODE(node) == OMP_TASKLOOP) task_construct(&OMP_FOR_BODY(node), OMP_FOR_CLAUSES(node), *walk);
  if (TREE_CODE(node) == CALL_EXPR && is_announcement(node)) walk->is_announced = true;
  if (TREE_CODE(node) == BIND_EXPR && !walk->is_in_region && is_region(node)) {
    walk->is_in_region = true;
    walk_tree_without_duplicates(&BIND_EXPR_BODY(node), visit, walk);
    walk->is_in_region = false;
    *walks_subtrees = 0;
  }
  return NULL_TREE;
}

void before_lowering(void* data, void*) {
  tree function = static_cast<tree>(data);
  Walk walk = {function};
  walk_tree_without_duplicates(&DECL_SAVED_TREE(function), visit, &walk);
}

}  // namespace

void keep_variables_shared(const char* plugin_name) {
  register_callback(plugin_name, PLUGIN_PRE_GENERICIZE, before_lowering, nullptr);
}

}  // namespace rondo::gcc
