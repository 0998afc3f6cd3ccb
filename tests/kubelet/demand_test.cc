// Requests of a pod to kubelet's managers.
#include "kubelet/nodes.h"
#include "kubelet/requests.h"
#include "support/expect_error.h"

namespace koord::kubelet {
namespace {

using namespace testing;
using object::KubeQos;

TEST(KubeletDemand, OnlyWholeCpusAreExclusive) {
  const PodRequest request =
      request_of(pod("p", {container("whole", 2000, kGi), container("parts", 2001, kGi),
                           container("less", 999, kGi)}));
  EXPECT_TRUE(request.managed);
  EXPECT_EQ(request.containers[0].cpus, 2);
  EXPECT_EQ(request.containers[1].cpus, 0);
  EXPECT_EQ(request.containers[2].cpus, 0);
  EXPECT_EQ(request.cpus, 2);
}

TEST(KubeletDemand, OnlyGuaranteedPodsAreManaged) {
  object::PodObject burstable = pod("p", {container("c", 2000, kGi)});
  burstable.containers[0].limits[0].value = 3000;
  const PodRequest request = request_of(burstable);
  EXPECT_FALSE(request.managed);
  EXPECT_EQ(request.containers[0].cpus, 0);
  EXPECT_TRUE(request.containers[0].memory.empty());
}

TEST(KubeletDemand, TheReportedQosCounts) {
  object::PodObject made = pod("p", {container("c", 2000, kGi)});
  made.kube_qos = KubeQos::kBurstable;
  EXPECT_FALSE(request_of(made).managed);
}

TEST(KubeletDemand, EmptyResourcesOfThePodAreAbsentFrom137On) {
  object::PodObject made = pod("p", {container("c", 2000, kGi)});
  made.pod_level = true;
  EXPECT_FALSE(request_of(made, {KubeletVersion::k136}).managed);
  const PodRequest request = request_of(made, {KubeletVersion::k137});
  EXPECT_TRUE(request.managed);
  EXPECT_EQ(request.cpus, 2);
}

TEST(KubeletDemand, ResourcesOfThePodAreNotManaged) {
  object::PodObject made = pod("p", {container("c", 2000, kGi)});
  made.pod_level = true;
  made.pod_limits = made.pod_requests = {{"cpu", 2000}, {"memory", static_cast<int64_t>(kGi)}};
  EXPECT_FALSE(request_of(made).managed);
}

TEST(KubeletDemand, AnInitContainerRunsBesideTheSidecarsBeforeIt) {
  const PodRequest request = request_of(
      pod("p", {init(container("i0", 9000, 9 * kGi)), sidecar(container("s0", 2000, 2 * kGi)),
                init(container("i1", 8000, 8 * kGi)), sidecar(container("s1", 4000, 4 * kGi)),
                container("app", 3000, kGi)}));
  EXPECT_EQ(request.cpus, 10) << "i1 beside s0; later all but init containers: 9";
  ASSERT_EQ(request.memory.size(), 1u);
  EXPECT_EQ(request.memory[0].bytes, 10 * kGi);
}

// Kubelet's sum over a pod includes only the resources of its app containers.
TEST(KubeletDemand, HugePagesOfInitContainersAloneDoNotCountForThePod) {
  const PodRequest request =
      request_of(pod("p", {init(container("i", 1000, kGi, 3)), container("c", 1000, kGi)}));
  ASSERT_EQ(request.memory.size(), 1u);
  EXPECT_EQ(request.memory[0].kind, "memory");
  EXPECT_EQ(request.containers[0].memory.size(), 2u);
}

TEST(KubeletDemand, NamesAreUnique) {
  EXPECT_ERROR(request_of(pod("p", {init(container("c", 1000, kGi)), container("c", 1000, kGi)})),
               Status::kInvalid, "Pod default/p: two containers are named \"c\"");
}

TEST(KubeletDemand, ContainersAreBounded) {
  std::vector<object::Container> many;
  for (size_t i = 0; i <= kMaxPodContainers; ++i)
    many.push_back(container("c" + std::to_string(i), 1000, kGi));
  EXPECT_ERROR(request_of(pod("p", many)), Status::kLimit, "1025 containers, at most 1024");
  many.pop_back();
  EXPECT_EQ(request_of(pod("p", many)).cpus, 1024);
}

TEST(KubeletDemand, SumsAreBounded) {
  const int64_t most = INT64_MAX / 1000 * 1000;
  EXPECT_ERROR(request_of(pod("p", {container("a", most, kGi), container("b", most, kGi)})),
               Status::kLimit, "Pod default/p: requests of \"cpu\" add up to more than 2^63 - 1");
}

TEST(KubeletDemand, APodWithoutContainersAsksForNothing) {
  const PodRequest request = request_of(pod("p", {}));
  EXPECT_FALSE(request.managed);
  EXPECT_EQ(request.cpus, 0);
}

}  // namespace
}  // namespace koord::kubelet
