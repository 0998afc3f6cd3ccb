// ARM: the proposal supports only FullPCPUs and NUMANodeLevel; upstream has no such rule.
#include <gtest/gtest.h>

#include "koordinator_machines.h"

namespace koord::cpu::testing {
namespace {

MachinePtr machine_of(const char *architecture) {
  TopologySpec spec = regular({.sockets = 2});
  spec.facts.architecture = architecture;
  return machine(std::move(spec));
}

TEST(KoordinatorArm, DefaultIsFullPcpus) {
  for (const char *name : {"aarch64", "arm64", "armv8l", "aarch64_be"})
    EXPECT_EQ(ask(machine_of(name), {.cpus = 2}).cpus, "0,8") << name;
  for (const char *name : {"x86_64", "", "s390x", "riscv64", "charm"})
    EXPECT_EQ(ask(machine_of(name), {.cpus = 2}).cpus, "0-1") << name;
}

TEST(KoordinatorArm, FullPcpusAsEverywhere) {
  EXPECT_EQ(ask(machine_of("aarch64"), {.cpus = 4, .bind = kFull}).cpus, "0-1,8-9");
}

TEST(KoordinatorArm, RefusesSpreading) {
  const Answer no = ask(machine_of("aarch64"), {.cpus = 2, .bind = kSpread});
  EXPECT_EQ(no.refusal.reason, Reason::kBindPolicyUnsupported);
  EXPECT_EQ(no.refusal.object, Object::kPolicy);
  EXPECT_EQ(no.refusal.bind_policy, static_cast<uint8_t>(kSpread));
  EXPECT_EQ(no.cpus,
            "refused: the bind policy SpreadByPCPUs is not supported on ARM; use FullPCPUs");
}

TEST(KoordinatorArm, RefusesPcpuLevel) {
  const Answer no = ask(machine_of("aarch64"), {.cpus = 2, .bind = kFull, .exclusive = kPcpuLevel});
  EXPECT_EQ(no.refusal.reason, Reason::kExclusivePolicyUnsupported);
  EXPECT_EQ(no.refusal.object, Object::kPolicy);
  EXPECT_EQ(no.refusal.exclusive_policy, static_cast<uint8_t>(kPcpuLevel));
  EXPECT_EQ(no.cpus,
            "refused: the exclusive policy PCPULevel is not supported on ARM; use NUMANodeLevel");
}

TEST(KoordinatorArm, NamesTheBindPolicyFirst) {
  EXPECT_EQ(ask(machine_of("aarch64"), {.cpus = 2, .bind = kSpread, .exclusive = kPcpuLevel})
                .refusal.reason,
            Reason::kBindPolicyUnsupported);
}

TEST(KoordinatorArm, SupportsNumaNodeLevel) {
  EXPECT_EQ(ask(machine_of("aarch64"),
                {.cpus = 2, .exclusive = kNumaNodeLevel, .free = "1-15", .node_held = "0"})
                .cpus,
            "4,12");
}

TEST(KoordinatorArm, RequiredDefaultMeansWholeCores) {
  EXPECT_EQ(ask(machine_of("aarch64"), {.cpus = 2, .required = true, .free = "0-7,15"}).cpus,
            "7,15");
  EXPECT_EQ(
      ask(machine_of("aarch64"), {.cpus = 4, .required = true, .free = "0-7,15"}).refusal.reason,
      Reason::kRequiredBindPolicy);
}

TEST(KoordinatorArm, UpstreamHasNoRule) {
  const MachinePtr m = machine_of("aarch64");
  EXPECT_EQ(ask(m, {.cpus = 2, .bind = kSpread, .profile = kUpstream}).cpus, "0-1");
  EXPECT_EQ(ask(m, {.cpus = 2, .profile = kUpstream}).cpus, "0-1");
  EXPECT_EQ(ask(m, {.cpus = 1,
                    .bind = kSpread,
                    .exclusive = kPcpuLevel,
                    .profile = kUpstream,
                    .free = "1-15",
                    .core_held = "0"})
                .cpus,
            "1");
}

}  // namespace
}  // namespace koord::cpu::testing
