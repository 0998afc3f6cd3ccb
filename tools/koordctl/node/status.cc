#include "node/status.h"

#include "cli/file.h"
#include "cli/options.h"

namespace koordctl {
namespace {

using OrderedJson = nlohmann::ordered_json;

// Returns the reason for a placement, for each kind of place that a pod or container can have.
std::string reason_of(const std::string &place, const std::string &qos, bool leaves) {
  if (place == "exclusive") return qos + ": the CPUs that the scheduler gave it";
  if (place == "kubelet") return "kubelet's static policy gave it these";
  if (place == "namedPools") return qos + ": the pool on its NUMA nodes";
  if (place == "bestEffort") return qos + ": the BE pool";
  if (place == "system") return qos + ": the CPUs of system QoS";
  if (place == "shared") return qos + ": the shared pool";
  return leaves ? "first stage of a takeover: kubelet decides" : "kubelet and the runtime decide";
}

}  // namespace

std::string status_devices(const OrderedJson &pod) {
  std::vector<std::string> names;
  for (const OrderedJson &one : pod.value("devices", OrderedJson::array())) {
    names.push_back(one["type"].get<std::string>() + " " +
                    std::to_string(one["minor"].get<int64_t>()));
  }
  return join(names, ", ");
}

std::string status_nodes(const OrderedJson &pod) {
  std::vector<std::string> nodes;
  for (const OrderedJson &node : pod.value("memoryNodes", OrderedJson::array()))
    nodes.push_back(std::to_string(node.get<int64_t>()));
  return join(nodes, ",");
}

OrderedJson read_status(const StateOptions &options) {
  StateInForce found = state_in_force(options);
  OrderedJson out = OrderedJson::parse(read_file(options.path));
  const bool leaves = out.value("leavesCPUSets", false);
  out["managed"] = found.is_managed;
  out["ofThisBoot"] = found.is_of_this_boot;
  for (OrderedJson &pod : out["pods"]) {
    const std::string qos = pod.value("qos", pod["kubeQOS"].get<std::string>());
    pod["why"] = reason_of(pod["place"], qos, leaves);
    for (OrderedJson &one : pod["containers"]) one["why"] = reason_of(one["place"], qos, leaves);
    if (pod["containers"].empty()) pod.erase("containers");
  }
  return out;
}

}  // namespace koordctl
