/* SPDX-License-Identifier: Apache-2.0
 *
 * How nodes make children, and the published trees; see tree.h.
 */
#include "uts/tree.h"

#include <math.h>

#include "uts/sha1.h"

/* Parameters and counts of T1 and T3 are those that the benchmark's authors publish with it; those of T3S stand in
 * section 3 of Olivier, IWOMP 2020. The small ones are for tests. */
// clang-format off
const uts_tree uts_trees[kNumTrees] = {
    {"T1", kGeometric, 19, 4, 0, 0, 10, {4130071, 3305118, 10}},
    {"T3", kBinomial, 42, 2000, 8, 0.124875, 0, {4112897, 3599034, 1572}},
    {"T3S", kBinomial, 7, 2000, 5, 0.200014, 0, {111345631, 89076904, 17844}},
    {"small-geometric", kGeometric, 19, 4, 0, 0, 6, {0, 0, 0}},
    {"small-binomial", kBinomial, 42, 20, 8, 0.12, 0, {0, 0, 0}},
};
// clang-format on

/* The node's random number, from 0 to below 1: the low 31 bits of its digest. */
static double uniform(const uts_node* node) { return (double)(node->digest[4] & 0x7fffffffu) / 2147483648.0; }

static int number_of_children(const uts_tree* tree, const uts_node* node) {
  enum { kMost = 100 }; /* of a node that is not a binomial tree's root */
  if (tree->kind == kBinomial) {
    if (node->depth == 0) return (int)tree->root_children;
    return uniform(node) < tree->probability ? tree->n_children : 0;
  }
  if (node->depth >= tree->max_depth) return 0;
  const double stop = 1 / (1 + tree->root_children); /* the probability that gives the wanted mean */
  const int n = (int)floor(log(1 - uniform(node)) / log(1 - stop));
  return n < kMost ? n : kMost;
}

uts_node uts_root(const uts_tree* tree) {
  const uint32_t message[5] = {0, 0, 0, 0, tree->seed};
  uts_node root = {{0}, 0, 0};
  sha1_of_words(message, 5, root.digest);
  root.n_children = number_of_children(tree, &root);
  return root;
}

void uts_make_child(const uts_tree* tree, const uts_node* parent, int index, int granularity, uts_node* child) {
  uint32_t message[6];
  for (int i = 0; i < 5; i++) message[i] = parent->digest[i];
  message[5] = (uint32_t)index;
  for (int i = 0; i < granularity; i++) {
    sha1_of_words(message, 6, child->digest);
    __asm__ volatile("" : : "r"(child->digest) : "memory"); /* each repetition counts */
  }
  child->depth = parent->depth + 1;
  child->n_children = number_of_children(tree, child);
}

uts_count uts_search_serially(const uts_tree* tree, const uts_node* parent, int granularity) {
  uts_count sum = {1, parent->n_children == 0, parent->depth};
  for (int i = 0; i < parent->n_children; i++) {
    uts_node child;
    uts_make_child(tree, parent, i, granularity, &child);
    const uts_count part = child.n_children ? uts_search_serially(tree, &child, granularity) : uts_leaf(&child);
    uts_add(&sum, &part);
  }
  return sum;
}
