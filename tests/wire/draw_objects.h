// Random objects as typed hosts may have them, with valid and
// invalid values in every field that is read.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <random>
#include <string>

namespace koord::wire {

class Draw {
 public:
  explicit Draw(uint64_t seed) : random_(seed) {}

  size_t below(size_t count) { return static_cast<size_t>(random_() % count); }
  int64_t between(int64_t low, int64_t high) {
    return low + static_cast<int64_t>(random_() % static_cast<uint64_t>(high - low + 1));
  }
  bool once_in(size_t times) { return below(times) == 0; }
  std::string of(std::initializer_list<const char *> texts) {
    return *(texts.begin() + below(texts.size()));
  }

 private:
  std::mt19937_64 random_;
};

inline std::string draw_resource(Draw &draw) {
  return draw.of({"cpu", "memory", "hugepages-2Mi", "hugepages-1Gi", "nvidia.com/gpu",
                  "koordinator.sh/gpu-core", "koordinator.sh/gpu-mem", "kubernetes.io/rdma",
                  "ephemeral-storage", "example.com/nic"});
}

inline std::string draw_quantity(Draw &draw) {
  return draw.of({"0", "1", "4", "1500m", "100", "1Gi", "64Mi", "2e3", "3000000000", "0.1"});
}

inline nlohmann::json draw_amounts(Draw &draw) {
  nlohmann::json out = nlohmann::json::object();
  for (size_t n = draw.below(4); n > 0; --n) out[draw_resource(draw)] = draw_quantity(draw);
  return out;
}

inline nlohmann::json draw_resources(Draw &draw) {
  nlohmann::json out = nlohmann::json::object();
  if (!draw.once_in(3)) out["requests"] = draw_amounts(draw);
  if (!draw.once_in(3)) out["limits"] = draw_amounts(draw);
  return out;
}

// Occasionally draws a text that does not belong under that name.
inline std::string draw_text(Draw &draw, std::initializer_list<const char *> texts) {
  if (draw.once_in(12))
    return draw.of({"", "odd", "{}", "{", "[]", "null", "\xC3\xA4", "\"", "0-3"});
  return draw.of(texts);
}

struct Named {
  const char *name;
  std::initializer_list<const char *> texts;
};

inline nlohmann::json draw_texts(Draw &draw, std::initializer_list<Named> all) {
  nlohmann::json out = nlohmann::json::object();
  for (const Named &named : all)
    if (draw.once_in(4)) out[named.name] = draw_text(draw, named.texts);
  if (draw.once_in(3)) out["app.kubernetes.io/name"] = "web";
  return out;
}

inline nlohmann::json draw_container(Draw &draw, bool init) {
  nlohmann::json out = {{"name", draw.of({"app", "web", "log"})}};
  if (!draw.once_in(4)) out["resources"] = draw_resources(draw);
  if (init && draw.once_in(2)) out["restartPolicy"] = draw.of({"Always", "Never", ""});
  if (draw.once_in(4))
    out["env"] = {{{"name", draw.of({"NVIDIA_VISIBLE_DEVICES", "PATH"})},
                   {"value", draw.of({"all", "none", "0,1", "GPU-1", " 2 ,3,", "", "0:1"})}},
                  {{"name", "NVIDIA_VISIBLE_DEVICES"}, {"value", draw.of({"1", "GPU-0,GPU-7"})}}};
  return out;
}

inline nlohmann::json draw_pod(Draw &draw) {
  nlohmann::json metadata = {{"name", draw.of({"web", "db-0", "a b"})}};
  if (draw.once_in(30)) metadata.erase("name");
  if (draw.once_in(2)) metadata["namespace"] = draw.of({"default", "prod", ""});
  if (!draw.once_in(4)) metadata["uid"] = draw.of({"u-1", "u-2"});
  if (!draw.once_in(3))
    metadata["labels"] =
        draw_texts(draw, {{"koordinator.sh/qosClass", {"LSE", "LSR", "LS", "BE", "SYSTEM", ""}},
                          {"koordinator.sh/priority-class",
                           {"koord-prod", "koord-mid", "koord-batch", "koord-free", ""}}});
  if (!draw.once_in(3))
    metadata["annotations"] = draw_texts(
        draw,
        {{"scheduling.koordinator.sh/resource-spec",
          {R"({"requiredCPUBindPolicy":"FullPCPUs"})",
           R"({"preferredCPUBindPolicy":"SpreadByPCPUs","numaTopologyPolicy":"Restricted"})",
           R"({"preferredCPUExclusivePolicy":"Nothing"})"}},
         {"scheduling.koordinator.sh/isolated-cpus", {"Required", "", "Preferred"}},
         {"kubernetes.io/config.mirror", {"0123456789abcdef0123456789abcdef"}},
         {"scheduling.koordinator.sh/numa-topology-spec",
          {R"({"numaTopologyPolicy":"SingleNUMANode","singleNUMANodeExclusive":"Required"})",
           R"({"numaTopologyPolicy":"Foo"})"}},
         {"scheduling.koordinator.sh/resource-status",
          {R"({"cpuset":"0-3"})", R"({"cpuset":"a"})", R"({"cpuset":""})",
           R"({"numaNodeResources":[{"node":1,"resources":{"cpu":"4"}}]})"}},
         {"scheduling.koordinator.sh/device-allocate-hint",
          {R"({"gpu":{"selector":{"matchLabels":{"a":"b"}}}})",
           R"({"rdma":{"exclusivePolicy":"x"}})"}},
         {"scheduling.koordinator.sh/device-joint-allocate",
          {R"({"deviceTypes":["gpu","rdma"],"requiredScope":"SamePCIe"})"}},
         {"scheduling.koordinator.sh/gpu-partition-spec", {R"({"allocatePolicy":"Restricted"})"}},
         {"scheduling.koordinator.sh/device-allocated",
          {R"({"gpu":[{"minor":0,"resources":{"koordinator.sh/gpu-mem":"1Gi"}}]})",
           R"({"gpu":[{"minor":0},{"minor":0}]})"}}});
  nlohmann::json spec = {{"containers", nlohmann::json::array()}};
  if (draw.once_in(2)) spec["nodeName"] = draw.of({"n1", "n2", ""});
  if (draw.once_in(2)) spec["priority"] = draw.between(-1, 10000);
  for (size_t n = draw.below(4); n > 0; --n)
    spec["containers"].push_back(draw_container(draw, false));
  for (size_t n = draw.below(3); n > 0; --n)
    spec["initContainers"].push_back(draw_container(draw, true));
  if (draw.once_in(4)) spec["overhead"] = draw_amounts(draw);
  if (draw.once_in(4)) spec["resources"] = draw_resources(draw);
  nlohmann::json status = nlohmann::json::object();
  if (draw.once_in(2)) status["phase"] = draw.of({"Running", "Succeeded", "Failed", ""});
  if (draw.once_in(2)) status["qosClass"] = draw.of({"Guaranteed", "Burstable", "BestEffort", ""});
  if (draw.once_in(2))
    status["conditions"] = {{{"type", "Ready"}, {"status", "True"}},
                            {{"type", "PodScheduled"},
                             {"status", draw.of({"True", "False"})},
                             {"lastTransitionTime", draw.of({"2024-05-01T10:00:00Z", "soon"})}}};
  return {{"kind", "Pod"}, {"metadata", metadata}, {"spec", spec}, {"status", status}};
}

inline nlohmann::json draw_node(Draw &draw) {
  nlohmann::json metadata = {{"name", draw.of({"n1", "n2"})}};
  if (draw.once_in(30)) metadata.erase("name");
  metadata["labels"] = draw_texts(
      draw,
      {{"node.koordinator.sh/cpu-bind-policy", {"FullPCPUsOnly", "PCPUOnly", "None", "Odd"}},
       {"node.koordinator.sh/numa-allocate-strategy", {"MostAllocated", "LeastAllocated", ""}},
       {"node.koordinator.sh/numa-allocate-policy", {"MostAllocated", "DistributeEvenly"}},
       {"node.koordinator.sh/numa-topology-policy", {"Restricted", "SingleNUMANodePodLevel"}},
       {"node.koordinator.sh/numa-topology-alignment-policy", {"BestEffort"}},
       {"node.koordinator.sh/gpu-vendor", {"nvidia"}},
       {"node.koordinator.sh/gpu-model", {"H100"}},
       {"node.koordinator.sh/gpu-partition-policy", {"Honor", "Prefer"}},
       {"kubernetes.io/arch", {"amd64"}},
       {"beta.kubernetes.io/arch", {"amd64", "arm64"}}});
  metadata["annotations"] = draw_texts(
      draw, {{"node.koordinator.sh/reservation",
              {R"({"reservedCPUs":"0-1"})", R"({"resources":{"cpu":"2","memory":"1Gi"}})",
               R"({"resources":{"cpu":"2"},"applyPolicy":"ReservedCPUsOnly"})"}},
             {"node.koordinator.sh/system-qos-resource",
              {R"({"cpuset":"2-3"})", R"({"cpuset":"2","cpusetExclusive":false})"}},
             {"node.koordinator.sh/resource-amplification-ratio",
              {R"({"cpu":1.5})", R"({"cpu":0})", R"({"cpu":-1})"}}});
  nlohmann::json status = {{"allocatable", draw_amounts(draw)}};
  if (draw.once_in(2)) status["nodeInfo"] = {{"architecture", draw.of({"amd64", "arm64", ""})}};
  nlohmann::json spec = nlohmann::json::object();
  if (draw.once_in(3)) spec["unschedulable"] = draw.once_in(2);
  return {{"kind", "Node"}, {"metadata", metadata}, {"spec", spec}, {"status", status}};
}

inline nlohmann::json draw_zone(Draw &draw) {
  nlohmann::json zone = {{"name", draw.of({"node-0", "node-1", "node-2", "node-64", "node-3",
                                           "node-4", "node-7", "node-99999", "socket-0"})}};
  if (!draw.once_in(4)) zone["type"] = draw.once_in(8) ? "Core" : "Node";
  for (size_t n = draw.below(4); n > 0; --n) {
    nlohmann::json resource = {{"name", draw_resource(draw)}};
    for (const char *kind : {"capacity", "allocatable", "available"})
      if (!draw.once_in(4)) resource[kind] = draw_quantity(draw);
    zone["resources"].push_back(resource);
  }
  for (size_t n = draw.below(3); n > 0; --n)
    zone["costs"].push_back(
        {{"name", draw.of({"node-0", "node-1", "node-2", "x"})}, {"value", draw.between(10, 40)}});
  return zone;
}

inline nlohmann::json draw_nrt(Draw &draw) {
  nlohmann::json metadata = {{"name", draw.of({"n1", "n2"})}};
  if (draw.once_in(30)) metadata.erase("name");
  metadata["annotations"] = draw_texts(
      draw,
      {{"node.koordinator.sh/cpu-topology",
        {R"({"detail":[{"id":0,"core":0,"socket":0,"node":0},{"id":1,"core":0,"socket":0,"node":0}]})",
         R"({"detail":[{"id":0,"core":0,"socket":0,"node":0},{"id":1,"core":1,"socket":1,"node":1}]})",
         R"({"detail":[{"id":0},{"id":0}]})"}},
       {"kubelet.koordinator.sh/cpu-manager-policy",
        {R"({"policy":"static","options":{"full-pcpus-only":"true"},"reservedCPUs":"0"})",
         R"({"policy":"none"})"}},
       {"kubelet.koordinator.sh/cpu-manger-policy", {R"({"policy":"static"})"}},
       {"node.koordinator.sh/pod-cpu-allocs",
        {R"([{"uid":"u","cpuset":"0","managedByKubelet":true}])", R"([{"cpu":"1"}])", "null"}},
       {"node.koordinator.sh/cpu-shared-pools", {R"([{"socket":0,"node":0,"cpuset":"0-1"}])"}},
       {"node.koordinator.sh/be-cpu-shared-pools", {R"([{"cpuset":"x"}])"}},
       {"node.koordinator.sh/takeover-stage", {"1", "2", "3"}},
       {"kubelet.koordinator.sh/memory-manager-policy", {"Static", "None", "static"}},
       {"kubelet.koordinator.sh/device-manager-state",
        {R"({"devices":[{"resource":"a.com/x","nodes":[0],"healthy":2}],"pods":[{"uid":"a","devices":[]}]})",
         R"({"devices":[{"resource":"x"}]})"}},
       {"kubelet.koordinator.sh/memory-manager-state",
        {R"({"numaNodes":[{"node":0,"assignments":1,"memory":[{"type":"memory","allocatable":8192,)"
         R"("free":4096}]}],"pods":[{"uid":"a","blocks":[{"nodes":[0],"type":"memory","size":4096}]}]})",
         R"({"numaNodes":[{"node":0,"memory":[{"type":"memory","allocatable":1,"free":2}]}]})"}},
       {"kubelet.koordinator.sh/pod-level-resource-managers", {"true", "false", "yes"}},
       {"node.koordinator.sh/isolated-cpus",
        {R"({"cpuset":"1","nohzFull":"0-1","policy":"Excluded"})", R"({"cpuset":"0-9"})",
         R"({"policy":"Shared"})", "{}", R"({"cpuset":"1-"})"}},
       {"node.koordinator.sh/reservation", {R"({"reservedCPUs":"0"})"}},
       {"node.koordinator.sh/system-qos-resource", {R"({"cpuset":"1"})"}},
       {"node.koordinator.sh/resource-amplification-ratio", {R"({"cpu":2})"}}});
  nlohmann::json out = {{"kind", "NodeResourceTopology"}, {"metadata", metadata}};
  for (size_t n = draw.below(3); n > 0; --n)
    out["topologyPolicies"].push_back(draw.of(
        {"SingleNUMANodePodLevel", "Restricted", "None", "Odd", "BestEffortContainerLevel"}));
  for (size_t n = draw.below(4); n > 0; --n)
    out["attributes"].push_back(
        {{"name", draw.of({"topologyManagerPolicy", "topologyManagerScope", "other"})},
         {"value", draw.of({"restricted", "pod", "container", "single-numa-node", "odd"})}});
  for (size_t n = draw.below(4); n > 0; --n) out["zones"].push_back(draw_zone(draw));
  return out;
}

inline nlohmann::json draw_device(Draw &draw) {
  nlohmann::json metadata = {{"name", draw.of({"n1", "n2"})}};
  if (draw.once_in(30)) metadata.erase("name");
  metadata["labels"] =
      draw_texts(draw, {{"node.koordinator.sh/gpu-vendor", {"nvidia"}},
                        {"node.koordinator.sh/gpu-partition-policy", {"Honor", "Prefer"}},
                        {"node.koordinator.sh/secondary-device-well-planned", {"true", "false"}}});
  metadata["annotations"] = draw_texts(
      draw, {{"scheduling.koordinator.sh/gpu-partitions",
              {R"({"2":[{"minors":[0,1],"ringBusBandwidth":"400Gi","allocationScore":1}]})",
               R"({"0":[]})"}},
             {"node.koordinator.sh/gpu-links",
              {R"([{"minors":[0,1],"pci":"SingleSwitch","nvlinks":4}])", R"([{"minors":[]}])"}},
             {"node.koordinator.sh/mig-instances",
              {R"([{"minor":0,"instances":[{"uuid":"MIG-0","profile":"1g.5gb","gi":7}]}])",
               R"([{"minor":0},{"minor":0}])"}},
             {"node.koordinator.sh/devices-checkpoints",
              {R"([{"podUID":"u","containerName":"c","resourceName":"r","deviceIDs":["GPU-0"]}])"}},
             {"node.koordinator.sh/devices-checkpoints-error", {"unreadable", ""}},
             {"node.koordinator.sh/device-plugins",
              {R"({"example.com/xpu":"gpu"})", R"({"example.com/xpu":1})"}},
             {"node.koordinator.sh/claimed-devices",
              {R"([{"podUID":"c","resourceName":"nvidia.com/gpu","deviceIDs":["GPU-0","*"]}])"}},
             {"node.koordinator.sh/gpu-checkpoints", {"[]"}}});
  nlohmann::json devices = nlohmann::json::array();
  for (size_t n = draw.below(4); n > 0; --n) {
    nlohmann::json device = {{"minor", draw.between(0, 3)}, {"resources", draw_amounts(draw)}};
    if (!draw.once_in(20)) device["type"] = draw.of({"gpu", "rdma", "fpga", "xpu"});
    if (draw.once_in(2)) device["id"] = draw.of({"GPU-0", "GPU-1"});
    if (draw.once_in(3)) device["moduleID"] = draw.between(-1, 3);
    if (!draw.once_in(3)) device["health"] = draw.once_in(2);
    if (draw.once_in(3)) device["labels"] = {{"type", "a"}, {"b", ""}};
    if (draw.once_in(2)) device["topology"] = {{"socketID", draw.between(-1, 1)}};
    if (draw.once_in(3))
      device["topology"] = {
          {"nodeID", draw.between(-1, 1)}, {"pcieID", "p"}, {"busID", "0000:3b:00.0"}};
    for (size_t g = draw.below(3); g > 0; --g) {
      nlohmann::json group = {{"labels", {{"type", draw.of({"general", "fast"})}}}};
      for (size_t v = draw.below(3); v > 0; --v)
        group["vfs"].push_back(
            {{"minor", draw.between(-1, 2)}, {"busID", draw.once_in(20) ? "" : "0000:1f:00.1"}});
      device["vfGroups"].push_back(group);
    }
    devices.push_back(device);
  }
  return {{"kind", "Device"}, {"metadata", metadata}, {"spec", {{"devices", devices}}}};
}

}  // namespace koord::wire
