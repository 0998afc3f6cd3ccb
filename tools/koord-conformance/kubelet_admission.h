// A recorded kubelet, put to koord.h: the machine, the configuration and the pods of vectors.

#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "koord.h"
#include "topology/topology.h"

struct KubeletDeleter {
  void operator()(koord_topology *topology) const { koord_topology_unref(topology); }
  void operator()(koord_kubelet *kubelet) const { koord_kubelet_free(kubelet); }
  void operator()(koord_kubelet_setup *setup) const { koord_kubelet_setup_free(setup); }
  void operator()(koord_admission *admission) const { koord_admission_free(admission); }
  void operator()(koord_pod *pod) const { koord_pod_unref(pod); }
  void operator()(koord_buffer *buffer) const { koord_buffer_unref(buffer); }
};
template <typename T>
using Owned = std::unique_ptr<T, KubeletDeleter>;

// The machine of a vector with the memory of a configuration; NUMA nodes are as far from each other
// as firmware says where nobody asked. `config` may be null.
Owned<koord_topology> recorded_topology(const nlohmann::json &machine,
                                        const nlohmann::json &config);
// What stands behind the handle.
std::shared_ptr<const koord::Topology> engine_topology(const koord_topology &topology);
// The KubeletConfiguration that says what `config` says.
std::string kubelet_configuration(const nlohmann::json &config, bool alpha_options);
// A pod of a vector as the API server gives it.
Owned<koord_pod> recorded_pod(const nlohmann::json &pod);

// A kubelet that runs. Its calls throw std::runtime_error with the message of one that failed.
class RecordedKubelet {
 public:
  // Throws std::invalid_argument with koord.h's message where the kubelet does not start.
  RecordedKubelet(const koord_topology *topology, const std::string &configuration,
                  const std::string &cpu_state);

  // {admit, affinity, cpus, memory}, the last three by container, or {admit, reason, message};
  // `leave_refused`: see KOORD_ADMIT_LEAVE_REFUSED.
  nlohmann::json admit(const nlohmann::json &pod, bool leave_refused);
  // Whether judging the pod gives the same answer and changes nothing.
  bool judges_alike(const nlohmann::json &pod) const;
  void remove(const std::string &uid);

  std::string cpu_state() const;
  std::string memory_state() const;
  // {default, entries} and, where asked, {memory, memory_free}, as vectors have them.
  nlohmann::json state(bool memory) const;
  std::string cpus(koord_kubelet_cpuset which) const;

 private:
  nlohmann::json nodes_of(uint64_t mask) const;
  nlohmann::json blocks(const koord_pod *pod, const std::vector<std::string> &names) const;

  const koord_topology *topology_;
  Owned<koord_kubelet> kubelet_;
  Owned<koord_admission> answer_;
  koord_topology_info info_;
  std::vector<int32_t> node_ids_;
};
