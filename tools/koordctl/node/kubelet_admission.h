// Pods that arrive at a kubelet: koord.h's state machine, told from files.
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
  std::string version;  // of kubelet; "": not stated
  bool strict = false;  // an unknown field of the configuration is an error
};

// One container of a pod that was admitted.
struct AdmittedContainer {
  struct Block {
    std::string resource;
    std::vector<int32_t> numa_nodes;
    uint64_t bytes = 0;
  };
  std::string name;
  bool init = false;
  koord::CpuSet cpus;                 // its own
  bool shares = false;                // the default CPU set
  std::vector<int32_t> numa_nodes;    // that the topology manager chose; empty: none in particular
  bool preferred = false;             // by each of its resources
  std::vector<int32_t> memory_nodes;  // cpuset.mems; empty: any
  std::vector<Block> memory;
  std::vector<PluginDevice> devices;
};

struct Arrival {
  std::string name, uid;  // of the pod; the name with its namespace
  koord_refusal refusal{};
  std::string refused_container;  // "": the pod as a whole
  std::vector<AdmittedContainer> containers;
  bool admitted() const { return refusal.reason == KOORD_REASON_NONE; }
};

class Kubelet {
 public:
  // Errors name the file that is at fault.
  explicit Kubelet(const KubeletFiles &files);

  // The pod arrives, and stays where it is admitted.
  Arrival admit(const SessionInput::Object &pod);
  // A second one in the same state.
  Kubelet clone() const;

  const koord::Kubelet &state() const { return kubelet_; }
  // Kubelet's message.
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
    std::vector<PluginDevice> devices;  // by number
  };
  explicit Kubelet(std::shared_ptr<const Machine> machine) : machine_(std::move(machine)) {}
  std::vector<int32_t> numa_nodes(uint64_t rows) const;

  std::shared_ptr<const Machine> machine_;
  koord::Kubelet kubelet_;
};

}  // namespace koordctl
