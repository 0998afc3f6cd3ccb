#include "wire/pod/pod_writer.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "object/pods.h"
#include "wire/pod/pod_reader.h"

namespace koord::wire {
namespace {

using object::NumaAmounts;
using object::ResourceStatus;

ResourceStatus whole() {
  ResourceStatus status;
  status.cpus = CpuSet::parse("0-3,8");
  status.numa = {
      {0,
       {{"cpu", 4500}, {"hugepages-2Mi", 4 << 20}, {"memory", int64_t{8} << 30}, {"x/gpu", 1500}}},
      {1, {{"memory", 1000}}}};
  status.pools = {{0, 1}};
  return status;
}

TEST(PodWriter, R39_R40_ResourceStatusInBothShapes) {
  EXPECT_EQ(
      to_annotation(whole(), Shape::kCanonical),
      R"({"cpuset":"0-3,8","numaNodeResources":[)"
      R"({"node":0,"resources":{"cpu":"4500m","hugepages-2Mi":"4Mi","memory":"8Gi","x/gpu":"1500"}},)"
      R"({"node":1,"resources":{"memory":"1k"}}],"cpuSharedPools":[{"socket":0,"node":1}]})");
  EXPECT_EQ(to_annotation(whole(), Shape::kProposal),
            R"({"cpuset":"0-3,8","cpuSharedPools":[{"socket":0,"node":1}]})");
  EXPECT_EQ(to_annotation(ResourceStatus{}, Shape::kCanonical), "{}");
  ResourceStatus empty;
  empty.cpus = CpuSet();
  EXPECT_EQ(to_annotation(empty, Shape::kCanonical), "{}");
}

TEST(PodWriter, ResourceSpecInBothShapes) {
  ResourceSpec spec;
  EXPECT_EQ(to_annotation(spec, Shape::kCanonical), "{}");
  spec.required = object::PodBind::kFullPcpus;
  spec.exclusive = ExclusivePolicy::kPcpuLevel;
  EXPECT_EQ(to_annotation(spec, Shape::kCanonical),
            R"({"requiredCPUBindPolicy":"FullPCPUs","preferredCPUExclusivePolicy":"PCPULevel"})");
  EXPECT_EQ(to_annotation(spec, Shape::kProposal),
            R"({"preferredCPUBindPolicy":"FullPCPUs","preferredCPUExclusivePolicy":"PCPULevel"})");
  spec.required = object::PodBind::kDefault;
  spec.preferred = object::PodBind::kConstrainedBurst;
  spec.exclusive = ExclusivePolicy::kNone;
  for (const Shape shape : {Shape::kCanonical, Shape::kProposal})
    EXPECT_EQ(
        to_annotation(spec, shape),
        R"({"preferredCPUBindPolicy":"ConstrainedBurst","preferredCPUExclusivePolicy":"None"})");
}

TEST(PodWriter, RoundTrip) {
  const ResourceStatus back =
      read_resource_status(to_annotation(whole(), Shape::kCanonical), "resource-status");
  EXPECT_EQ(back.cpus, whole().cpus);
  ASSERT_EQ(back.numa.size(), 2u);
  for (size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(back.numa[i].node, whole().numa[i].node);
    EXPECT_EQ(object::text(back.numa[i].amounts), object::text(whole().numa[i].amounts));
  }
  EXPECT_EQ(back.pools[0].node, 1);
}

TEST(PodWriter, APatchSetsPresentFieldsOnly) {
  EXPECT_EQ(pod_patch({}, Shape::kCanonical), R"({"metadata":{"annotations":{}}})");
  PodResult result;
  result.status.emplace().cpus = CpuSet::parse("1");
  EXPECT_EQ(pod_patch(result, Shape::kCanonical),
            R"({"metadata":{"annotations":{"scheduling.koordinator.sh/resource-status":)"
            R"("{\"cpuset\":\"1\"}"}}})");
  result.spec.emplace().preferred = object::PodBind::kFullPcpus;
  const auto patch = nlohmann::json::parse(pod_patch(result, Shape::kProposal));
  EXPECT_EQ(patch.at("metadata").at("annotations").size(), 2u);
}

// The reader finds the patch's values after it is applied to the pod.
TEST(PodWriter, APatchedPodReadsBack) {
  auto pod = nlohmann::json::parse(R"({"metadata":{"name":"web","annotations":{"mine":"1"}}})");
  PodResult result;
  result.status = whole();
  result.spec.emplace().required = object::PodBind::kSpreadByPcpus;
  pod.merge_patch(nlohmann::json::parse(pod_patch(result, Shape::kCanonical)));
  EXPECT_EQ(pod.at("metadata").at("annotations").at("mine"), "1");
  const object::PodObject got = read_pod(pod.dump(), Log{});
  EXPECT_EQ(got.status->cpus, whole().cpus);
  EXPECT_EQ(got.required_bind, object::PodBind::kSpreadByPcpus);
}

}  // namespace
}  // namespace koord::wire
