// Paths of control groups: the tables of both drivers, rejected names, and parsing of paths.
#include "agent/cgroup_path.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "agent/cgroup_files.h"
#include "support/expect_error.h"

namespace koord::agent::testing {
namespace {

using object::KubeQos;

const std::string kUid = "0a1b-2c";
const std::string kId = "0123456789abcdef";

CgroupLayout layout(CgroupDriver driver, std::string root = "") {
  return {driver, CgroupVersion::kV1, std::move(root)};
}

TEST(CgroupPath, Cgroupfs) {
  const CgroupLayout plain = layout(CgroupDriver::kCgroupfs);
  EXPECT_EQ(kubepods_path(plain), "kubepods");
  EXPECT_EQ(qos_path(plain, KubeQos::kGuaranteed), "kubepods");
  EXPECT_EQ(qos_path(plain, KubeQos::kBurstable), "kubepods/burstable");
  EXPECT_EQ(qos_path(plain, KubeQos::kBestEffort), "kubepods/besteffort");
  EXPECT_EQ(pod_path(plain, KubeQos::kGuaranteed, kUid), "kubepods/pod0a1b-2c");
  const std::string pod = "kubepods/burstable/pod0a1b-2c";
  EXPECT_EQ(pod_path(plain, KubeQos::kBurstable, kUid), pod);
  for (const auto runtime :
       {ContainerRuntime::kContainerd, ContainerRuntime::kDocker, ContainerRuntime::kPouch})
    EXPECT_EQ(container_path(plain, KubeQos::kBurstable, kUid, runtime, kId), pod + '/' + kId);
  EXPECT_EQ(container_path(plain, KubeQos::kBurstable, kUid, ContainerRuntime::kCrio, kId),
            pod + "/crio-" + kId);
  EXPECT_EQ(kubepods_path(layout(CgroupDriver::kCgroupfs, "/")), "kubepods");
  EXPECT_EQ(kubepods_path(layout(CgroupDriver::kCgroupfs, "/a-b//c")), "a-b/c/kubepods");
}

TEST(CgroupPath, Systemd) {
  const CgroupLayout plain = layout(CgroupDriver::kSystemd);
  EXPECT_EQ(kubepods_path(plain), "kubepods.slice");
  EXPECT_EQ(qos_path(plain, KubeQos::kBestEffort), "kubepods.slice/kubepods-besteffort.slice");
  EXPECT_EQ(pod_path(plain, KubeQos::kGuaranteed, kUid),
            "kubepods.slice/kubepods-pod0a1b_2c.slice");
  const std::string pod =
      "kubepods.slice/kubepods-burstable.slice/kubepods-burstable-pod0a1b_2c.slice";
  EXPECT_EQ(pod_path(plain, KubeQos::kBurstable, kUid), pod);
  const std::pair<ContainerRuntime, std::string> names[] = {
      {ContainerRuntime::kContainerd, "cri-containerd-"},
      {ContainerRuntime::kDocker, "docker-"},
      {ContainerRuntime::kCrio, "crio-"},
      {ContainerRuntime::kPouch, "pouch-"}};
  for (const auto &[runtime, prefix] : names)
    EXPECT_EQ(container_path(plain, KubeQos::kBurstable, kUid, runtime, kId),
              pod + '/' + prefix + kId + ".scope");
  EXPECT_EQ(qos_path(layout(CgroupDriver::kSystemd, "/a-b/c"), KubeQos::kBurstable),
            "a_b.slice/a_b-c.slice/a_b-c-kubepods.slice/a_b-c-kubepods-burstable.slice");
}

TEST(CgroupPath, ControllersHaveTreesInVersion1) {
  EXPECT_EQ(with_controller(CgroupVersion::kV1, CgroupController::kCpuset, "kubepods"),
            "cpuset/kubepods");
  EXPECT_EQ(with_controller(CgroupVersion::kV1, CgroupController::kCpu, ""), "cpu");
  EXPECT_EQ(with_controller(CgroupVersion::kV2, CgroupController::kCpu, "kubepods"), "kubepods");
}

TEST(CgroupPath, NothingThatLeadsElsewhereIsAccepted) {
  for (const CgroupDriver driver : {CgroupDriver::kCgroupfs, CgroupDriver::kSystemd}) {
    const CgroupLayout plain = layout(driver);
    for (const std::string &uid :
         {std::string(), std::string(".."), std::string("a/b"), std::string("a\0b", 3),
          std::string("A"), std::string("a_b"), std::string("a.slice"), std::string("a\\x2d"),
          std::string(65, 'a')})
      EXPECT_ERROR(pod_path(plain, KubeQos::kBurstable, uid), Status::kInvalid, "pod uid: found");
    for (const std::string &id : {std::string(), std::string("../x"), std::string("xyz"),
                                  std::string("ab.scope"), std::string(129, 'a')})
      EXPECT_ERROR(container_path(plain, KubeQos::kBurstable, kUid, ContainerRuntime::kDocker, id),
                   Status::kInvalid, "container id: found");
    EXPECT_ERROR(container_path(plain, KubeQos::kBurstable, kUid, ContainerRuntime::kUnknown, kId),
                 Status::kInvalid, "container runtime: found 0");
    for (const char *root : {"..", "/a/../b", "a b", "/a/b/c/d/e", "a\\x2d", "."})
      EXPECT_ERROR(kubepods_path(layout(driver, root)), Status::kInvalid, "cgroup root: found");
  }
}

TEST(CgroupPath, DirectoriesOfOtherNamesAreNotPods) {
  const CgroupLayout cgroupfs = layout(CgroupDriver::kCgroupfs);
  const CgroupLayout systemd = layout(CgroupDriver::kSystemd);
  EXPECT_FALSE(pod_of_directory(cgroupfs, KubeQos::kGuaranteed, "burstable"));
  EXPECT_FALSE(pod_of_directory(cgroupfs, KubeQos::kBurstable, "pod"));
  EXPECT_FALSE(pod_of_directory(systemd, KubeQos::kGuaranteed, "kubepods-burstable.slice"));
  EXPECT_FALSE(pod_of_directory(systemd, KubeQos::kBurstable, "kubepods-poda.slice"));
  EXPECT_FALSE(pod_of_directory(systemd, KubeQos::kGuaranteed, "kubepods-poda-b.slice"));
  EXPECT_FALSE(container_of_directory(systemd, "crio-conmon-" + kId + ".scope"));
  EXPECT_FALSE(container_of_directory(systemd, kId));
  EXPECT_FALSE(container_of_directory(cgroupfs, "init.scope"));
}

std::string drawn(const std::string &letters, int most) {
  const auto size = *rc::gen::inRange(1, most + 1);
  std::string text;
  for (int i = 0; i < size; ++i) text += *rc::gen::elementOf(letters);
  return text;
}

std::string last_part(const std::string &path) { return path.substr(path.rfind('/') + 1); }

RC_GTEST_PROP(CgroupPath, EveryPathLeadsBack, ()) {
  const CgroupLayout some =
      layout(*rc::gen::element(CgroupDriver::kCgroupfs, CgroupDriver::kSystemd),
             *rc::gen::element(std::string(), std::string("/a"), std::string("/x-y/z")));
  const auto qos =
      *rc::gen::element(KubeQos::kGuaranteed, KubeQos::kBurstable, KubeQos::kBestEffort);
  const std::string uid = drawn("abz019-", 64);
  const std::string id = drawn("0123456789abcdef", 128);
  const auto runtime = *rc::gen::element(ContainerRuntime::kContainerd, ContainerRuntime::kDocker,
                                         ContainerRuntime::kCrio, ContainerRuntime::kPouch);
  const std::string pod = pod_path(some, qos, uid);
  RC_ASSERT(is_inner_path(pod));
  RC_ASSERT(pod_of_directory(some, qos, last_part(pod)) == uid);
  const std::string container = container_path(some, qos, uid, runtime, id);
  RC_ASSERT(container.starts_with(pod + '/'));
  const auto back = container_of_directory(some, last_part(container));
  RC_ASSERT(back.has_value());
  RC_ASSERT(back->id == id);
  if (some.driver == CgroupDriver::kSystemd) RC_ASSERT(back->runtime == runtime);
}

// A directory that is parsed as a pod's is spelled exactly as kubelet spells it.
RC_GTEST_PROP(CgroupPath, OnlyWhatKubeletWouldWriteIsAPods, ()) {
  const CgroupLayout some =
      layout(*rc::gen::element(CgroupDriver::kCgroupfs, CgroupDriver::kSystemd));
  const auto qos =
      *rc::gen::element(KubeQos::kGuaranteed, KubeQos::kBurstable, KubeQos::kBestEffort);
  std::string name = last_part(pod_path(some, qos, drawn("a0-", 6)));
  const auto at = static_cast<size_t>(*rc::gen::inRange<int>(0, static_cast<int>(name.size())));
  name[at] = *rc::gen::elementOf(std::string("a-_./\\A0p"));
  if (const auto uid = pod_of_directory(some, qos, name))
    RC_ASSERT(last_part(pod_path(some, qos, *uid)) == name);
}

}  // namespace
}  // namespace koord::agent::testing
