/* SPDX-License-Identifier: Apache-2.0
 *
 * The trees of the Unbalanced Tree Search benchmark (Olivier et al., LCPC 2006), which exist only as a rule: a node is
 * the SHA-1 digest of its parent's digest and its index among the siblings, and the digest, read as a random number,
 * says how many children the node has. Compiled once; the programs differ only in how they search.
 */
#ifndef RONDO_BENCH_UTS_TREE_H
#define RONDO_BENCH_UTS_TREE_H

#include <stddef.h>
#include <stdint.h>

typedef struct uts_node {
  uint32_t digest[5];
  int depth;
  int n_children;
} uts_node;

/* What a search finds in a subtree. */
typedef struct uts_count {
  uint64_t nodes;
  uint64_t leaves;
  int depth; /* of the deepest node; the root's is 0 */
} uts_count;

enum uts_kind {
  kBinomial, /* the root has `root_children`; a node has `n_children` with a probability, otherwise none */
  kGeometric /* the number of children is geometrically distributed, `root_children` on average, down to a depth */
};

typedef struct uts_tree {
  const char* name;
  enum uts_kind kind;
  uint32_t seed;
  double root_children;
  int n_children;
  double probability;
  int max_depth;
  uts_count published; /* zero: nobody has published it, the serial search says it */
} uts_tree;

enum { kNumTrees = 5 };
extern const uts_tree uts_trees[kNumTrees];

uts_node uts_root(const uts_tree* tree);

/* Makes the child with this index. The digest is computed `granularity` times: it is the work of the benchmark. */
void uts_make_child(const uts_tree* tree, const uts_node* parent, int index, int granularity, uts_node* child);

/* Adds what was found below a child to what is known of its parent. */
static inline void uts_add(uts_count* sum, const uts_count* part) {
  sum->nodes += part->nodes;
  sum->leaves += part->leaves;
  if (part->depth > sum->depth) sum->depth = part->depth;
}

static inline uts_count uts_leaf(const uts_node* node) {
  const uts_count count = {1, 1, node->depth};
  return count;
}

/* The search without tasks. */
uts_count uts_search_serially(const uts_tree* tree, const uts_node* parent, int granularity);

#endif
