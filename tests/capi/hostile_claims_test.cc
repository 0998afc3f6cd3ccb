// A pod that owns nothing may claim anything: all other pods get unchanged results.
#include <random>
#include <sstream>

#include "capi/cluster_support.h"
#include "capi/node_support.h"

namespace koord::testing {
namespace {

constexpr const char *kStatus = "scheduling.koordinator.sh/resource-status";
constexpr const char *kAllocated = "scheduling.koordinator.sh/device-allocated";

class Grammar {
 public:
  // With `only_broken`, nothing that the pod claims can be parsed.
  explicit Grammar(uint32_t seed, bool only_broken = false)
      : random_(seed), only_broken_(only_broken) {}

  int pick(int n) { return static_cast<int>(random_() % static_cast<uint32_t>(n)); }
  template <size_t N>
  std::string one_of(const char *const (&texts)[N]) {
    return texts[pick(N)];
  }

  // Members of metadata.annotations, each with a comma. `best_effort` is for pods that are aligned
  // with no NUMA node; such annotations may name resources that other pods request.
  std::string annotations(bool best_effort) {
    best_effort_ = best_effort;
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
  // A member of a container, with a comma.
  std::string environment() {
    if (pick(6) == 0)
      return one_of({R"("env":null,)", R"("env":"NVIDIA_VISIBLE_DEVICES=0",)", R"("env":[7,[]],)",
                     R"("env":[{"name":"NVIDIA_VISIBLE_DEVICES","value":7}],)",
                     R"("env":[{"name":"NVIDIA_VISIBLE_DEVICES","valueFrom":{}}],)", ""});
    std::string entries;
    for (int i = 0, count = 1 + pick(2); i < count; ++i)
      entries += (i > 0 ? "," : "") + std::string(R"({"name":"NVIDIA_VISIBLE_DEVICES","value":)") +
                 quote_json(one_of({"", "0", "0,1", "all", "none", "void",
                                    "GPU-0,GPU-1,GPU-2,GPU-3", "0:1", ",,,", "MIG-GPU-1/0/0", "7",
                                    "GPU-0::1", "-1", "99999999999999999999"})) +
                 "}";
    return R"("env":[)" + entries + "],";
  }

 private:
  std::string status() {
    if (only_broken_ || pick(6) == 0) return broken();
    std::string out = "{";
    if (pick(3) > 0)
      out += R"("cpuset":")" + one_of({"0-15", "0", "3,200", "4-7", "0-1023", "15", ""}) + "\"";
    if (pick(2) == 0) {
      out += out.size() > 1 ? "," : "";
      out += R"("numaNodeResources":[{"node":)" + one_of({"0", "1", "7"}) + R"(,"resources":{")" +
             one_of({"cpu", "memory", "nvidia.com/gpu", "a.com/b", "pods"}) + R"(":")" +
             (best_effort_ ? one_of({"100m", "64Mi", "1", "16", "0"})
                           : one_of({"16", "1000Gi", "64Gi", "1Ei", "9223372036854775807"})) +
             "\"}}]";
    }
    if (best_effort_ && pick(3) == 0)
      out += (out.size() > 1 ? "," : "") + std::string(R"("cpuSharedPools":[{"socket":0,"node":)") +
             one_of({"0", "1", "9"}) + "}]";
    return out + "}";
  }
  std::string allocated() {
    if (only_broken_ || pick(6) == 0) return broken();
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
  const bool only_broken_;
  bool best_effort_ = false;
};

// A pod that owns nothing: neither its QoS nor its requests entitle it to exclusive resources.
struct Guest {
  std::string qos;
  bool has_init = false;  // adds a sidecar and another container
  std::string node = "a";

  // `annotations`, `env` and `sidecars_env` come from the Grammar.
  std::string json(const std::string &annotations = "", const std::string &env = "",
                   const std::string &sidecars_env = "") const {
    std::string trimmed = annotations;
    if (!trimmed.empty()) trimmed.pop_back();
    const std::string label = qos.empty() ? "" : R"("koordinator.sh/qosClass":")" + qos + "\"";
    const std::string asks = R"("resources":{"limits":{"cpu":"100m","memory":"64Mi"}}})";
    std::string spec = R"("nodeName":")" + node + R"(","containers":[{"name":"c",)" + env + asks;
    if (has_init)
      spec += R"(,{"name":"d",)" + asks + R"(],"initContainers":[{"name":"i",)" + sidecars_env +
              R"("restartPolicy":"Always",)" + asks;
    return R"({"metadata":{"name":"guest","uid":"0-guest","labels":{)" + label +
           R"(},"annotations":{)" + trimmed + R"(}},"spec":{)" + spec + "]}}";
  }
  // Returns the pod without any claims.
  std::string silent() const { return json(); }
  std::string hostile(Grammar &grammar) const {
    const std::string annotations = grammar.annotations(qos == "BE" || qos == "SYSTEM");
    const std::string env = grammar.environment();
    return json(annotations, env, grammar.environment());
  }
};

Guest draw_guest(Grammar &grammar) {
  Guest out;
  out.qos = grammar.one_of({"BE", "LS", "SYSTEM", ""});
  out.has_init = grammar.pick(3) == 0;
  if (grammar.pick(10) == 0) out.node = "nowhere";
  return out;
}

// `recorded` names the pod to which kubelet assigned the GPU with minor 1.
std::string device_json(const std::string &node, const std::string &recorded) {
  std::string devices;
  for (int minor = 0; minor < 4; ++minor)
    devices +=
        (minor > 0 ? "," : "") + std::string(R"({"type":"gpu","id":"GPU-)") +
        std::to_string(minor) + R"(","minor":)" + std::to_string(minor) +
        R"(,"health":true,"topology":{"socketID":0,"nodeID":)" + std::to_string(minor / 2) +
        R"(,"pcieID":"0"},"resources":{"koordinator.sh/gpu-core":"100","koordinator.sh/gpu-memory":"80Gi","koordinator.sh/gpu-memory-ratio":"100"}})";
  std::string annotations;
  if (!recorded.empty())
    annotations =
        R"("node.koordinator.sh/devices-checkpoints":)" +
        quote_json(
            R"([{"podUID":")" + recorded +
            R"(","containerName":"c","resourceName":"nvidia.com/gpu","deviceIDs":["GPU-1"]}])");
  return R"({"metadata":{"name":")" + node + R"(","annotations":{)" + annotations +
         R"(}},"spec":{"devices":[)" + devices + "]}}";
}

std::string asking(const std::string &uid, const std::string &qos, const std::string &cpu,
                   const std::string &more = "", const std::string &node = "",
                   const std::string &annotations = "") {
  return R"({"metadata":{"name":"p","uid":")" + uid + R"(","labels":{"koordinator.sh/qosClass":")" +
         qos + R"("},"annotations":{)" + annotations + R"(}},"spec":{"nodeName":")" + node +
         R"(","containers":[{"name":"c","resources":{"limits":{"cpu":")" + cpu +
         R"(","memory":"1Gi")" + more + "}}}]}}";
}

void add_nodes(const ClusterPtr &cluster, const std::string &policy, const std::string &recorded) {
  for (const char *name : {"a", "b"}) {
    add_node(cluster, name, policy.empty() ? "" : policy_label(policy));
    const std::string devices = device_json(name, recorded);
    koord_error err{};
    EXPECT_EQ(
        koord_cluster_set_devices(cluster.get(), devices.data(), devices.size(), nullptr, &err),
        KOORD_OK)
        << err.message;
  }
}

void set(const ClusterPtr &cluster, const std::string &json) {
  const PodPtr pod = pod_from(json);
  koord_error err{};
  EXPECT_EQ(koord_cluster_set_pod(cluster.get(), pod.get(), nullptr, &err), KOORD_OK)
      << err.message << '\n'
      << json;
}

// Removes the guest's own lines, which may differ.
std::string without_guest(std::string text) {
  for (size_t at; (at = text.find("0-guest")) != std::string::npos;)
    text.erase(at, text.find('\n', at) - at);
  return text;
}

std::string without_generations(const std::string &text) {
  std::string out;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    out += (line.starts_with("generation ") ? "" : line) + '\n';
  return out;
}

// Returns all results for other pods, byte for byte, including those that arrive.
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
    out += "generation " + std::to_string(rows.generation) + '\n' + format_rows(rows.rows) + '\n';
  }
  for (const std::string &more : {gpus + "2\"", std::string(), gpus + "1\"", std::string()}) {
    const std::string uid = "new-" + std::to_string(next++);
    const PodPtr pod = pod_from(asking(uid, "LSR", "3", more));
    for (const uint32_t node : {0u, 1u}) {
      koord_refusal refusal{};
      uint64_t word = 0;
      koord_error err{};
      const koord_status status =
          koord_cluster_reserve(cluster.get(), pod.get(), nullptr, node, &word, 1, &refusal, &err);
      out += std::to_string(status) + ' ' + std::to_string(refusal.reason) + ' ' +
             list_of(&word, 1) + ' ';
      if (status != KOORD_OK || refusal.reason != KOORD_REASON_NONE) continue;
      koord_buffer *patch = nullptr;
      const koord_status told = koord_cluster_prebind(cluster.get(), pod.get(), 0, &patch, nullptr);
      out += text_of_call(told, patch);
      break;
    }
    out += '\n';
  }
  const std::string all = without_guest(everything(cluster));
  return out + "generation " + all.substr(0, all.find(' ')) + '\n' + all.substr(all.find(' '));
}

// Returns a running pod with this resource beside CPUs and memory, at a place of the pod.
std::string with_amount(const std::string &place, const std::string &resource,
                        const std::string &amount) {
  const std::string list = "{" + quote_json(resource) + ":" + quote_json(amount) + "}";
  const std::string container =
      R"({"name":"x","restartPolicy":"Always","resources":{"limits":)" + list + "}}";
  std::string limits;
  std::string spec;
  if (place == "limit") limits = "," + quote_json(resource) + ":" + quote_json(amount);
  if (place == "init") spec = R"("initContainers":[)" + container + "," + container + "],";
  if (place == "overhead") spec = R"("overhead":)" + list + ",";
  if (place == "pod") spec = R"("resources":{"limits":)" + list + "},";
  return R"({"metadata":{"name":"p","uid":"runs","labels":{"koordinator.sh/qosClass":"LSR"},
    "annotations":{)" +
         quote_json(kStatus) + ":" + quote_json(R"({"cpuset":"0,8"})") + "," +
         quote_json(kAllocated) + ":" +
         quote_json(R"({"gpu":[{"minor":0,"resources":{"koordinator.sh/gpu-core":"100"}}]})") +
         R"(}},"spec":{)" + spec +
         R"("nodeName":"a","containers":[{"name":"c","resources":{"limits":{"cpu":"2","memory":"1Gi",
    "nvidia.com/gpu":"1")" +
         limits + "}}}]}}";
}

// Kubernetes accepts amounts of 2^63 and more. A running pod with one keeps its CPUs and devices.
TEST(HostileAmounts, OfAPodThatRunsTakeNothingFromIt) {
  for (const koord_profile profile : {KOORD_PROFILE_SPEC, KOORD_PROFILE_UPSTREAM})
    for (const char *place : {"limit", "init", "overhead", "pod"})
      for (const char *resource : {"ephemeral-storage", "hugepages-2Mi", "example.com/x"})
        for (const char *amount : {"10E", "9223372036854775808", "1e30", "7Ei", "1e4000"}) {
          const std::string json = with_amount(place, resource, amount);
          SCOPED_TRACE(json);
          const ClusterPtr cluster = new_cluster("", profile);
          add_nodes(cluster, "", "");
          set(cluster, json);
          ASSERT_EQ(cpus_of(cluster, 0, KOORD_CLUSTER_CPUSET_ALLOCATED), "0,8");
          const PodPtr four = pod_from(asking("next", "LS", "1", R"(,"nvidia.com/gpu":"4")"));
          EXPECT_NE(reserve(cluster, four, 0).reason, KOORD_REASON_NONE);
        }
}

// So does one whose amounts, with those of other pods, add up to more than can be counted.
TEST(HostileAmounts, MayAddUpOnANode) {
  const ClusterPtr cluster = new_cluster();
  add_nodes(cluster, "", "");
  constexpr int kPods = 4200;  // of 2^50 bytes each
  for (int i = 0; i < kPods; ++i)
    set(cluster, asking("u" + std::to_string(i), "LS", "0", R"(,"example.com/x":"1Pi")", "a"));
  set(cluster, with_amount("limit", "ephemeral-storage", "1Pi"));
  EXPECT_EQ(cpus_of(cluster, 0, KOORD_CLUSTER_CPUSET_ALLOCATED), "0,8");
  for (int i = 0; i < kPods; ++i) ASSERT_EQ(remove_pod(cluster, "u" + std::to_string(i)), KOORD_OK);
  const ClusterPtr fresh = new_cluster();
  add_nodes(fresh, "", "");
  set(fresh, with_amount("limit", "ephemeral-storage", "1Pi"));
  const auto state = [](const ClusterPtr &of) {
    const std::string all = everything(of);
    return all.substr(all.find(' '));
  };
  EXPECT_EQ(state(cluster), state(fresh));
}

class HostileClaims : public ::testing::TestWithParam<uint32_t> {};

// The time at which the guest is added, relative to the other pods.
enum class Comes { kBeforeTheNodes, kFirst, kLast, kTwice };

void expect_no_difference(Grammar &grammar, koord_profile profile) {
  const std::string policy = grammar.one_of({"", "BestEffort", "Restricted", "SingleNUMANode"});
  const std::string recorded = grammar.one_of({"", "u3", "gone"});
  const Guest guest = draw_guest(grammar);
  const auto comes = static_cast<Comes>(grammar.pick(4));
  const std::string hostile = guest.hostile(grammar);
  const std::string before = guest.hostile(grammar);
  const auto live = [&](const std::string &pod, const std::string &earlier) {
    const ClusterPtr cluster = new_cluster("", profile);
    if (comes == Comes::kBeforeTheNodes) set(cluster, pod);
    add_nodes(cluster, policy, recorded);
    if (comes == Comes::kFirst) set(cluster, pod);
    if (comes == Comes::kTwice) set(cluster, earlier);
    set(cluster, asking("u1", "LSR", "2", "", "a",
                        quote_json(kStatus) + ":" + quote_json(R"({"cpuset":"0,8"})")));
    set(cluster, asking("u2", "LS", "1", R"(,"nvidia.com/gpu":"1")", "a",
                        quote_json(kAllocated) + ":" + quote_json(R"({"gpu":[{"minor":0}]})")));
    set(cluster, asking("u3", "LS", "1", R"(,"nvidia.com/gpu":"1")", "a"));
    if (comes == Comes::kLast || comes == Comes::kTwice) set(cluster, pod);
    std::string out = answers(cluster);
    koord_cluster_remove_pod(cluster.get(), "0-guest", 7, nullptr);
    const std::string all = everything(cluster);
    return out + all.substr(all.find(' '));
  };
  // Another claim of the same pod changes the generation of its node, and nothing else.
  const auto shown = [&](std::string text) {
    return comes == Comes::kTwice ? without_generations(text) : text;
  };
  ASSERT_EQ(shown(live(hostile, before)), shown(live(guest.silent(), guest.silent()))) << hostile;
}

TEST_P(HostileClaims, ChangeNoAnswerOfTheScheduler) {
  Grammar grammar(GetParam());
  for (int round = 0; round < 40 && !HasFatalFailure(); ++round)
    expect_no_difference(grammar, KOORD_PROFILE_SPEC);
}

// Koordinator accepts every claim that it can read.
TEST_P(HostileClaims, ThatCannotBeReadChangeNoAnswerUnderUpstreamEither) {
  Grammar grammar(GetParam(), true);
  for (int round = 0; round < 20 && !HasFatalFailure(); ++round)
    expect_no_difference(grammar, KOORD_PROFILE_UPSTREAM);
}

// Returns node-state.json without its first pod, the guest.
std::string state_beside_guest(const NodeUnderTest &node) {
  koord_buffer *out = nullptr;
  const koord_status status = koord_agent_to_json(node.get(), "", 0, &out, nullptr);
  const std::string text = text_of_call(status, out);
  const size_t first = text.find(R"("pods":[)");
  const size_t second = text.find("},{", text.find("0-guest"));
  EXPECT_TRUE(first != std::string::npos && second != std::string::npos) << text;
  return text.substr(0, first) + text.substr(second);
}

TEST_P(HostileClaims, ChangeNothingForOthersOnTheNode) {
  Grammar grammar(GetParam());
  for (int round = 0; round < 60; ++round) {
    const Guest guest = draw_guest(grammar);
    const std::string hostile = guest.hostile(grammar);
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
        EXPECT_EQ(koord_agent_set_pod(node.get(), pod.get(), &err), KOORD_OK) << err.message;
      };
      if (comes_first) come();
      node.set("u1", "LSR", "2", R"({"cpuset":"0,8"})");
      node.set("u2", "LSE", "1", R"({"cpuset":"4"})");
      node.set("u3", "LS", "1");
      const PodPtr with_gpu = pod_from(asking(
          "u4", "LS", "1", R"(,"nvidia.com/gpu":"1")", "a",
          quote_json(kAllocated) + ":" + quote_json(R"({"gpu":[{"minor":0,"id":"GPU-0"}]})")));
      EXPECT_EQ(koord_agent_set_pod(node.get(), with_gpu.get(), nullptr), KOORD_OK);
      if (!comes_first) come();
      EXPECT_NE(state_beside_guest(node).find("GPU-0"), std::string::npos);
      return state_beside_guest(node) + without_guest(node.pods());
    };
    ASSERT_EQ(live(hostile), live(guest.silent())) << hostile;
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, HostileClaims, ::testing::Range(1u, 9u));

// Annotations that the cluster did not write are removed before the pod is bound.
TEST(Prebind, S20_RemovesClaimsThatAreNotOurs) {
  Grammar grammar(99);
  for (int round = 0; round < 50; ++round) {
    const ClusterPtr cluster = new_cluster();
    add_nodes(cluster, "", "");
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
