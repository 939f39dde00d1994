// SPDX-License-Identifier: Apache-2.0
//
// The search by oneTBB: a group of tasks in each node that has children, as Olivier's paper compares it with OpenMP.
#include <alloca.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_group.h>

#include <memory>

extern "C" {
#include "common/measure.h"
#include "uts/search.h"

extern const char uts_compiler[] = MEASURE_COMPILER;
}

namespace {

namespace tbb = oneapi::tbb;

// Kept until the program ends: threads stay, and have stacks for deep trees.
std::unique_ptr<tbb::global_control> parallelism, stacks;
std::unique_ptr<tbb::task_arena> arena;

int this_thread() { return tbb::this_task_arena::current_thread_index(); }

struct Search {
  const uts_tree* tree;
  int granularity;

  uts_count operator()(const uts_node* parent) const {
    const int n = parent->n_children;
    auto* children = static_cast<uts_node*>(alloca(static_cast<size_t>(n) * sizeof(uts_node)));
    auto* parts = static_cast<uts_count*>(alloca(static_cast<size_t>(n) * sizeof(uts_count)));
    const int creator = uts_moved ? this_thread() : 0;
    tbb::task_group tasks;
    for (int i = 0; i < n; i++) {
      uts_node* child = &children[i];
      uts_count* part = &parts[i];
      uts_make_child(tree, parent, i, granularity, child);
      if (!child->n_children) {
        *part = uts_leaf(child);
        continue;
      }
      tasks.run([this, child, part, creator] {
        if (uts_moved && this_thread() != creator) uts_moved[this_thread()].n_tasks++;
        *part = (*this)(child);
      });
    }
    tasks.wait();
    uts_count sum = {1, 0, parent->depth};
    for (int i = 0; i < n; i++) uts_add(&sum, &parts[i]);
    return sum;
  }
};

}  // namespace

extern "C" int uts_prepare(int threads) {
  using Control = tbb::global_control;
  if (!threads) threads = tbb::this_task_arena::max_concurrency();
  parallelism = std::make_unique<Control>(Control::max_allowed_parallelism, static_cast<size_t>(threads));
  stacks = std::make_unique<Control>(Control::thread_stack_size, static_cast<size_t>(kUtsStackBytes));
  arena = std::make_unique<tbb::task_arena>(threads);
  arena->initialize();
  return arena->max_concurrency();
}

extern "C" uts_count uts_search(const uts_tree* tree, const uts_node* root, int granularity, int is_tied) {
  if (is_tied) measure_fail("uts: oneTBB has no tied tasks; leave --tied out");
  const Search search = {tree, granularity};
  uts_count found = {0, 0, 0};
  arena->execute([&] { found = search(root); });
  return found;
}
