// Short builders for the header's section "Nodes".
#pragma once

#include <algorithm>
#include <bit>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "capi/kubelet_setup_support.h"

namespace koord::testing {

struct FreeNode {
  void operator()(koord_agent *node) const { koord_agent_free(node); }
  void operator()(koord_agent_state *state) const { koord_agent_state_unref(state); }
};
using NodePtr = std::unique_ptr<koord_agent, FreeNode>;
using NodeStatePtr = std::unique_ptr<koord_agent_state, FreeNode>;

// A Guaranteed pod of `cpu` CPUs; `status` is its resource-status, or empty for none.
inline std::string pod_json(const std::string &uid, const std::string &qos, const std::string &cpu,
                            const std::string &status = "") {
  std::string quoted;
  for (const char c : status) quoted += c == '"' ? std::string("\\\"") : std::string(1, c);
  std::string out = R"({"metadata":{"name":"pod-)" + uid + R"(","uid":")" + uid + '"';
  if (!qos.empty()) out += R"(,"labels":{"koordinator.sh/qosClass":")" + qos + "\"}";
  if (!status.empty())
    out += R"(,"annotations":{"scheduling.koordinator.sh/resource-status":")" + quoted + "\"}";
  return out + R"(},"spec":{"containers":[{"name":"app","resources":{"limits":{"cpu":")" + cpu +
         R"(","memory":"1Gi"}}}]}})";
}

// 2 NUMA nodes; the first has CPUs 0-3,8-11, and siblings are 8 apart.
class NodeUnderTest {
 public:
  explicit NodeUnderTest(koord_profile profile = KOORD_PROFILE_SPEC, uint32_t flags = 0) {
    const TopologyPtr topology = two_sockets();
    koord_agent_options options = KOORD_INIT(koord_agent_options);
    options.profile = profile;
    options.flags = flags;
    koord_agent *node = nullptr;
    EXPECT_EQ(koord_agent_new(nullptr, topology.get(), &options, &node, nullptr), KOORD_OK);
    node_.reset(node);
  }

  koord_agent *get() const { return node_.get(); }
  void set(const std::string &uid, const std::string &qos, const std::string &cpu,
           const std::string &status = "") {
    const PodPtr pod = pod_from(pod_json(uid, qos, cpu, status));
    koord_error err{};
    EXPECT_EQ(koord_agent_set_pod(get(), pod.get(), &err), KOORD_OK) << err.message;
  }
  void kubelet(std::string_view config, std::string_view state = "") {
    koord_error err{};
    EXPECT_EQ(koord_agent_set_kubelet(get(), setup_of(config, state).get(), &err), KOORD_OK)
        << err.message;
  }
  void object(std::string_view json) {
    koord_error err{};
    EXPECT_EQ(koord_agent_set_node(get(), json.data(), json.size(), &err), KOORD_OK) << err.message;
  }
  std::string set_of(koord_agent_cpuset which) const {
    std::vector<uint64_t> words(1);
    EXPECT_EQ(koord_agent_get_cpus(get(), which, words.data(), 1, nullptr), KOORD_OK);
    return list_of(words);
  }
  uint64_t hash() const {
    uint64_t out = 0;
    EXPECT_EQ(koord_agent_get_hash(get(), &out, nullptr), KOORD_OK);
    return out;
  }
  uint64_t generation() const {
    koord_agent_info info = KOORD_INIT(koord_agent_info);
    EXPECT_EQ(koord_agent_get_info(get(), &info, nullptr), KOORD_OK);
    return info.generation;
  }

  NodeStatePtr snapshot() const {
    koord_agent_state *state = nullptr;
    EXPECT_EQ(koord_agent_snapshot(get(), &state, nullptr), KOORD_OK);
    return NodeStatePtr(state);
  }
  // Formats pods, one per line, as in "a: exclusive 0-1" and "a/app: kubelet 2-3".
  std::string pods(uint64_t since = 0) const {
    const NodeStatePtr state = snapshot();
    std::vector<koord_agent_pod> rows(64);
    size_t count = 0;
    koord_error err{};
    EXPECT_EQ(koord_agent_state_get_pods(state.get(), since, rows.data(), sizeof rows[0],
                                         rows.size(), &count, &err),
              KOORD_OK)
        << err.message;
    const char *texts = koord_agent_state_get_texts(state.get(), nullptr);
    std::string out;
    for (size_t i = 0; i < count; ++i) {
      out.append(texts + rows[i].uid_offset, rows[i].uid_length);
      if (rows[i].container_length != 0)
        out.append("/").append(texts + rows[i].container_offset, rows[i].container_length);
      out += std::string(": ") + koord_agent_place_get_name(rows[i].place);
      uint64_t word = 0;
      EXPECT_EQ(koord_agent_state_get_pod_cpus(state.get(), rows[i].row, &word, 1, nullptr),
                KOORD_OK);
      EXPECT_EQ(static_cast<uint32_t>(std::popcount(word)), rows[i].cpus);
      if (rows[i].cpus != 0) out += ' ' + list_of(&word, 1);
      if (rows[i].refusal.reason != KOORD_REASON_NONE)
        out += std::string(" (") +
               koord_reason_get_name(rows[i].refusal.reason, rows[i].refusal.profile) + ')';
      out += '\n';
    }
    return out;
  }
  std::string annotation(koord_agent_annotation which) const {
    koord_buffer *out = nullptr;
    EXPECT_EQ(koord_agent_to_annotation(get(), which, &out, nullptr), KOORD_OK);
    return text_of(BufferPtr(out).get());
  }
  std::string nrt() const {
    koord_buffer *out = nullptr;
    koord_error err{};
    EXPECT_EQ(koord_agent_to_nrt(get(), &out, &err), KOORD_OK) << err.message;
    return out == nullptr ? "" : text_of(BufferPtr(out).get());
  }
  std::string state(const char *boot = "") const {
    koord_buffer *out = nullptr;
    EXPECT_EQ(koord_agent_to_json(get(), boot, KOORD_NUL, &out, nullptr), KOORD_OK);
    return text_of(BufferPtr(out).get());
  }

 private:
  NodePtr node_;
};

inline constexpr std::string_view kStatic =
    R"({"cpuManagerPolicy":"static","reservedSystemCPUs":"0,8"})";
// A state file without checksum: container "app" of pod "k" has CPUs 1 and 9.
inline constexpr std::string_view kServesOne =
    R"({"policyName":"static","defaultCpuSet":"0,2-8,10-15","entries":{"k":{"app":"1,9"}},"checksum":0})";

}  // namespace koord::testing
