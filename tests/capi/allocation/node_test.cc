// Every allocation of the calls about a node's agent fails once. The
// call reports it, and the node is unchanged.
#include <unistd.h>

#include <cstdlib>
#include <functional>
#include <string>

#include "capi/allocation/counting_new.h"
#include "capi/node_support.h"

namespace koord::testing {
namespace {

constexpr const char *kPodUid = "00000000-0000-0000-0000-000000000001";

class NodeAllocations : public ::testing::Test {
 protected:
  NodeAllocations() {
    node_.kubelet(kStatic, kServesOne);
    node_.object(R"({"metadata":{"name":"a-node-with-a-long-name"}})");
    node_.set("k", "", "2");
    node_.set("waits-for-cpus-of-another", "LSR", "2", R"({"cpuset":"1-2"})");
  }

  void fail_each(const std::function<koord_status()> &call) {
    const std::string before = node_.state();
    for (long n = 1; n < 5000; ++n) {
      fail_allocation(n, Failing::kOnce);
      const koord_status status = call();
      const bool failed = allocation_failed();
      fail_allocation(0);
      if (!failed) {
        EXPECT_EQ(status, KOORD_OK);
        EXPECT_GT(n, 1);
        return;
      }
      ASSERT_EQ(status, KOORD_E_NO_MEMORY) << "allocation " << n;
      ASSERT_EQ(node_.state(), before) << "allocation " << n;
    }
    FAIL() << "no end of allocations";
  }

  NodeUnderTest node_;
};

TEST_F(NodeAllocations, APodIsSet) {
  const PodPtr pod = pod_from(pod_json(
      kPodUid, "LSR", "2",
      R"({"cpuset":"4-5","numaNodeResources":[{"node":1,"resources":{"cpu":"2","memory":"1Gi"}}]})"));
  fail_each([&] { return koord_agent_set_pod(node_.get(), pod.get(), nullptr); });
  const PodPtr moved = pod_from(pod_json(kPodUid, "LSE", "2", R"({"cpuset":"6-7"})"));
  fail_each([&] { return koord_agent_set_pod(node_.get(), moved.get(), nullptr); });
}

TEST_F(NodeAllocations, APodWithDevicesIsSetAndAStateIsTaken) {
  const PodPtr pod = pod_from(
      R"({"metadata":{"name":"g","uid":"g","annotations":{"scheduling.koordinator.sh/device-allocated":)"
      R"("{\"gpu\":[{\"minor\":1,\"resources\":{\"koordinator.sh/gpu-core\":\"100\"}}]}"}},"spec":{"containers":[)"
      R"({"name":"app","resources":{"limits":{"cpu":"1","nvidia.com/gpu":"1"}}}]}})");
  fail_each([&] { return koord_agent_set_pod(node_.get(), pod.get(), nullptr); });
  EXPECT_NE(node_.state().find("\"minor\":1"), std::string::npos);
  node_.set("another-one-that-has-cpus", "LSR", "2", R"({"cpuset":"4-5"})");
  koord_agent_state *state = nullptr;
  ASSERT_EQ(koord_agent_snapshot(node_.get(), &state, nullptr), KOORD_OK);
  const NodeStatePtr owner(state);
  fail_each([&] { return koord_agent_set_state(node_.get(), state, nullptr); });
}

TEST_F(NodeAllocations, SettingsChange) {
  const std::string object =
      R"({"metadata":{"name":"n","annotations":{"node.koordinator.sh/reservation":"{\"resources\":{\"cpu\":\"2\"}}"}}})";
  fail_each(
      [&] { return koord_agent_set_node(node_.get(), object.data(), object.size(), nullptr); });
  const SetupPtr setup =
      setup_of(R"({"cpuManagerPolicy":"static","reservedSystemCPUs":"0"})",
               R"({"policyName":"static","defaultCpuSet":"0-15","entries":{},"checksum":0})");
  fail_each([&] { return koord_agent_set_kubelet(node_.get(), setup.get(), nullptr); });
  const std::string devices =
      R"({"metadata":{"name":"n"},"spec":{"devices":[{"type":"gpu","id":"GPU-1"},{"type":"rdma"}]}})";
  fail_each([&] {
    return koord_agent_set_devices(node_.get(), devices.data(), devices.size(), nullptr);
  });
  const TopologyPtr topology = from_rows(machine_rows(2, 4, 1));
  fail_each([&] { return koord_agent_set_topology(node_.get(), topology.get(), nullptr); });
}

TEST_F(NodeAllocations, Questions) {
  const auto document = [&](auto &&write) {
    fail_each([&] {
      koord_buffer *out = nullptr;
      const koord_status status = write(&out);
      koord_buffer_unref(out);
      return status;
    });
  };
  document([&](koord_buffer **out) { return koord_agent_to_nrt(node_.get(), out, nullptr); });
  document([&](koord_buffer **out) {
    return koord_agent_to_annotation(node_.get(), KOORD_AGENT_ANNOTATION_POD_CPU_ALLOCS, out,
                                     nullptr);
  });
  document([&](koord_buffer **out) {
    return koord_agent_to_json(node_.get(), kPodUid, KOORD_NUL, out, nullptr);
  });
  const std::string state = node_.state();
  fail_each([&] {
    koord_agent_state *out = nullptr;
    const koord_status status =
        koord_agent_state_from_json(state.data(), state.size(), &out, nullptr);
    koord_agent_state_unref(out);
    return status;
  });
  std::string directory = ::testing::TempDir() + "koord-alloc-XXXXXX";
  ASSERT_NE(mkdtemp(directory.data()), nullptr);
  const std::string path = directory + "/node-state.json";
  fail_each([&] {
    return koord_agent_state_save(path.data(), path.size(), state.data(), state.size(), nullptr);
  });
  fail_each([&] {
    koord_agent_state *out = nullptr;
    const koord_status status = koord_agent_state_load(path.data(), path.size(), &out, nullptr);
    koord_agent_state_unref(out);
    return status;
  });
  EXPECT_EQ(unlink(path.c_str()), 0);
  EXPECT_EQ(rmdir(directory.c_str()), 0);
  fail_each([&] {
    koord_agent_state *out = nullptr;
    const koord_status status = koord_agent_snapshot(node_.get(), &out, nullptr);
    koord_agent_state_unref(out);
    return status;
  });
  fail_each([&] {
    koord_suppress_usage usage = KOORD_INIT(koord_suppress_usage);
    koord_suppression out = KOORD_INIT(koord_suppression);
    return koord_agent_suppress(node_.get(), &usage, nullptr, nullptr, 0, &out, nullptr);
  });
  const TopologyPtr topology = two_sockets();
  fail_each([&] {
    koord_agent *out = nullptr;
    const koord_status status = koord_agent_new(nullptr, topology.get(), nullptr, &out, nullptr);
    koord_agent_free(out);
    return status;
  });
}

}  // namespace
}  // namespace koord::testing
