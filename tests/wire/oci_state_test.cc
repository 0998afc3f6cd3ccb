// Container states that runtimes pass to hooks.
#include "wire/agent/oci_state.h"

#include <gtest/gtest.h>

#include <string>

#include "base/error.h"
#include "wire/agent/adjustment_writer.h"

namespace koord::wire {
namespace {

std::string with(const std::string &annotations) {
  return R"({"ociVersion":"1.0.2","id":"c0ffee","status":"creating","pid":4711,"bundle":"/b",)"
         R"("annotations":{)" +
         annotations + "}}";
}
std::string error_of(const std::string &json) {
  try {
    read_oci_state(json);
  } catch (const Error &error) {
    return error.what();
  }
  return "";
}

TEST(OciState, OfContainerd) {
  const OciState state = read_oci_state(with(
      R"("io.kubernetes.cri.container-type":"container","io.kubernetes.cri.sandbox-uid":"u-1",
         "io.kubernetes.cri.container-name":"main",
         "scheduling.koordinator.sh/resource-status":"{\"cpuset\":\"2-3\"}")"));
  EXPECT_EQ(state.id, "c0ffee");
  EXPECT_EQ(state.pid, 4711);
  EXPECT_EQ(state.pod_uid, "u-1");
  EXPECT_EQ(state.container, "main");
  EXPECT_EQ(state.stated, CpuSet::parse("2-3"));
}

TEST(OciState, OfCrio) {
  const OciState state = read_oci_state(with(
      R"("io.kubernetes.cri-o.ContainerType":"container","io.kubernetes.pod.uid":"u-1",
         "io.kubernetes.container.name":"main","io.kubernetes.cri-o.Annotations":
         "{\"scheduling.koordinator.sh/resource-status\":\"{\\\"cpuset\\\":\\\"2\\\"}\"}")"));
  EXPECT_EQ(state.pod_uid, "u-1");
  EXPECT_EQ(state.container, "main");
  EXPECT_EQ(state.stated, CpuSet::parse("2"));
}

TEST(OciState, OfSandboxesAndOfContainersWithoutPod) {
  OciState state = read_oci_state(with(
      R"("io.kubernetes.cri.container-type":"sandbox","io.kubernetes.cri.sandbox-uid":"u-1",
         "io.kubernetes.cri.container-name":"POD")"));
  EXPECT_EQ(state.container, "");
  EXPECT_EQ(state.stated, std::nullopt) << "the runtime does not pass it on";
  state = read_oci_state(R"({"id":"c0ffee"})");
  EXPECT_EQ(state.pod_uid, "");
  EXPECT_EQ(state.pid, 0);
  state = read_oci_state(with(R"("scheduling.koordinator.sh/resource-status":"{}")"));
  EXPECT_EQ(state.stated, CpuSet()) << "none of its own";
}

TEST(OciState, ErrorsNameTheField) {
  EXPECT_EQ(error_of("{}"), "container state.id: missing");
  EXPECT_NE(error_of(R"({"id":""})").find("container state.id"), std::string::npos);
  EXPECT_NE(error_of(R"({"id":"a","pid":-1})").find("container state.pid"), std::string::npos);
  EXPECT_NE(error_of(with(R"("io.kubernetes.pod.uid":"a","io.kubernetes.cri.sandbox-uid":"b")"))
                .find("names pod"),
            std::string::npos);
  EXPECT_NE(error_of(with(R"("scheduling.koordinator.sh/resource-status":"{\"cpuset\":\"3-1\"}")"))
                .find("cpuset"),
            std::string::npos);
  EXPECT_NE(error_of(with(R"("io.kubernetes.pod.uid":7)")).find("io.kubernetes.pod.uid"),
            std::string::npos);
  EXPECT_NE(error_of(std::string(size_t{1} << 21, ' ')), "");
}

TEST(Adjustments, AreWrittenInTheWordsOfTheRuntime) {
  agent::Adjustment adjustment;
  agent::ContainerRequest request{agent::Stage::kUpdateContainer, "u-1", "", {}};
  EXPECT_EQ(write_adjustment(request, adjustment),
            R"({"pod":"u-1","stage":"UpdateContainerResources"})");
  adjustment.cpus = CpuSet::parse("0-3");
  adjustment.memory_nodes = {0, 1};
  adjustment.unlimited = true;
  adjustment.env = {{"NVIDIA_VISIBLE_DEVICES", "GPU-a"}};
  adjustment.cdi = {"nvidia.com/gpu=GPU-a"};
  adjustment.device_nodes = {"/dev/infiniband/rdma_cm"};
  adjustment.refused.reason = Reason::kPodUnknown;
  request = {agent::Stage::kCreateContainer, "u-1", "main", {}};
  EXPECT_EQ(write_adjustment(request, adjustment),
            R"({"pod":"u-1","container":"main","stage":"CreateContainer",)"
            R"("refused":{"reason":"PodUnknown","message":"is not known on this node"},)"
            R"("linux":{"resources":{"cpu":{"cpus":"0-3","mems":"0-1","quota":-1}},)"
            R"("devices":[{"path":"/dev/infiniband/rdma_cm"}]},)"
            R"("env":["NVIDIA_VISIBLE_DEVICES=GPU-a"],"cdiDevices":["nvidia.com/gpu=GPU-a"]})");
}

}  // namespace
}  // namespace koord::wire
