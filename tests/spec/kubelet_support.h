// Kubelets and pods in the terms of the kubelet notes, on koord.h.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "spec/spec_support.h"

namespace koord::testing {

// One container; its limit equals the request unless stated.
struct NotedContainer {
  std::string name;
  std::string cpu;  // "5", "5001m"
  std::string cpu_limit = "";
  std::string memory = "1Gi";
};

// A kubelet of the notes: static CPU policy, without full-pcpus-only.
class NotedKubelet {
 public:
  // `configuration` has fields of KubeletConfiguration that override those of the notes.
  explicit NotedKubelet(TopologyPtr machine,
                        const nlohmann::json &configuration = nlohmann::json::object())
      : machine_(std::move(machine)) {
    nlohmann::json config{{"kind", "KubeletConfiguration"},
                          {"cpuManagerPolicy", "static"},
                          {"reservedSystemCPUs", "0-1,6-7,12-13,18-19"},
                          {"topologyManagerPolicy", "single-numa-node"}};
    config.update(configuration);
    const std::string json = config.dump();
    koord_kubelet *out = nullptr;
    koord_error err{};
    SetupPtr setup;
    status = make_setup(json, {}, {}, setup, &err);
    if (status == KOORD_OK) status = koord_kubelet_new(machine_.get(), setup.get(), &out, &err);
    error = err.message;
    kubelet_.reset(out);
  }

  // Returns an empty string if the pod is admitted, else kubelet's reason.
  std::string admit(const std::string &uid, const std::vector<NotedContainer> &containers) {
    nlohmann::json list = nlohmann::json::array();
    for (const NotedContainer &container : containers)
      list.push_back(
          {{"name", container.name},
           {"resources",
            {{"requests", {{"cpu", container.cpu}, {"memory", container.memory}}},
             {"limits",
              {{"cpu", container.cpu_limit.empty() ? container.cpu : container.cpu_limit},
               {"memory", container.memory}}}}}});
    const std::string json = nlohmann::json{
        {"kind", "Pod"},
        {"metadata", {{"name", "test"}, {"uid", uid}}},
        {"spec",
         {{"containers", list}}}}.dump();
    koord_pod *pod = nullptr;
    koord_error err{};
    EXPECT_EQ(koord_pod_from_json(nullptr, json.data(), json.size(), &pod, &err), KOORD_OK)
        << err.message;
    const AdmissionPtr admission = new_admission();
    EXPECT_EQ(koord_kubelet_admit(kubelet_.get(), pod, 0, admission.get(), &refusal, &err),
              KOORD_OK)
        << err.message;
    koord_pod_unref(pod);
    rows.assign(containers.size(), {});
    size_t count = 0;
    EXPECT_EQ(koord_admission_get_containers(admission.get(), rows.data(), sizeof rows[0],
                                             rows.size(), &count, &err),
              KOORD_OK)
        << err.message;
    return refusal.reason == KOORD_REASON_NONE
               ? ""
               : koord_reason_get_name(refusal.reason, refusal.profile);
  }

  void remove(const std::string &uid) {
    EXPECT_EQ(koord_kubelet_remove_pod(kubelet_.get(), uid.data(), uid.size(), nullptr, nullptr),
              KOORD_OK);
  }

  std::string cpu_state() const { return document(&koord_kubelet_get_cpu_state); }
  nlohmann::json memory_state() const {
    return nlohmann::json::parse(document(&koord_kubelet_get_memory_state));
  }
  std::string shared() const {
    return nlohmann::json::parse(cpu_state()).at("defaultCpuSet").get<std::string>();
  }
  // Returns the CPUs of a container, or an empty string if it shares.
  std::string cpus(const std::string &uid, const std::string &container) const {
    const nlohmann::json state = nlohmann::json::parse(cpu_state());
    const auto at = nlohmann::json::json_pointer("/entries/" + uid + "/" + container);
    return state.contains(at) ? state.at(at).get<std::string>() : "";
  }
  Places nodes_of(const std::string &list) const {
    return count_by(machine_.get(), list, &koord_cpu::numa_node);
  }

  koord_status status;
  std::string error;
  koord_refusal refusal{};
  std::vector<koord_kubelet_container> rows;  // of the last pod

 private:
  struct Free {
    void operator()(koord_kubelet *kubelet) const { koord_kubelet_free(kubelet); }
  };

  std::string document(koord_status (*write)(const koord_kubelet *, koord_buffer **,
                                             koord_error *)) const {
    koord_buffer *buffer = nullptr;
    EXPECT_EQ(write(kubelet_.get(), &buffer, nullptr), KOORD_OK);
    const BufferPtr owner(buffer);
    return text_of(buffer);
  }

  TopologyPtr machine_;
  std::unique_ptr<koord_kubelet, Free> kubelet_;
};

// The machine of the notes with memory on its two NUMA nodes.
inline TopologyPtr notes_machine_with_memory(const std::string &each) {
  nlohmann::json detail = nlohmann::json::array();
  for (int cpu = 0; cpu < 24; ++cpu) {
    const int core = cpu % 12;
    detail.push_back({{"id", cpu}, {"core", core}, {"socket", core / 6}, {"node", core / 6}});
  }
  nlohmann::json zones = nlohmann::json::array();
  for (const char *name : {"node-0", "node-1"})
    zones.push_back(
        {{"name", name},
         {"type", "Node"},
         {"resources", {{{"name", "memory"}, {"capacity", each}, {"allocatable", each}}}}});
  const std::string json = nlohmann::json{
      {"kind", "NodeResourceTopology"},
      {"metadata",
       {{"name", "tstbed-1"},
        {"annotations",
         {{"node.koordinator.sh/cpu-topology", nlohmann::json{{"detail", detail}}.dump()}}}}},
      {"zones", zones}}.dump();
  koord_topology *topology = nullptr;
  koord_error err{};
  EXPECT_EQ(koord_topology_from_nrt(nullptr, json.data(), json.size(), &topology, &err), KOORD_OK)
      << err.message;
  return TopologyPtr(topology);
}

}  // namespace koord::testing
