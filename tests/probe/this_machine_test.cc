#include <gtest/gtest.h>
#include <sched.h>

#include <filesystem>

#include "probe/hwloc_source.h"
#include "probe/scoped_environment.h"
#include "probe/xml_builder.h"
#include "support/expect_error.h"

namespace koord {
namespace {

TEST(ThisMachine, HasTheCpusThisThreadMayRunOn) {
  cpu_set_t before;
  ASSERT_EQ(sched_getaffinity(0, sizeof before, &before), 0);
  const auto t = probe::read_this_machine(0, {});
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu)
    if (CPU_ISSET(cpu, &before)) {
      EXPECT_NE(t->find_cpu(cpu), nullptr) << cpu;
    }
  EXPECT_GE(t->nodes().size(), 1u);
  EXPECT_GE(t->sockets().size(), 1u);
  EXPECT_FALSE(t->facts().architecture.empty());
  for (const auto &core : t->cores()) EXPECT_EQ(&core - t->cores().data(), core.id);

  cpu_set_t after;
  ASSERT_EQ(sched_getaffinity(0, sizeof after, &after), 0);
  EXPECT_TRUE(CPU_EQUAL(&before, &after));
}

TEST(ThisMachine, TheAllowedPartLeavesOutDisallowedCpus) {
  const auto whole = probe::read_this_machine(0, {});
  const auto part = probe::read_this_machine(probe::kOnlyAllowed, {});
  EXPECT_EQ(part->all_cpus().to_string(), (whole->all_cpus() - whole->disallowed()).to_string());
  EXPECT_TRUE(part->disallowed().empty());
}

TEST(ThisMachine, UnknownFlagsAreRefused) {
  EXPECT_ERROR(probe::read_this_machine(4, {}), Status::kInvalid, "flags");
  EXPECT_ERROR(probe::read_this_machine(0x80000001, {}), Status::kInvalid, "flags");
}

TEST(ThisMachine, WithoutAnySystemToReadIsAnError) {
  const auto empty =
      std::filesystem::temp_directory_path() / ("koord-empty-root-" + std::to_string(getpid()));
  std::filesystem::create_directory(empty);
  {
    const testing::ScopedEnvironment environment(testing::sysfs_root(empty.string()));
    try {
      EXPECT_GE(probe::read_this_machine(0, {})->cpus().size(), 1u);
    } catch (const Error &error) {
      EXPECT_EQ(error.status(), Status::kIo);
    }
  }
  std::filesystem::remove_all(empty);
}

// hwloc's variables select the live machine; they do not affect documents and descriptions.
TEST(ThisMachine, VariablesOfHwlocDoNotReachTheOtherSources) {
  const testing::ScopedEnvironment environment(
      {{"HWLOC_SYNTHETIC", "pack:5 core:3 pu:1"}, {"HWLOC_XMLFILE", "/nowhere.xml"}});
  EXPECT_EQ(probe::read_this_machine(0, {})->cpus().size(), 15u);
  EXPECT_EQ(probe::read_hwloc_xml(testing::plain_machine(2), 0, {})->cpus().size(), 2u);
  EXPECT_EQ(probe::read_synthetic("pu:4", {})->cpus().size(), 4u);
  const testing::ScopedEnvironment root(testing::sysfs_root("/nowhere"));
  EXPECT_EQ(probe::read_hwloc_xml(testing::plain_machine(2), 0, {})->cpus().size(), 2u);
  EXPECT_EQ(probe::read_synthetic("pu:4", {})->cpus().size(), 4u);
}

}  // namespace
}  // namespace koord
