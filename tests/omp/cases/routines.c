// SPDX-License-Identifier: Apache-2.0
//
// The omp_ routines, a case each: what the standard says of their answers. Each case puts back what it sets.
#include <stdint.h>

#include "omp/cases/cases.h"

int main(int n_arguments, char** arguments) { return cases_main(n_arguments, arguments); }

static int team_size(void) {
  int size = 0;
#pragma omp parallel reduction(+ : size)
  size++;
  return size;
}

CASE(num_threads, "omp_set_num_threads, omp_get_num_threads, omp_get_max_threads, omp_get_thread_num") {
  const int before = omp_get_max_threads();
  omp_set_dynamic(0);
  omp_set_num_threads(3);
  CHECK_EQ(omp_get_max_threads(), 3);
  CHECK_EQ(team_size(), 3);
  CHECK_EQ(omp_get_num_threads(), 1);
  CHECK_EQ(omp_get_thread_num(), 0);
  omp_set_num_threads(before);
}
CASE(num_procs, "omp_get_num_procs") { CHECK(omp_get_num_procs() > 0); }
CASE(in_parallel, "omp_in_parallel") {
  CHECK(!omp_in_parallel());
#pragma omp parallel num_threads(2)
  CHECK(omp_in_parallel());
#pragma omp parallel num_threads(2) if (0)
  CHECK(!omp_in_parallel());
}
CASE(dynamic, "omp_set_dynamic, omp_get_dynamic") {
  omp_set_dynamic(1);
  CHECK_EQ(omp_get_dynamic(), 1);
  omp_set_dynamic(0);
  CHECK_EQ(omp_get_dynamic(), 0);
}
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
CASE(nested, "omp_set_nested, omp_get_nested") {
  omp_set_nested(1);
  CHECK_EQ(omp_get_nested(), 1);
  CHECK(omp_get_max_active_levels() > 1);
  omp_set_nested(0);
  CHECK_EQ(omp_get_nested(), 0);
  CHECK_EQ(omp_get_max_active_levels(), 1);
}
#pragma GCC diagnostic pop
CASE(schedule, "omp_set_schedule, omp_get_schedule") {
  const omp_sched_t kinds[] = {omp_sched_static, omp_sched_dynamic, omp_sched_guided};
  omp_sched_t before, kind;
  int chunk_before, chunk;
  omp_get_schedule(&before, &chunk_before);
  for (int i = 0; i < 3; i++) {
    omp_set_schedule(kinds[i], 4 + i);
    omp_get_schedule(&kind, &chunk);
    CHECK_EQ((unsigned)kind & ~(unsigned)omp_sched_monotonic, kinds[i]);
    CHECK_EQ(chunk, 4 + i);
  }
  omp_set_schedule(omp_sched_dynamic, 1);
  omp_set_schedule(omp_sched_auto, 7); /* which has no chunks */
  omp_get_schedule(&kind, &chunk);
  CHECK_EQ((unsigned)kind & ~(unsigned)omp_sched_monotonic, omp_sched_auto);
  CHECK_EQ(chunk, 1);
  omp_set_schedule(before, chunk_before);
}
CASE(active_levels, "omp_set_max_active_levels, omp_get_max_active_levels, omp_get_supported_active_levels") {
  CHECK(omp_get_supported_active_levels() > 0);
  omp_set_max_active_levels(2);
  CHECK_EQ(omp_get_max_active_levels(), 2);
  omp_set_max_active_levels(1);
  CHECK_EQ(omp_get_max_active_levels(), 1);
}
CASE(levels, "omp_get_level, omp_get_active_level, omp_get_ancestor_thread_num, omp_get_team_size") {
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
  {
    const int outer = omp_get_thread_num();
#pragma omp parallel num_threads(3)
    {
      CHECK_EQ(omp_get_level(), 2);
      CHECK_EQ(omp_get_active_level(), 2);
      CHECK_EQ(omp_get_ancestor_thread_num(0), 0);
      CHECK_EQ(omp_get_ancestor_thread_num(1), outer);
      CHECK_EQ(omp_get_ancestor_thread_num(2), omp_get_thread_num());
      CHECK_EQ(omp_get_ancestor_thread_num(3), -1);
      CHECK_EQ(omp_get_team_size(0), 1);
      CHECK_EQ(omp_get_team_size(1), 2);
      CHECK_EQ(omp_get_team_size(2), 3);
      CHECK_EQ(omp_get_team_size(-1), -1);
    }
  }
  omp_set_max_active_levels(1);
}
CASE(thread_limit, "omp_get_thread_limit") { CHECK(omp_get_thread_limit() >= omp_get_max_threads()); }
CASE(cancellation, "omp_get_cancellation") { CHECK_EQ(omp_get_cancellation(), 0); }
CASE(in_final, "omp_in_final") {
  CHECK(!omp_in_final());
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp task final(1)
  CHECK(omp_in_final());
}
CASE(max_priority, "omp_get_max_task_priority") { CHECK_EQ(omp_get_max_task_priority(), 0); }
CASE(teams, "omp_get_num_teams, omp_get_team_num, omp_get_max_teams, omp_set_num_teams") {
  CHECK_EQ(omp_get_num_teams(), 1);
  CHECK_EQ(omp_get_team_num(), 0);
  omp_set_num_teams(2);
  CHECK_EQ(omp_get_max_teams(), 2);
  omp_set_num_teams(0);
}
CASE(teams_thread_limit, "omp_get_teams_thread_limit, omp_set_teams_thread_limit") {
  omp_set_teams_thread_limit(3);
  CHECK_EQ(omp_get_teams_thread_limit(), 3);
  omp_set_teams_thread_limit(0);
}
CASE(devices, "omp_get_num_devices, omp_get_initial_device, omp_get_device_num, omp_is_initial_device") {
  CHECK_EQ(omp_get_num_devices(), 0);
  CHECK_EQ(omp_get_initial_device(), 0);
  CHECK_EQ(omp_get_device_num(), omp_get_initial_device());
  CHECK_EQ(omp_is_initial_device(), 1);
}
CASE(default_device, "omp_set_default_device, omp_get_default_device") {
  const int before = omp_get_default_device();
  omp_set_default_device(3);
  CHECK_EQ(omp_get_default_device(), 3);
  omp_set_default_device(before);
}
CASE(times, "omp_get_wtime, omp_get_wtick") {
  const double start = omp_get_wtime();
  CHECK(omp_get_wtick() > 0 && omp_get_wtick() < 1);
  spin_for(1000);
  CHECK(omp_get_wtime() >= start);
}
CASE(proc_bind, "omp_get_proc_bind") {
  const omp_proc_bind_t bind = omp_get_proc_bind();
  CHECK((int)bind >= 0 && (int)bind <= 4);
}
CASE(places, "omp_get_num_places, omp_get_place_num_procs, omp_get_place_proc_ids, omp_get_place_num") {
  const int n = omp_get_num_places();
  CHECK(n >= 0);
  for (int i = 0; i < n; i++) {
    const int n_procs = omp_get_place_num_procs(i);
    CHECK(n_procs > 0 && n_procs <= 1024);
    int ids[1024];
    omp_get_place_proc_ids(i, ids);
    for (int k = 0; k < n_procs; k++) CHECK(ids[k] >= 0);
  }
  CHECK_EQ(omp_get_place_num_procs(-1), 0);
  CHECK_EQ(omp_get_place_num_procs(n), 0);
  CHECK(omp_get_place_num() < (n ? n : 1));
}
CASE(partition, "omp_get_partition_num_places, omp_get_partition_place_nums") {
  const int n = omp_get_partition_num_places();
  CHECK(n >= 0 && n <= 1024);
  int places[1024];
  omp_get_partition_place_nums(places);
  for (int i = 0; i < n; i++) CHECK(places[i] >= 0);
}
CASE(affinity_format, "omp_set_affinity_format, omp_get_affinity_format, omp_capture_affinity") {
  char before[200], text[100];
  omp_get_affinity_format(before, sizeof before);
  omp_set_affinity_format("%L:%n/%N");
  CHECK_EQ(omp_get_affinity_format(text, sizeof text), 8);
  CHECK(strcmp(text, "%L:%n/%N") == 0);
  CHECK_EQ(omp_capture_affinity(text, sizeof text, NULL), 5);
  CHECK(strcmp(text, "0:0/1") == 0);
  CHECK_EQ(omp_capture_affinity(text, 3, NULL), 5);
  CHECK(strcmp(text, "0:") == 0);
  CHECK_EQ(omp_capture_affinity(NULL, 0, "%%%n"), 2);
  omp_set_affinity_format("");
  CHECK_EQ(omp_get_affinity_format(text, sizeof text), 0);
  omp_set_affinity_format(before);
}
static int captures(const char* format, const char* wanted) {
  char text[100];
  return omp_capture_affinity(text, sizeof text, format) == strlen(wanted) && strcmp(text, wanted) == 0;
}
CASE(affinity_fields, "omp_capture_affinity: fields, their long names, widths and zeros") {
  CHECK(captures("%t %T %L %n %N %a", "0 1 0 0 1 -1"));
  CHECK(captures("%{team_num} %{num_teams} %{nesting_level} %{thread_num} %{num_threads} %{ancestor_tnum}",
                 "0 1 0 0 1 -1"));
  CHECK(captures("%4N|%.4N|%0.4N|%4{num_threads}|%0.4{num_threads}|", "1   |   1|0001|1   |0001|"));
  CHECK(captures("%0.4a|%.4a|%4a|", "-001|  -1|-1  |")); /* zeros stand behind the sign */
  CHECK(captures("  %n\t%%n ", "  0\t%n "));
  char host[100], padded[100], wanted[100];
  CHECK(omp_capture_affinity(host, 30, "%H") > 0);
  CHECK_EQ(omp_capture_affinity(padded, sizeof padded, "%0.50H"), 50); /* text is padded with blanks */
  snprintf(wanted, sizeof wanted, "%50s", host);
  CHECK(strlen(host) == 29 || strcmp(padded, wanted) == 0);
#pragma omp parallel num_threads(3)
  if (omp_get_thread_num() == omp_get_num_threads() - 1) {
    char wanted_here[100];
    snprintf(wanted_here, sizeof wanted_here, "1.%d.%d.0", omp_get_thread_num(), omp_get_num_threads());
    CHECK(captures("%L.%n.%N.%a", wanted_here));
  }
}

CASE_NOT_LIBGOMP(pause_refused, "omp_pause_resource of an unknown kind or device",
                 "libgomp 12 does not look at the kind") {
  CHECK(omp_pause_resource((omp_pause_resource_t)7, omp_get_initial_device()) != 0);
  CHECK(omp_pause_resource(omp_pause_soft, omp_get_num_devices() + 1000) != 0);
}

CASE(pause_soft, "omp_pause_resource, omp_pause_resource_all") {
  const int threads = omp_get_max_threads();
  CHECK_EQ(team_size(), threads);
  CHECK_EQ(omp_pause_resource(omp_pause_soft, omp_get_initial_device()), 0);
  CHECK_EQ(team_size(), threads);
  CHECK_EQ(omp_pause_resource_all(omp_pause_soft), 0);
  CHECK_EQ(team_size(), threads);
  CHECK_EQ(omp_pause_resource_all(omp_pause_hard), 0);
  CHECK_EQ(team_size(), threads);
}

CASE(lock, "omp_init_lock, omp_set_lock, omp_test_lock, omp_unset_lock, omp_destroy_lock") {
  omp_lock_t lock;
  omp_init_lock(&lock);
  int sum = 0;
#pragma omp parallel
  for (int i = 0; i < 100; i++) {
    if (i % 2) {
      omp_set_lock(&lock);
    } else {
      while (!omp_test_lock(&lock)) {
#pragma omp taskyield
      }
    }
    sum++;
    omp_unset_lock(&lock);
  }
  CHECK_EQ(sum, 100 * omp_get_max_threads());
  omp_destroy_lock(&lock);
}
CASE(nest_lock, "omp_init_nest_lock, omp_set_nest_lock, omp_test_nest_lock, omp_unset_nest_lock, ...") {
  omp_nest_lock_t lock;
  omp_init_nest_lock(&lock);
  int sum = 0;
#pragma omp parallel
  for (int i = 0; i < 100; i++) {
    omp_set_nest_lock(&lock);
    CHECK_EQ(omp_test_nest_lock(&lock), 2);
    sum++;
    omp_unset_nest_lock(&lock);
    omp_unset_nest_lock(&lock);
  }
  CHECK_EQ(sum, 100 * omp_get_max_threads());
  omp_destroy_nest_lock(&lock);
}
#ifdef __clang__
CASE(hinted_lock, "omp_init_lock_with_hint, omp_init_nest_lock_with_hint") {
  const omp_sync_hint_t hints[] = {omp_sync_hint_none, omp_sync_hint_uncontended, omp_sync_hint_contended,
                                   omp_sync_hint_nonspeculative, omp_sync_hint_speculative};
  for (int i = 0; i < 5; i++) {
    omp_lock_t lock;
    omp_nest_lock_t nest;
    omp_init_lock_with_hint(&lock, hints[i]);
    omp_init_nest_lock_with_hint(&nest, hints[i]);
    int sum = 0;
#pragma omp parallel
    {
      omp_set_lock(&lock);
      omp_set_nest_lock(&nest);
      sum++;
      omp_unset_nest_lock(&nest);
      omp_unset_lock(&lock);
    }
    CHECK_EQ(sum, omp_get_max_threads());
    omp_destroy_lock(&lock);
    omp_destroy_nest_lock(&nest);
  }
}
CASE(explicit_task, "omp_in_explicit_task") {
  extern int omp_in_explicit_task(void);
  CHECK(!omp_in_explicit_task());
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp task
  CHECK(omp_in_explicit_task());
}
CASE_NOT_LIBOMP(interop, "omp_get_num_interop_properties, omp_get_interop_int, ..._ptr, ..._str, ..._name",
                "libomp 19 alone sets no return code") {
  CHECK(omp_get_num_interop_properties(omp_interop_none) >= 0);
  int result = 7;
  omp_get_interop_int(omp_interop_none, omp_ipr_vendor, &result);
  CHECK(result < 0);
  CHECK(omp_get_interop_ptr(omp_interop_none, omp_ipr_device, NULL) == NULL);
  CHECK(omp_get_interop_str(omp_interop_none, omp_ipr_vendor_name, NULL) == NULL);
}
#else
CASE_NOT_BUILT("omp_init_lock_with_hint, omp_init_nest_lock_with_hint", "libgomp declares but does not export them")
CASE_NOT_BUILT("omp_in_explicit_task", "gcc 12 does not know it")
CASE_NOT_BUILT("omp_get_num_interop_properties, omp_get_interop_int, ..._ptr, ..._str, ..._name",
               "gcc 12 does not know them")
#endif

static int is_aligned(const void* block, size_t alignment) { return (uintptr_t)block % alignment == 0; }
CASE(alloc, "omp_alloc, omp_free, omp_calloc, omp_realloc, omp_aligned_alloc, omp_aligned_calloc") {
  char* block = omp_alloc(100, omp_default_mem_alloc);
  CHECK(block != NULL);
  memset(block, 3, 100);
  block = omp_realloc(block, 5000, omp_default_mem_alloc, omp_default_mem_alloc);
  CHECK(block[99] == 3);
  omp_free(block, omp_default_mem_alloc);
  block = omp_calloc(10, 10, omp_null_allocator);
  for (int i = 0; i < 100; i++) CHECK_EQ(block[i], 0);
  omp_free(block, omp_null_allocator);
  block = omp_aligned_alloc(4096, 8192, omp_default_mem_alloc);
  CHECK(is_aligned(block, 4096));
  omp_free(block, omp_default_mem_alloc);
  block = omp_aligned_calloc(256, 4, 256, omp_default_mem_alloc);
  CHECK(is_aligned(block, 256) && block[1023] == 0);
  omp_free(block, omp_default_mem_alloc);
}
CASE(allocator, "omp_init_allocator, omp_destroy_allocator, traits") {
  omp_alloctrait_t traits[] = {
      {omp_atk_alignment, 512}, {omp_atk_pool_size, 64 << 10}, {omp_atk_fallback, omp_atv_null_fb}};
  const omp_allocator_handle_t own = omp_init_allocator(omp_default_mem_space, 3, traits);
  CHECK(own != omp_null_allocator);
  void* block = omp_alloc(40 << 10, own);
  CHECK(block != NULL && is_aligned(block, 512));
  CHECK(omp_alloc(40 << 10, own) == NULL);
  omp_free(block, own);
  omp_destroy_allocator(own);
}
CASE(default_allocator, "omp_set_default_allocator, omp_get_default_allocator") {
  const omp_allocator_handle_t before = omp_get_default_allocator();
  omp_set_default_allocator(omp_cgroup_mem_alloc);
  CHECK(omp_get_default_allocator() == omp_cgroup_mem_alloc);
  omp_set_default_allocator(before);
}
CASE(fulfill, "omp_fulfill_event") {
  int after = 0;
#pragma omp parallel
#pragma omp single
  {
    omp_event_handle_t event;
#pragma omp task detach(event)
    omp_fulfill_event(event);
#pragma omp taskwait
    after = 1;
  }
  CHECK_EQ(after, 1);
}
#ifdef __clang__
CASE(control_tool, "omp_control_tool") { CHECK(omp_control_tool(omp_control_tool_start, 0, NULL) < 0); }
#else
CASE_NOT_BUILT("omp_control_tool", "gcc 12 does not know it")
#endif
