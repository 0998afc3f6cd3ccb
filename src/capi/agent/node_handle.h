// Definitions of the opaque types koord_agent and koord_agent_state.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "agent/local_node.h"
#include "agent/node_state.h"
#include "capi/boundary/counted.h"
#include "koord.h"
#include "object/kubelet_memory.h"
#include "object/kubelet_plugin_devices.h"
#include "wire/agent/node_state.h"
#include "wire/kubelet/kubelet_config.h"

struct koord_agent {
  koord::agent::LocalNode node;
  koord::wire::KubeletConfig kubelet;
  uint64_t machine_hash;  // of everything in the topology
  size_t words;           // size of sets over the machine
  std::shared_ptr<const koord::Log> log;
  std::string kubelet_error = {};  // error in its configuration; logged when it changes
  // The state of kubelet's memory manager, and a hash of the text in which it is reported.
  std::optional<koord::object::KubeletMemory> memory = {};
  uint64_t memory_hash = 0;
  // The devices of kubelet's device manager, likewise.
  std::optional<koord::object::KubeletPluginDevices> devices = {};
  uint64_t devices_hash = 0;
};

struct koord_agent_state {
  explicit koord_agent_state(koord::wire::NodeStateFile read);

  // A pod, or a container that is placed differently from its pod.
  struct Row {
    static constexpr uint32_t kPod = UINT32_MAX;
    uint32_t pod;
    uint32_t container;  // kPod if the row is about the pod
    uint32_t uid_offset;
    uint32_t container_offset;
  };

  const koord::wire::NodeStateFile file;
  std::vector<Row> rows;  // in the order of pods, each followed by its containers
  std::string texts;      // of all rows
  koord::capi::References references{};
};
