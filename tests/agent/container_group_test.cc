// Lookup of the control group that a process is in.
#include "agent/container_group.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace koord::agent::testing {
namespace {

constexpr char kPodUid[] = "3f1e2d4c-aaaa-bbbb-cccc-0123456789ab";
constexpr char kContainerId[] = "c0ffee0123456789";

TEST(ContainerGroups, EveryCgroupPathOfAContainerIsRecognized) {
  for (const CgroupVersion version : {CgroupVersion::kV1, CgroupVersion::kV2})
    for (const CgroupDriver driver : {CgroupDriver::kCgroupfs, CgroupDriver::kSystemd})
      for (const char *root : {"", "box", "a/b"})
        for (const auto qos : {object::KubeQos::kGuaranteed, object::KubeQos::kBurstable,
                               object::KubeQos::kBestEffort})
          for (const auto runtime : {ContainerRuntime::kContainerd, ContainerRuntime::kCrio}) {
            const CgroupLayout layout{driver, version, root};
            const std::string path =
                '/' + container_path(layout, qos, kPodUid, runtime, kContainerId);
            for (const char *nested : {"", "/init.scope", "/a/b"}) {
              const auto found = container_group(version, path + nested);
              ASSERT_TRUE(found) << path;
              EXPECT_EQ(found->layout.driver, driver) << path;
              EXPECT_EQ(kubepods_path(found->layout), kubepods_path(layout)) << path;
              EXPECT_EQ(found->qos, qos) << path;
              EXPECT_EQ(found->pod, kPodUid);
              EXPECT_EQ(found->container.id, kContainerId);
            }
          }
}

TEST(ContainerGroups, OtherPathsBelongToNoContainer) {
  for (const char *path :
       {"", "/", "/system.slice/sshd.service", "/kubepods", "/kubepods/burstable",
        "/kubepods/burstable/pod1", "/kubepods/burstable/pod1/x y", "/kubepods/burstable/x/c0ffee",
        "/kubepods/burstable/pod../c0ffee", "/kubepodsx/pod1/c0ffee", "/../kubepods/pod1/c0ffee",
        "/kubepods.slice/kubepods-pod1.slice/c0ffee", "/user/kubepods/podA/c0ffee",
        "/kubepods.slice/kubepods-burstable.slice/kubepods-besteffort-pod1.slice/"
        "cri-containerd-c0ffee.scope"})
    EXPECT_FALSE(container_group(CgroupVersion::kV2, path)) << path;
}

TEST(ContainerGroups, TheKernelsFileNamesThePath) {
  const char *hybrid =
      "12:cpuacct,cpu:/kubepods/podx/cpu\n5:memory,cpuset:/kubepods/podx/set\n0::/user.slice\n";
  EXPECT_EQ(path_of_process(hybrid, CgroupVersion::kV1), "/kubepods/podx/set");
  EXPECT_EQ(path_of_process(hybrid, CgroupVersion::kV2), "/user.slice");
  EXPECT_THROW(path_of_process("0::/a\n", CgroupVersion::kV1), Error);
  EXPECT_THROW(path_of_process("5:cpuset:/a\n", CgroupVersion::kV2), Error);
  EXPECT_THROW(path_of_process("", CgroupVersion::kV2), Error);
}

}  // namespace
}  // namespace koord::agent::testing
