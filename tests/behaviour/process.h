/* SPDX-License-Identifier: Apache-2.0
 *
 * What the tests of behaviour ask the system about their own process, and how they run something in a child.
 */
#ifndef RONDO_TESTS_PROCESS_H
#define RONDO_TESTS_PROCESS_H

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

__attribute__((unused)) static int n_threads_of_process(void) {
  DIR* tasks = opendir("/proc/self/task");
  int n = 0;
  for (struct dirent* entry; (entry = readdir(tasks)) != NULL;) n += entry->d_name[0] != '.';
  closedir(tasks);
  return n;
}

/* Resident memory in KiB. */
__attribute__((unused)) static long resident_kib(void) {
  FILE* statm = fopen("/proc/self/statm", "r");
  long total = 0, resident = 0;
  if (fscanf(statm, "%ld %ld", &total, &resident) != 2) resident = 0;
  fclose(statm);
  return resident * (sysconf(_SC_PAGESIZE) / 1024);
}

/* Leaves the process `more_kib` of address space beyond what it has: the least of some looks, since a thread that
 * starts maps much for a moment. Returns the limit that there was. */
__attribute__((unused)) static rlim_t limit_address_space(long more_kib) {
  enum { kLooks = 20, kPause_us = 1000 };
  long least = 0;
  for (int i = 0; i < kLooks; i++) {
    FILE* statm = fopen("/proc/self/statm", "r");
    long pages = 0;
    if (fscanf(statm, "%ld", &pages) == 1 && (least == 0 || pages < least)) least = pages;
    fclose(statm);
    usleep(kPause_us);
  }
  struct rlimit limit;
  getrlimit(RLIMIT_AS, &limit);
  const rlim_t before = limit.rlim_cur;
  limit.rlim_cur = (rlim_t)least * (rlim_t)sysconf(_SC_PAGESIZE) + (rlim_t)more_kib * 1024;
  return setrlimit(RLIMIT_AS, &limit) == 0 ? before : 0;
}

/* Time of all processors used by this process so far. */
__attribute__((unused)) static double cpu_seconds(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

/* The wait status of a child that runs body(). A child that returns from it ends with status 0, one that is stuck is
 * ended by SIGALRM. */
__attribute__((unused)) static int status_of_child(void (*body)(void)) {
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    alarm(30);
    body();
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return status;
}

#endif
