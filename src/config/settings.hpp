// SPDX-License-Identifier: Apache-2.0
//
// The values of all settings and their sources, and the steps that lead to them: take the environment's values,
// derive those that depend on other settings or on the machine, report those that could not be used.
#pragma once

#include "config/table.hpp"
#include "config/value.hpp"

namespace rondo::config {

// An environment as the system gives it: "NAME=value" strings up to nullptr.
class Environment {
 public:
  // `is_secure`: the process runs with other rights than its caller (setuid); RONDO_ variables are then not looked
  // at.
  Environment(const char* const* entries, bool is_secure);

  // nullptr when the variable is not set, or set to blanks only. For variables of OpenMP, of the runtimes and of
  // launchers, by the beginnings of their names (settings.cpp).
  const char* find(const char* variable) const;

  const char* const* entries() const { return entries_; }
  bool is_secure() const { return is_secure_; }

 private:
  static constexpr uint32_t kMostRelevant = 64;

  const char* const* entries_;
  bool is_secure_;
  bool is_sifted_ = false;  // `relevant_` has all that find() may look for
  const char* relevant_[kMostRelevant + 1] = {};  // up to nullptr
};

LauncherRank rank_of(const Environment& environment);

class Settings {
 public:
  Value& operator[](Id id) { return values_[index_of(id)]; }
  const Value& operator[](Id id) const { return values_[index_of(id)]; }

  // The environment variable that decided, nullptr for the default.
  const char* source(Id id) const { return sources_[index_of(id)]; }
  void set_source(Id id, const char* variable) { sources_[index_of(id)] = variable; }
  bool is_given(Id id) const { return source(id) != nullptr; }

  // Step 1: each row's value from its first spelling that is set, else its default.
  void read(const Environment& environment);

  // Step 2: the meaning of KMP_AFFINITY and KMP_HW_SUBSET beside the other variables; reports settings that are not
  // followed. `limit` takes away the processors outside of the subset, if it can.
  void settle_affinity(const Environment& environment, bool (*limit)(const char* subset));

  // Step 3: defaults that follow from other settings and from the machine. Only where no number of threads is given
  // is `n_usable` called, which reads files of control groups.
  void resolve(unsigned (*n_usable)());

  // Step 4: the default number of threads of a rank of an MPI program whose launcher says that there are others on
  // this machine: its share of the machine's processors, if it may use more. The launcher's variable is its source
  // then.
  void share_with_ranks(const Environment& environment, unsigned (*n_of_machine)());

  // Step 5: one warning for each malformed value, with what is used instead. Before `environment` changes.
  void warn_about_malformed_values() const;

  Options options() const;

  // The places come from a variable whose order says which thread goes to which place.
  bool binds_in_order() const;

 private:
  struct Malformed {
    Spelling spelling;
    const char* text;  // inside the environment
  };

  void settle_kmp_affinity(const char* text);
  void settle_subset(bool (*limit)(const char* subset));
  void forget(Id id);
  void read_row(const Row& row, const Environment& environment);

  Value values_[kRowCount];
  const char* sources_[kRowCount] = {};
  Malformed malformed_[kRowCount] = {};
};

// Step 6: warns about variables that are set but have no effect: misspelt RONDO_ names, and settings of other
// runtimes that Rondo knows but does not honour.
void warn_about_ineffective_variables(const Environment& environment);

// The setting's or companion's variable nearest to `variable`, or nullptr when none is near enough to be meant.
const char* nearest_variable(const char* variable);

}  // namespace rondo::config
