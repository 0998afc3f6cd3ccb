// Admission of pods by a kubelet: koord.h's state machine, set up from files.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/diagnostics.h"
#include "koord.hpp"
#include "machine/source.h"
#include "node/plugin_devices.h"
#include "session/session_input.h"

namespace koordctl {

struct KubeletFiles {
  SourceOptions source;
  std::optional<std::string> config, cpu_state, memory_state, device_state;  // paths
  std::vector<PluginDevice> devices;
  std::string version;  // kubelet's version; "" if not stated
  bool strict = false;  // reject unknown fields of the configuration
};

// One container of an admitted pod.
struct AdmittedContainer {
  struct Block {
    std::string resource;
    std::vector<int32_t> numa_nodes;
    uint64_t bytes = 0;
  };
  std::string name;
  bool init = false;
  koord::CpuSet cpus;   // exclusive CPUs
  bool shares = false;  // uses the default CPU set
  // chosen by the topology manager; empty if it has no preference
  std::vector<int32_t> numa_nodes;
  bool preferred = false;             // preferred by each of its resources
  std::vector<int32_t> memory_nodes;  // cpuset.mems; empty for any node
  std::vector<Block> memory;
  std::vector<PluginDevice> devices;
};

struct Arrival {
  std::string name, uid;  // of the pod; the name includes the namespace
  koord_refusal refusal{};
  std::string refused_container;  // "" if the pod as a whole was refused
  std::vector<AdmittedContainer> containers;
  bool admitted() const { return refusal.reason == KOORD_REASON_NONE; }
};

class Kubelet {
 public:
  // Errors name the file that caused them.
  explicit Kubelet(const KubeletFiles &files);

  // Presents the pod to kubelet, which keeps it if it is admitted.
  Arrival admit(const SessionInput::Object &pod);
  // Returns an independent copy in the same state.
  Kubelet clone() const;

  const koord::Kubelet &state() const { return kubelet_; }
  // Returns the message of kubelet for the refusal.
  std::string message(const koord_refusal &refusal) const {
    return kubelet_.format_refusal(refusal);
  }

 private:
  struct Machine {
    explicit Machine(const KubeletFiles &files);
    uint64_t rows_of(const std::vector<int32_t> &nodes) const;
    Diagnostics diagnostics;
    koord::Topology topology;
    std::vector<int32_t> numa_nodes;    // ids by row
    std::vector<PluginDevice> devices;  // devices by number
  };
  explicit Kubelet(std::shared_ptr<const Machine> machine) : machine_(std::move(machine)) {}
  std::vector<int32_t> numa_nodes(uint64_t rows) const;

  std::shared_ptr<const Machine> machine_;
  koord::Kubelet kubelet_;
};

}  // namespace koordctl
