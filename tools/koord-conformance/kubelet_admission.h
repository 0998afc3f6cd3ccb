// A recorded kubelet run through koord.h: machine, configuration and pods of vectors.

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

// Returns a vector's machine with the memory of a configuration. Distances between NUMA nodes are
// the firmware's defaults if the vector does not set them. `config` may be null.
Owned<koord_topology> recorded_topology(const nlohmann::json &machine,
                                        const nlohmann::json &config);
// Returns the engine's object behind the handle.
std::shared_ptr<const koord::Topology> engine_topology(const koord_topology &topology);
// Returns the KubeletConfiguration equivalent to `config`.
std::string kubelet_configuration(const nlohmann::json &config, bool alpha_options);
// Returns a vector's pod in the API server's format.
Owned<koord_pod> recorded_pod(const nlohmann::json &pod);

// A running kubelet. Failed calls throw std::runtime_error with their message.
class RecordedKubelet {
 public:
  // Throws std::invalid_argument with koord.h's message if the kubelet does not start.
  RecordedKubelet(const koord_topology *topology, const std::string &configuration,
                  const std::string &cpu_state);

  // Returns {admit, affinity, cpus, memory}, the last three by container, or {admit, reason,
  // message}. For `leave_refused` see KOORD_ADMIT_LEAVE_REFUSED.
  nlohmann::json admit(const nlohmann::json &pod, bool leave_refused);
  // Returns true if judging the pod gives the result of admitting it and changes nothing.
  bool judges_alike(const nlohmann::json &pod) const;
  void remove(const std::string &uid);

  std::string cpu_state() const;
  std::string memory_state() const;
  // Returns {default, entries} and, if `memory` is set, {memory, memory_free}, in the vectors'
  // format.
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
