// SPDX-License-Identifier: Apache-2.0
//
// Patterns across processes. The program runs itself again in each role: the first process records and saves, others
// load by call or by RONDO_PATTERNS and use the pattern from the first execution on, one loads what does not fit its
// program, some load or would replace what no file of patterns is. What is refused, and why, is one line on standard
// error each.
//
// Blocks in order would not see what differs from the pattern.
// test: ENV RONDO_GRAPH_WAY=spread
// test: STDERR 'patterns are not loaded from|no pattern is saved to|persistence\.c:[0-9]+ does not fit .*loaded from
// test: a file'
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "graph/pattern/pattern_check.h"

enum { kN = 10 };

static char path[64];

static void sweep(int transposed) {
  static unsigned grid[kN + 1][kN + 1], serial[kN + 1][kN + 1];
#pragma omp parallel
#pragma omp single
  {
    RONDO_DEP_PATTERN("sweep") {
      for (int i = 1; i <= kN; i++)
        for (int j = 1; j <= kN; j++) {
          unsigned *self = transposed ? &grid[j][i] : &grid[i][j], *other = &grid[i - 1][j], *third = &grid[i][j - 1];
          if (transposed) other = &grid[j][i - 1], third = &grid[kN][0];
#pragma omp task depend(in : *other, *third) depend(inout : *self) firstprivate(self, other, third)
          *self = *self * 3 + *other * 5 + *third + 1;
        }
    }
  }
  for (int i = 1; i <= kN; i++)
    for (int j = 1; j <= kN; j++) {
      unsigned *self = transposed ? &serial[j][i] : &serial[i][j], *other = &serial[i - 1][j];
      const unsigned* third = transposed ? &serial[kN][0] : &serial[i][j - 1];
      if (transposed) other = &serial[j][i - 1];
      *self = *self * 3 + *other * 5 + *third + 1;
    }
  for (int i = 1; i <= kN; i++)
    for (int j = 1; j <= kN; j++) CHECK_EQ(grid[i][j], serial[i][j]);
}

// ---- Roles of the other processes --------------------------------------------------------------------------------

static void use_saved(void) {
  if (rondo_pattern_load) CHECK_EQ(rondo_pattern_load(path), 0);
  if (rondo_pattern_load) CHECK_EQ(rondo_pattern_load(path), 0);  // again: the same pattern
  for (int k = 0; k < 3; k++) sweep(0);
  CHECK_PATTERN(loaded, 1);
  CHECK_PATTERN(recorded, 0);
  CHECK_PATTERN(uses, 3);
  CHECK_PATTERN(mismatches, 0);
}

static void use_by_environment(void) {
  for (int k = 0; k < 3; k++) sweep(0);
  CHECK_PATTERN(loaded, 1);
  CHECK_PATTERN(recorded, 0);
  CHECK_PATTERN(uses, 3);
}

static void record_for_environment(void) {
  sweep(0);
  CHECK_PATTERN(loaded, 0);
  CHECK_PATTERN(recorded, 1);
}

static void use_in_another_program(void) {
  if (rondo_pattern_load) CHECK_EQ(rondo_pattern_load(path), 0);
  for (int k = 0; k < 3; k++) sweep(1);
  CHECK_PATTERN(loaded, 1);
  CHECK_PATTERN(mismatches, 1);
  CHECK_PATTERN(recorded, 1);
}

static void write_file(const char* bytes, size_t n) {
  const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  CHECK(file >= 0 && write(file, bytes, n) == (ssize_t)n && close(file) == 0);
}

static void be_refused(void) {
  if (!rondo_pattern_load) return;
  char bytes[4096];
  const int file = open(path, O_RDONLY);
  const ssize_t n = read(file, bytes, sizeof bytes);
  CHECK(n > 40 && close(file) == 0);
  write_file(bytes, (size_t)n - 3);
  CHECK_EQ(rondo_pattern_load(path), -1);
  bytes[9]++;
  write_file(bytes, (size_t)n);
  CHECK_EQ(rondo_pattern_load(path), -1);
  write_file("#!/bin/sh\n", 10);
  CHECK_EQ(rondo_pattern_load(path), -1);
  char other[80];
  snprintf(other, sizeof other, "%s.link", path);
  CHECK_EQ(symlink(path, other), 0);
  CHECK_EQ(rondo_pattern_load("/no/such/folder/patterns"), -1);
  CHECK_EQ(rondo_pattern_load("/"), -1);
  CHECK_EQ(rondo_pattern_save("sweep", path), -1);  // nothing is recorded yet
  sweep(0);
  CHECK_EQ(rondo_pattern_save("sweep", "/no/such/folder/patterns"), -1);
  CHECK_EQ(rondo_pattern_save("sweep", path), -1);  // the script is still there
  CHECK_EQ(rondo_pattern_save("sweep", other), -1);
  CHECK_EQ(unlink(other), 0);
  bytes[9]--;
  write_file(bytes, (size_t)n);
  CHECK_EQ(rondo_pattern_load(path), 0);  // the same that has been recorded meanwhile
  CHECK_PATTERN(loaded, 0);
  CHECK_PATTERN(recorded, 1);
}

static void be_too_long(void) {
  if (!rondo_pattern_save) return;
  char tag[300], said[1000] = "", other[80];
  memset(tag, 't', sizeof tag);
  tag[sizeof tag - 1] = '\0';
  int x = 0;
#pragma omp parallel
#pragma omp single
  RONDO_DEP_PATTERN(tag) {
#pragma omp task depend(inout : x)
    x++;
  }
  CHECK_EQ(x, 1);
  sweep(0);
  snprintf(other, sizeof other, "%s.messages", path);
  fflush(stderr);
  const int standard_error = dup(2), messages = open(other, O_RDWR | O_CREAT | O_TRUNC, 0600);
  CHECK(standard_error >= 0 && messages >= 0 && dup2(messages, 2) == 2);
  const int saved = rondo_pattern_save(NULL, path);
  CHECK_EQ(dup2(standard_error, 2), 2);
  CHECK(pread(messages, said, sizeof said - 1, 0) > 0 && close(messages) == 0 && unlink(other) == 0);
  CHECK_EQ(saved, 0);
  CHECK(strstr(said, "is left out of") && strstr(said, "up to 255 bytes"));
}

// RONDO_PATTERNS names what is refused, or what must not be replaced: that is as it was when the process has ended.
static void record_beside(void) {
  sweep(0);
  CHECK_PATTERN(recorded, 1);
}

static void contradict(void) {
  if (!rondo_pattern_load) return;
  sweep(1);
  CHECK_EQ(rondo_pattern_load(path), -1);
  sweep(1);
  CHECK_PATTERN(uses, 1);
}

static const struct {
  const char* name;
  void (*run)(void);
} kRoles[] = {
    {"use", use_saved},
    {"another", use_in_another_program},
    {"contradict", contradict},
    {"environment", use_by_environment},
    {"record", record_for_environment},
    {"beside", record_beside},
    {"refused", be_refused},
    {"long", be_too_long},
};

static void in_another_process(const char* role) {
  char program[4096];
  const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
  CHECK(length > 0);
  program[length > 0 ? length : 0] = '\0';
  const pid_t child = fork();
  if (child == 0) {
    execl(program, program, role, path, (char*)NULL);
    _exit(127);
  }
  int status = 0;
  CHECK(child > 0 && waitpid(child, &status, 0) == child);
  CHECK_EQ(status, 0);
}

static void keeps(const char* bytes, size_t n) {
  write_file(bytes, n);
  struct stat before, after;
  CHECK_EQ(stat(path, &before), 0);
  in_another_process("beside");
  CHECK(stat(path, &after) == 0 && after.st_ino == before.st_ino && after.st_size == before.st_size);
  CHECK_EQ(unlink(path), 0);
}

int main(int argc, char** argv) {
  if (argc == 3) {
    snprintf(path, sizeof path, "%s", argv[2]);
    for (size_t i = 0; i < sizeof kRoles / sizeof kRoles[0]; i++)
      if (!strcmp(kRoles[i].name, argv[1])) kRoles[i].run();
    if (!freopen("/dev/null", "w", stdout)) return 1;  // only the first process says how it went
    return check_finish();
  }
  char folder[] = "/tmp/rondo_patterns_XXXXXX";
  CHECK(mkdtemp(folder) != NULL);
  snprintf(path, sizeof path, "%s/patterns", folder);
  sweep(0);
  if (rondo_pattern_save) {
    CHECK_EQ(rondo_pattern_save("sweep", path), 0);
    in_another_process("use");
    CHECK_EQ(rondo_pattern_save(NULL, path), 0);
    in_another_process("use");
    in_another_process("another");
    in_another_process("contradict");
    setenv("RONDO_PATTERNS", path, 1);
    in_another_process("environment");
    CHECK_EQ(unlink(path), 0);
    in_another_process("record");
    in_another_process("environment");
    CHECK_EQ(unlink(path), 0);
    keeps("thesis\n", 7);
    keeps("RONDOPAT\2\0\0\0 of a later version", 31);
    struct stat pipe;
    CHECK_EQ(mkfifo(path, 0600), 0);
    in_another_process("beside");
    CHECK(stat(path, &pipe) == 0 && S_ISFIFO(pipe.st_mode));
    CHECK_EQ(unlink(path), 0);
    unsetenv("RONDO_PATTERNS");
    CHECK_EQ(rondo_pattern_save(NULL, path), 0);
    in_another_process("refused");
    in_another_process("long");
    CHECK_EQ(unlink(path), 0);
  }
  CHECK_EQ(rmdir(folder), 0);
  return check_finish();
}
