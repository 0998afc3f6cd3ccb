// Whatever a pod that owns nothing says about itself, all other pods get the same answers.
#include <random>

#include "capi/cluster_support.h"
#include "capi/node_support.h"

namespace koord::testing {
namespace {

constexpr const char *kStatus = "scheduling.koordinator.sh/resource-status";
constexpr const char *kAllocated = "scheduling.koordinator.sh/device-allocated";

class Grammar {
 public:
  explicit Grammar(uint32_t seed) : random_(seed) {}

  int pick(int n) { return static_cast<int>(random_() % static_cast<uint32_t>(n)); }
  template <size_t N>
  std::string one_of(const char *const (&texts)[N]) {
    return texts[pick(N)];
  }

  // Members of metadata.annotations, each with a comma.
  std::string annotations() {
    std::string out;
    for (const auto &[name, value] :
         {std::pair{kStatus, status()}, std::pair{kAllocated, allocated()},
          std::pair{"scheduling.koordinator.sh/resource-spec", wishes()},
          std::pair{"scheduling.koordinator.sh/numa-topology-spec", wishes()},
          std::pair{"scheduling.koordinator.sh/device-allocate-hint", hint()},
          std::pair{"scheduling.koordinator.sh/device-joint-allocate",
                    std::string(R"({"deviceTypes":["gpu","rdma"],"requiredScope":"SamePCIe"})")},
          std::pair{"scheduling.koordinator.sh/gpu-partition-spec",
                    std::string(R"({"allocatePolicy":"Restricted"})")}})
      if (pick(3) > 0)
        out += quote_json(name) + ":" + (pick(20) == 0 ? "{}" : quote_json(value)) + ",";
    return out;
  }
  std::string environment() {
    return one_of({"", "0", "0,1", "all", "none", "void", "GPU-0,GPU-1,GPU-2,GPU-3", "0:1", ",,,",
                   "MIG-GPU-1/0/0", "7", "GPU-0::1"});
  }

 private:
  std::string status() {
    if (pick(6) == 0) return broken();
    std::string out = "{";
    if (pick(3) > 0)
      out += R"("cpuset":")" + one_of({"0-15", "0", "3,200", "4-7", "0-1023", "15", ""}) + "\"";
    if (pick(2) == 0) {
      out += out.size() > 1 ? "," : "";
      out += R"("numaNodeResources":[{"node":)" + one_of({"0", "1", "7"}) + R"(,"resources":{")" +
             one_of({"cpu", "memory", "nvidia.com/gpu", "a.com/b", "pods"}) + R"(":")" +
             one_of({"16", "1000Gi", "64Gi", "1Ei", "9223372036854775807"}) + "\"}}]";
    }
    return out + "}";
  }
  std::string allocated() {
    if (pick(6) == 0) return broken();
    std::string out = R"({")" + one_of({"gpu", "rdma", "fpga", "xpu", "mine"}) + R"(":[)";
    for (int i = 0, count = 1 + pick(4); i < count; ++i)
      out += (i > 0 ? "," : "") + std::string(R"({"minor":)") + std::to_string(i) +
             R"(,"resources":{")" +
             one_of({"koordinator.sh/gpu-core", "koordinator.sh/gpu-memory", "koordinator.sh/rdma",
                     "x.com/y"}) +
             R"(":")" + one_of({"100", "0", "1", "80Gi", "9223372036854775807"}) + "\"}" +
             (pick(3) == 0 ? R"(,"extension":{"vfs":[{"busID":"0000:00:00.1","minor":0}]})" : "") +
             "}";
    return out + "]}";
  }
  std::string wishes() {
    return one_of(
        {R"({"requiredCPUBindPolicy":"FullPCPUs"})",
         R"({"preferredCPUExclusivePolicy":"NUMANodeLevel"})",
         R"({"numaTopologyPolicy":"SingleNUMANode","singleNUMANodeExclusive":"Required"})",
         R"({"preferredCPUBindPolicy":"Everything"})", "{", "[]"});
  }
  std::string hint() {
    return one_of({R"({"gpu":{"exclusivePolicy":"PCIeLevel","allocateStrategy":"ApplyForAll"}})",
                   R"({"gpu":{"exclusivePolicy":"DeviceLevel"},"rdma":{"vfSelector":{}}})",
                   R"({"gpu":{"allocateStrategy":"Some"}})", "null", "7"});
  }
  std::string broken() {
    return one_of({"", "{", "null", "[]", "7", "\\u0000", R"({"cpuset":7})", R"({"cpuset":"9-1"})",
                   R"({"cpuset":"99999"})", R"({"gpu":{}})", R"({"gpu":[{"minor":-1}]})",
                   R"({"gpu":[{"minor":0},{"minor":0}]})", R"({"numaNodeResources":{}})",
                   R"({"numaNodeResources":[{"node":-1}]})", "{{{{{{{{"});
  }

  std::mt19937 random_;
};

// A pod that owns nothing: neither its QoS nor what it asks for gives it anything of its own.
std::string guest(const std::string &qos, const std::string &annotations, const std::string &env) {
  std::string trimmed = annotations;
  if (!trimmed.empty()) trimmed.pop_back();
  return R"({"metadata":{"name":"guest","uid":"0-guest","labels":{"koordinator.sh/qosClass":")" +
         qos + R"("},"annotations":{)" + trimmed +
         R"(}},"spec":{"nodeName":"a","containers":[{"name":"c","env":[{"name":"NVIDIA_VISIBLE_DEVICES","value":)" +
         quote_json(env) + R"(}],"resources":{"limits":{"cpu":"100m","memory":"64Mi"}}}]}})";
}

std::string device_json(const std::string &node) {
  std::string devices;
  for (int minor = 0; minor < 4; ++minor)
    devices +=
        (minor > 0 ? "," : "") + std::string(R"({"type":"gpu","id":"GPU-)") +
        std::to_string(minor) + R"(","minor":)" + std::to_string(minor) +
        R"(,"health":true,"topology":{"socketID":0,"nodeID":)" + std::to_string(minor / 2) +
        R"(,"pcieID":"0"},"resources":{"koordinator.sh/gpu-core":"100","koordinator.sh/gpu-memory":"80Gi","koordinator.sh/gpu-memory-ratio":"100"}})";
  return R"({"metadata":{"name":")" + node + R"("},"spec":{"devices":[)" + devices + "]}}";
}

std::string asking(const std::string &uid, const std::string &qos, const std::string &cpu,
                   const std::string &more = "", const std::string &node = "",
                   const std::string &annotations = "") {
  return R"({"metadata":{"name":"p","uid":")" + uid + R"(","labels":{"koordinator.sh/qosClass":")" +
         qos + R"("},"annotations":{)" + annotations + R"(}},"spec":{"nodeName":")" + node +
         R"(","containers":[{"name":"c","resources":{"limits":{"cpu":")" + cpu +
         R"(","memory":"1Gi")" + more + "}}}]}}";
}

ClusterPtr cluster_of(const std::string &policy) {
  ClusterPtr cluster = new_cluster();
  for (const char *name : {"a", "b"}) {
    add_node(cluster, name, policy.empty() ? "" : policy_label(policy));
    const std::string devices = device_json(name);
    koord_error err{};
    EXPECT_EQ(koord_cluster_set_devices(cluster.get(), nullptr, devices.data(), devices.size(),
                                        nullptr, &err),
              KOORD_OK)
        << err.message;
  }
  return cluster;
}

void set(const ClusterPtr &cluster, const std::string &json) {
  const PodPtr pod = pod_from(json);
  koord_error err{};
  EXPECT_EQ(koord_cluster_set_pod(cluster.get(), pod.get(), nullptr, &err), KOORD_OK)
      << err.message << '\n'
      << json;
}

// What is said of the guest is its own business.
std::string without_guest(std::string text) {
  for (size_t at; (at = text.find("0-guest")) != std::string::npos;)
    text.erase(at, text.find('\n', at) - at);
  return text;
}

// What everybody else is told, byte for byte, and what they get when they come.
std::string answers(const ClusterPtr &cluster) {
  std::string out;
  const std::string gpus = R"(,"nvidia.com/gpu":")";
  int next = 0;
  for (const std::string &json :
       {asking("", "LSR", "8"), asking("", "LSE", "16"), asking("", "LS", "3500m"),
        asking("", "BE", "1"), asking("", "LS", "1", gpus + "1\""),
        asking("", "LSR", "4", gpus + "2\""), asking("", "LS", "1", gpus + "4\""),
        asking("", "LS", "1", R"(,"koordinator.sh/gpu":"50")")}) {
    const PodPtr pod = pod_from(json);
    const Rows rows = evaluate(cluster, pod);
    out += std::to_string(rows.generation) + ' ' + said(rows.rows) + '\n';
  }
  for (const std::string &more : {gpus + "2\"", std::string(), gpus + "1\"", std::string()}) {
    const std::string uid = "new-" + std::to_string(next++);
    const PodPtr pod = pod_from(asking(uid, "LSR", "3", more));
    for (const uint32_t node : {0u, 1u}) {
      koord_refusal refusal{};
      uint64_t word = 0;
      koord_error err{};
      const koord_status status =
          koord_cluster_reserve(cluster.get(), pod.get(), node, nullptr, &word, 1, &refusal, &err);
      out += std::to_string(status) + ' ' + std::to_string(refusal.reason) + ' ' +
             list_of(&word, 1) + ' ';
      if (status != KOORD_OK || refusal.reason != KOORD_REASON_NONE) continue;
      koord_buffer *patch = nullptr;
      const koord_status told =
          koord_cluster_prebind(cluster.get(), pod.get(), 0, &patch, nullptr);
      out += text_of_call(told, patch);
      break;
    }
    out += '\n';
  }
  return out + without_guest(everything(cluster));
}

class HostileClaims : public ::testing::TestWithParam<uint32_t> {};

TEST_P(HostileClaims, ChangeNoAnswerOfTheScheduler) {
  Grammar grammar(GetParam());
  for (int round = 0; round < 40; ++round) {
    const std::string policy = grammar.one_of({"", "BestEffort", "Restricted", "SingleNUMANode"});
    const std::string qos = grammar.one_of({"BE", "LS"});
    const std::string hostile = guest(qos, grammar.annotations(), grammar.environment());
    const bool comes_first = grammar.pick(2) == 0;
    const auto live = [&](const std::string &pod) {
      const ClusterPtr cluster = cluster_of(policy);
      if (comes_first) set(cluster, pod);
      set(cluster, asking("u1", "LSR", "2", "", "a",
                          quote_json(kStatus) + ":" + quote_json(R"({"cpuset":"0,8"})")));
      set(cluster, asking("u2", "LS", "1", R"(,"nvidia.com/gpu":"1")", "a",
                          quote_json(kAllocated) + ":" + quote_json(R"({"gpu":[{"minor":0}]})")));
      set(cluster, asking("u3", "LS", "1", R"(,"nvidia.com/gpu":"1")", "a"));
      if (!comes_first) set(cluster, pod);
      return answers(cluster);
    };
    ASSERT_EQ(live(hostile), live(guest(qos, "", ""))) << hostile;
  }
}

TEST_P(HostileClaims, ChangeNothingForOthersOnTheNode) {
  Grammar grammar(GetParam());
  for (int round = 0; round < 60; ++round) {
    const std::string qos = grammar.one_of({"BE", "LS", ""});
    const std::string hostile = guest(qos, grammar.annotations(), grammar.environment());
    const bool comes_first = grammar.pick(2) == 0;
    const bool has_entry = grammar.pick(3) == 0;
    const auto live = [&](const std::string &json) {
      NodeUnderTest node;
      node.kubelet(
          R"({"cpuManagerPolicy":"static","reservedSystemCPUs":"7"})",
          has_entry
              ? R"({"policyName":"static","defaultCpuSet":"0-13","entries":{"0-guest":{"c":"14-15"}},"checksum":0})"
              : "");
      const auto come = [&] {
        const PodPtr pod = pod_from(json);
        koord_error err{};
        EXPECT_EQ(koord_node_set_pod(node.get(), pod.get(), &err), KOORD_OK) << err.message;
      };
      if (comes_first) come();
      node.set("u1", "LSR", "2", R"({"cpuset":"0,8"})");
      node.set("u2", "LSE", "1", R"({"cpuset":"4"})");
      node.set("u3", "LS", "1");
      if (!comes_first) come();
      return node.set_of(KOORD_NODE_SHARED) + ' ' + node.set_of(KOORD_NODE_EXCLUSIVE) + ' ' +
             node.set_of(KOORD_NODE_BEST_EFFORT) + '\n' + without_guest(node.pods());
    };
    ASSERT_EQ(live(hostile), live(guest(qos, "", ""))) << hostile;
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, HostileClaims, ::testing::Range(1u, 9u));

// What a pod carries that is not ours goes before it is bound.
TEST(Prebind, RemovesClaimsThatAreNotOurs) {
  Grammar grammar(99);
  for (int round = 0; round < 50; ++round) {
    const ClusterPtr cluster = cluster_of("");
    const std::string status = grammar.one_of({R"({"cpuset":"0-15"})", "{}", "nonsense", "[]"});
    const bool has_status = grammar.pick(2) == 0;
    const bool has_devices = grammar.pick(2) == 0;
    std::string annotations;
    if (has_status) annotations = quote_json(kStatus) + ":" + quote_json(status);
    if (has_devices)
      annotations += (has_status ? "," : "") + quote_json(kAllocated) + ":" +
                     quote_json(R"({"gpu":[{"minor":0}]})");
    const PodPtr pod = pod_from(asking("u", "LS", "1", "", "", annotations));
    ASSERT_EQ(reserve(cluster, pod, 0).reason, KOORD_REASON_NONE);
    koord_buffer *patch = nullptr;
    const koord_status done = koord_cluster_prebind(cluster.get(), pod.get(), 0, &patch, nullptr);
    const std::string text = text_of_call(done, patch);
    EXPECT_EQ(text.find(std::string(kAllocated) + "\":null") != std::string::npos, has_devices)
        << text;
    EXPECT_TRUE(!has_status || text.find(std::string(kStatus) + "\":") != std::string::npos)
        << text;
    EXPECT_EQ(text.find("0-15"), std::string::npos);
  }
}

}  // namespace
}  // namespace koord::testing
