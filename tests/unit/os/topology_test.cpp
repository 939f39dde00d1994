// SPDX-License-Identifier: Apache-2.0
//
// os/machine.hpp on machines described in words (hwloc's synthetic form), and os/topology.hpp on the one we run on.
#include "os/topology.hpp"

#include <thread>

#include <gtest/gtest.h>
#include <sched.h>
#include <unistd.h>

#include "os/machine.hpp"

namespace rondo::os {
namespace {

// The smallest domain that two processors share.
enum : unsigned { kSameCore, kSameL2, kSameL3, kSamePackage, kOtherPackage };
unsigned distance(const Machine& machine, unsigned cpu_a, unsigned cpu_b) {
  const Location* a = machine.find(cpu_a);
  const Location* b = machine.find(cpu_b);
  if (a == nullptr || b == nullptr) return kOtherPackage;
  if (a->core == b->core) return kSameCore;
  if (a->l2 == b->l2) return kSameL2;
  if (a->last_cache == b->last_cache) return kSameL3;
  if (a->numa == b->numa || a->package == b->package) return kSamePackage;
  return kOtherPackage;
}

TEST(Machine, DistancesOfATwoSocketServer) {
  Machine machine;
  // 2 packages, each one node with one L3 of 4 cores with their own L2 and 2 hardware threads.
  machine.read("pack:2 numa:1 l3:1 l2:4 core:1 pu:2");
  ASSERT_EQ(machine.n_cpus(), 16u);
  EXPECT_EQ(distance(machine, 0, 0), kSameCore);
  EXPECT_EQ(distance(machine, 0, 1), kSameCore);
  EXPECT_EQ(distance(machine, 0, 2), kSameL3);
  EXPECT_EQ(distance(machine, 7, 0), kSameL3);
  EXPECT_EQ(distance(machine, 7, 8), kOtherPackage);
  EXPECT_EQ(distance(machine, 0, 15), kOtherPackage);
}

TEST(Machine, DistancesWithSharedL2AndSeveralL3) {
  Machine machine;
  machine.read("pack:1 l3:2 l2:2 core:2 pu:1");
  ASSERT_EQ(machine.n_cpus(), 8u);
  EXPECT_EQ(distance(machine, 0, 1), kSameL2);
  EXPECT_EQ(distance(machine, 0, 2), kSameL3);
  EXPECT_EQ(distance(machine, 0, 4), kSamePackage);
}

TEST(Machine, DistancesAcrossNodesOfOnePackage) {
  Machine machine;
  machine.read("pack:2 numa:2 core:2 pu:1");
  ASSERT_EQ(machine.n_cpus(), 8u);
  EXPECT_LE(distance(machine, 0, 1), kSamePackage);
  EXPECT_LE(distance(machine, 0, 2), kSamePackage);
  EXPECT_EQ(distance(machine, 0, 4), kOtherPackage);
  EXPECT_EQ(machine.find(0)->numa, machine.find(1)->numa);
  EXPECT_NE(machine.find(0)->numa, machine.find(2)->numa);
}

TEST(Machine, UnknownProcessorsAreFar) {
  Machine machine;
  machine.read("core:2 pu:1");
  EXPECT_EQ(machine.find(2), nullptr);
  EXPECT_EQ(distance(machine, 0, 2), kOtherPackage);
  EXPECT_EQ(distance(machine, 5000, 1), kOtherPackage);
}

TEST(Machine, UnreadableDescriptionBecomesAFlatMachine) {
  Machine machine;
  machine.read("no such description");
  EXPECT_EQ(machine.n_cpus(), process_cpus().count());
  const unsigned first = process_cpus().first();
  EXPECT_NE(machine.find(first), nullptr);
  const unsigned second = process_cpus().next(first);
  if (second != CpuSet::kNone) EXPECT_EQ(distance(machine, first, second), kSameL3);
}

TEST(Topology, CountsAreConsistent) {
  EXPECT_GE(online_processors_in_mask(), 1u);
  EXPECT_EQ(online_processors_in_mask(), process_cpus().count());
  EXPECT_GE(usable_processors(), 1u);
  EXPECT_LE(usable_processors(), online_processors_in_mask());
  cpu_set_t mask;
  ASSERT_EQ(sched_getaffinity(0, sizeof mask, &mask), 0);
  EXPECT_EQ(online_processors_in_mask(), static_cast<unsigned>(CPU_COUNT(&mask)));
}

TEST(Topology, ThisMachineKnowsItsProcessors) {
  const CpuSet& cpus = process_cpus();
  for (unsigned cpu = cpus.first(); cpu != CpuSet::kNone; cpu = cpus.next(cpu)) {
    EXPECT_NE(machine().find(cpu), nullptr) << cpu;
    EXPECT_EQ(distance(machine(), cpu, cpu), kSameCore);
  }
  EXPECT_TRUE(cpus.contains(current_cpu()));
}

TEST(Topology, ReadingTheMachineLeavesTheBindingAlone) {
  std::thread([] {
    cpu_set_t before;
    cpu_set_t after;
    sched_getaffinity(0, sizeof before, &before);
    Machine machine;
    machine.read();
    sched_getaffinity(0, sizeof after, &after);
    EXPECT_TRUE(CPU_EQUAL(&before, &after));
  }).join();
}

TEST(Topology, BindsAndUnbindsTheCallingThreadOnly) {
  const CpuSet& cpus = process_cpus();
  std::thread([&cpus] {
    for (unsigned cpu = cpus.first(); cpu != CpuSet::kNone; cpu = cpus.next(cpu)) {
      CpuSet one;
      one.add(cpu);
      ASSERT_TRUE(bind_thread(one));
      EXPECT_EQ(current_cpu(), cpu);
    }
    cpu_set_t mask;
    unbind_thread();
    sched_getaffinity(0, sizeof mask, &mask);
    EXPECT_EQ(static_cast<unsigned>(CPU_COUNT(&mask)), cpus.count());
  }).join();
  EXPECT_EQ(online_processors_in_mask(), cpus.count());
}

TEST(Topology, BindingToNothingUsableIsRefused) {
  EXPECT_FALSE(bind_thread(CpuSet()));
  CpuSet beyond;
  beyond.add(kMaxCpus - 1);
  EXPECT_FALSE(bind_thread(beyond));
}

}  // namespace
}  // namespace rondo::os
