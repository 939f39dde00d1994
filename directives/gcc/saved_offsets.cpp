// SPDX-License-Identifier: Apache-2.0
//
// Looks at each function right after gcc's lowering of OpenMP, in which gcc has made the type of each task's data: a
// struct, to which the function of the task's body has a pointer. It has a field for each captured variable, with the
// variable's name. The calls that name a task's saved items stand in front of the task. The same holds for C, C++ and
// Fortran.
#include "gcc/saved_offsets.hpp"

#include <cstring>
#include <string>
#include <vector>

#include "gcc/gcc.hpp"

namespace rondo::gcc {
namespace {

constexpr const char* kCall = "rondo_directive_saved_item";
constexpr unsigned kName = 0;
constexpr unsigned kBytes = 1;  // 1 if the place has to be found
constexpr unsigned kOffset = 2;

struct Field {
  unsigned HOST_WIDE_INT offset;
  unsigned HOST_WIDE_INT n_bytes;  // with the padding behind it: data whose fields are all saved is saved whole
};

std::string name_of(const gcall* call) {
  tree argument = gimple_call_arg(call, kName);
  if (TREE_CODE(argument) != ADDR_EXPR) return {};
  tree text = TREE_OPERAND(argument, 0);
  if (TREE_CODE(text) == ARRAY_REF) text = TREE_OPERAND(text, 0);
  return TREE_CODE(text) == STRING_CST ? TREE_STRING_POINTER(text) : std::string();
}

bool is_of_constant_size(tree node) { return node && TREE_CODE(node) == INTEGER_CST && tree_fits_uhwi_p(node); }

// The struct that the body of the task gets.
tree data_of(const gomp_task* task) {
  tree body = gimple_omp_task_child_fn(task);
  tree parameter = body ? DECL_ARGUMENTS(body) : NULL_TREE;
  tree pointer = parameter ? TREE_TYPE(parameter) : NULL_TREE;
  if (!pointer || !POINTER_TYPE_P(pointer) || TREE_CODE(TREE_TYPE(pointer)) != RECORD_TYPE) return NULL_TREE;
  return TYPE_MAIN_VARIANT(TREE_TYPE(pointer));
}

bool is_named(tree variable, const std::string& name) {
  return DECL_P(variable) && DECL_NAME(variable) && name == IDENTIFIER_POINTER(DECL_NAME(variable));
}

// A dummy array `x` of Fortran is seen through a variable `x.0`. In C, such a variable is the length of an array: the
// value of x when the array was declared.
bool stands_for(tree variable, const std::string& name) {
  if (!lang_GNU_Fortran() || !DECL_P(variable) || !DECL_NAME(variable)) return false;
  return std::string(IDENTIFIER_POINTER(DECL_NAME(variable))).starts_with(name + ".");
}

// nullptr: the body does not use it, so gcc has removed it.
tree clause_of(const gomp_task* task, const std::string& name) {
  tree found = NULL_TREE;
  for (tree clause = gimple_omp_task_clauses(task); clause; clause = OMP_CLAUSE_CHAIN(clause)) {
    if (OMP_CLAUSE_CODE(clause) != OMP_CLAUSE_FIRSTPRIVATE) continue;
    if (is_named(OMP_CLAUSE_DECL(clause), name)) return clause;
    if (!found && stands_for(OMP_CLAUSE_DECL(clause), name)) found = clause;
  }
  return found;
}

// True for a variable that is more than its bytes: gfortran allocates memory for the copy, and frees it after the
// body.
bool owns_memory(tree clause) {
  return lang_GNU_Fortran() && lang_hooks.decls.omp_clause_dtor(clause, OMP_CLAUSE_DECL(clause)) != NULL_TREE;
}

// `name`: of the variable, as gcc has it.
bool find_field(tree data, tree name, Field& found) {
  if (!is_of_constant_size(TYPE_SIZE_UNIT(data))) return false;
  for (tree field = TYPE_FIELDS(data); field; field = DECL_CHAIN(field)) {
    if (TREE_CODE(field) != FIELD_DECL || DECL_NAME(field) != name) continue;
    tree next = DECL_CHAIN(field);
    while (next && TREE_CODE(next) != FIELD_DECL) next = DECL_CHAIN(next);
    tree end = next ? byte_position(next) : TYPE_SIZE_UNIT(data);
    if (!is_of_constant_size(DECL_SIZE_UNIT(field)) || !is_of_constant_size(end)) return false;
    found.offset = tree_to_uhwi(byte_position(field));
    found.n_bytes = tree_to_uhwi(end) - found.offset;
    return true;
  }
  return false;
}

// An item that the calls in front of a task name.
struct Search {
  std::vector<gcall*> announced;
};

void tell(gcall* call, const gomp_task* task) {
  tree wanted = gimple_call_arg(call, kBytes);
  if (TREE_INT_CST_LOW(wanted) == 0) return;  // an object: the program copies it
  std::string name = name_of(call);
  tree data = data_of(task);
  tree clause = clause_of(task, name);
  if (!clause) return;
  Field field{};
  if (data && !owns_memory(clause) && find_field(data, DECL_NAME(OMP_CLAUSE_DECL(clause)), field)) {
    gimple_call_set_arg(call, kBytes, build_int_cst(TREE_TYPE(wanted), static_cast<HOST_WIDE_INT>(field.n_bytes)));
    tree offset = gimple_call_arg(call, kOffset);
    gimple_call_set_arg(call, kOffset, build_int_cst(TREE_TYPE(offset), static_cast<HOST_WIDE_INT>(field.offset)));
    return;
  }
  error_at(OMP_CLAUSE_LOCATION(clause),
           "%qs cannot be saved: its size is not constant, or the task's copy of it has memory of its own; save a "
           "pointer to it, or leave %<saved:%> out",
           name.c_str());
}

tree visit(gimple_stmt_iterator* at, bool*, walk_stmt_info* walk) {
  auto* search = static_cast<Search*>(walk->info);
  gimple* statement = gsi_stmt(*at);
  if (auto* call = dyn_cast<gcall*>(statement)) {
    tree function = gimple_call_fndecl(call);
    bool is_ours =
        function && DECL_NAME(function) && std::strcmp(IDENTIFIER_POINTER(decl_assembler_name(function)), kCall) == 0;
    if (is_ours && gimple_call_num_args(call) > kOffset) search->announced.push_back(call);
  } else if (auto* task = dyn_cast<gomp_task*>(statement)) {
    for (gcall* item : search->announced) tell(item, task);
    search->announced.clear();
  }
  return NULL_TREE;
}

// The pass behind the lowering of OpenMP.
void before_pass(void* about_to_run, void*) {
  const auto* pass = static_cast<const opt_pass*>(about_to_run);
  if (std::strcmp(pass->name, "lower") != 0) return;
  Search search;
  walk_stmt_info walk = {};
  walk.info = &search;
  walk_gimple_seq(gimple_body(current_function_decl), visit, nullptr, &walk);
}

}  // namespace

void tell_saved_offsets(const char* plugin_name) {
  register_callback(plugin_name, PLUGIN_PASS_EXECUTION, before_pass, nullptr);
}

}  // namespace rondo::gcc
