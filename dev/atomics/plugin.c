// SPDX-License-Identifier: Apache-2.0
//
// A plugin of qemu-user for aarch64: counts executed read-modify-writes, fences, and loads and stores with an order,
// and writes the counts to standard error at exit. Debian's package has no header of the interface (version 1): what
// is used of it is declared here.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef uint64_t qemu_plugin_id_t;
typedef struct qemu_info_t qemu_info_t;
struct qemu_plugin_tb;
struct qemu_plugin_insn;
typedef void (*TbCallback)(qemu_plugin_id_t id, struct qemu_plugin_tb* tb);
typedef void (*InsnCallback)(unsigned cpu, void* data);
typedef void (*ExitCallback)(qemu_plugin_id_t id, void* data);
enum { kNoRegisters = 0 };

void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t id, TbCallback callback);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb* tb);
struct qemu_plugin_insn* qemu_plugin_tb_get_insn(const struct qemu_plugin_tb* tb, size_t index);
const void* qemu_plugin_insn_data(const struct qemu_plugin_insn* insn);
void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn* insn, InsnCallback callback, int flags,
                                            void* data);
void qemu_plugin_register_atexit_cb(qemu_plugin_id_t id, ExitCallback callback, void* data);

__attribute__((visibility("default"))) int qemu_plugin_version = 1;

typedef enum { kRmw, kFence, kAcquire, kRelease, kKinds } Kind;
static const char* const kNames[kKinds] = {"rmw", "fence", "acquire", "release"};
static uint64_t counts[kKinds];

// The encodings of the Arm Architecture Reference Manual, "Loads and stores" and "Barriers".
static Kind kind_of(uint32_t insn) {
  if ((insn & 0x3fe00000) == 0x08400000) return kRmw;  // load-exclusive: with its store one read-modify-write
  if ((insn & 0x3fa07c00) == 0x08a07c00) return kRmw;  // cas
  if ((insn & 0x3ffffc00) == 0x38bfc000) return kAcquire;  // ldapr
  if ((insn & 0x3f200c00) == 0x38200000) return kRmw;  // ldadd, ldset, ldclr, swp and so on
  if ((insn & 0xfffff0ff) == 0xd50330bf) return kFence;  // dmb
  if ((insn & 0x3fe08000) == 0x08c08000) return kAcquire;  // ldar
  if ((insn & 0x3fe08000) == 0x08808000) return kRelease;  // stlr
  return kKinds;
}

static void count(unsigned cpu, void* counter) {
  (void)cpu;
  __atomic_fetch_add((uint64_t*)counter, 1, __ATOMIC_RELAXED);
}

static void translate(qemu_plugin_id_t id, struct qemu_plugin_tb* tb) {
  (void)id;
  for (size_t i = 0; i < qemu_plugin_tb_n_insns(tb); i++) {
    struct qemu_plugin_insn* insn = qemu_plugin_tb_get_insn(tb, i);
    uint32_t word;
    memcpy(&word, qemu_plugin_insn_data(insn), sizeof word);
    const Kind kind = kind_of(word);
    if (kind != kKinds) qemu_plugin_register_vcpu_insn_exec_cb(insn, count, kNoRegisters, &counts[kind]);
  }
}

static void report(qemu_plugin_id_t id, void* data) {
  (void)id;
  (void)data;
  for (int kind = 0; kind < kKinds; kind++) {
    fprintf(stderr, "%s %llu\n", kNames[kind], (unsigned long long)counts[kind]);
  }
}

__attribute__((visibility("default"))) int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t* info, int argc,
                                                               char** argv) {
  (void)info;
  (void)argc;
  (void)argv;
  qemu_plugin_register_vcpu_tb_trans_cb(id, translate);
  qemu_plugin_register_atexit_cb(id, report, NULL);
  return 0;
}
