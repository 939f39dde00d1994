// SPDX-License-Identifier: Apache-2.0
#include "gcc/sharing.hpp"

#include "gcc/gcc.hpp"

namespace rondo::gcc {
namespace {

// A variable whose address is taken is one that gcc does not copy. Registers by name have no address, and a reference
// is never changed, so copies of it are as good.
tree take_address(tree* place, int*, void*) {
  tree variable = *place;
  bool is_local = (VAR_P(variable) || TREE_CODE(variable) == PARM_DECL) && !is_global_var(variable);
  if (is_local && !DECL_REGISTER(variable) && TREE_CODE(TREE_TYPE(variable)) != REFERENCE_TYPE)
    TREE_ADDRESSABLE(variable) = 1;
  return NULL_TREE;
}

tree visit(tree* place, int*, void*) {
  tree construct = *place;
  tree* body = nullptr;
  if (TREE_CODE(construct) == OMP_TASK) body = &OMP_TASK_BODY(construct);
  if (TREE_CODE(construct) == OMP_TASKLOOP) body = &OMP_FOR_BODY(construct);
  if (body) walk_tree_without_duplicates(body, take_address, nullptr);
  return NULL_TREE;
}

void before_lowering(void* function, void*) {
  walk_tree_without_duplicates(&DECL_SAVED_TREE(static_cast<tree>(function)), visit, nullptr);
}

}  // namespace

void keep_variables_shared(const char* plugin_name) {
  register_callback(plugin_name, PLUGIN_PRE_GENERICIZE, before_lowering, nullptr);
}

}  // namespace rondo::gcc
