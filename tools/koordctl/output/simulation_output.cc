#include "output/simulation_output.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "cli/options.h"
#include "cli/table.h"
#include "output/amounts_text.h"
#include "output/device_svg.h"
#include "output/node_devices.h"
#include "output/picture.h"
#include "output/refusal_json.h"
#include "output/topology_table.h"

namespace koordctl {
namespace {

using OrderedJson = nlohmann::ordered_json;

// Returns the request as text, or "" if there is none.
std::string request_text(int64_t milli) { return milli <= 0 ? "" : cpu_text(milli); }

const char *state_name(PodState state) {
  switch (state) {
    case PodState::kPlaced:
      return "placed";
    case PodState::kBound:
      return "bound";
    case PodState::kRefused:
      return "refused";
    case PodState::kTerminated:
      return "terminated";
  }
  return "";
}

// The NUMA node of every CPU, by node name. Each node is read once.
class NumaNodes {
 public:
  explicit NumaNodes(const SessionResult &result) {
    for (const NodeResult &node : result.nodes) by_name_.emplace(node.name, &node);
  }

  // Returns the NUMA nodes of the pod's CPUs, amounts and shared pools.
  std::vector<int32_t> of(const PodResult &pod, const OrderedJson &status) {
    std::set<int32_t> numa;
    for (const char *list : {"numaNodeResources", "cpuSharedPools"}) {
      if (!status.contains(list)) continue;
      for (const OrderedJson &entry : status[list]) numa.insert(entry.at("node").get<int32_t>());
    }
    const std::vector<koord_cpu> &rows = rows_of(pod.node);
    for (const koord_cpu &row : rows)
      if (row.numa_node >= 0 && pod.cpus.contains(row.cpu)) numa.insert(row.numa_node);
    return {numa.begin(), numa.end()};
  }

 private:
  const std::vector<koord_cpu> &rows_of(const std::string &name) {
    const auto [rows, inserted] = rows_.try_emplace(name);
    const auto node = by_name_.find(name);
    if (inserted && node != by_name_.end() && node->second->topology)
      rows->second = node->second->topology.get_cpus();
    return rows->second;
  }

  std::map<std::string, const NodeResult *> by_name_;
  std::map<std::string, std::vector<koord_cpu>> rows_;
};

OrderedJson status_of(const PodResult &pod) {
  return pod.status.empty() ? OrderedJson::object() : OrderedJson::parse(pod.status);
}

bool any_devices(const SessionResult &result) {
  return std::any_of(result.pods.begin(), result.pods.end(),
                     [](const PodResult &pod) { return !devices_of(pod).empty(); });
}

// Returns text such as "0: cpu 4, memory 8Gi".
std::string amounts_text(const OrderedJson &status) {
  std::vector<std::string> nodes;
  if (!status.contains("numaNodeResources")) return "";
  for (const OrderedJson &entry : status["numaNodeResources"]) {
    std::vector<std::string> amounts;
    for (const auto &[resource, amount] : entry.at("resources").items())
      amounts.push_back(resource + " " + amount.get<std::string>());
    nodes.push_back(std::to_string(entry.at("node").get<int32_t>()) + ": " + join(amounts, ", "));
  }
  return join(nodes, "; ");
}

// Returns the pod's policies and other requirements besides amounts.
std::string policies_text(const koord_pod_info &info) {
  std::vector<std::string> policies;
  if (info.required_bind != KOORD_BIND_POLICY_DEFAULT)
    policies.push_back(std::string(koord_bind_policy_get_name(info.required_bind)) + " required");
  else if (info.preferred_bind != KOORD_BIND_POLICY_DEFAULT)
    policies.emplace_back(koord_bind_policy_get_name(info.preferred_bind));
  if (info.exclusive > KOORD_EXCLUSIVE_POLICY_NONE)
    policies.emplace_back(koord_exclusive_policy_get_name(info.exclusive));
  if (info.numa_policy > KOORD_NUMA_POLICY_NONE)
    policies.emplace_back(koord_numa_policy_get_name(info.numa_policy));
  return join(policies, ", ");
}

std::string node_table(const SessionResult &result, bool with_header) {
  Table table({"NODE", "PODS", "CPUS", "HELD", "RESERVED", "FREE"});
  for (const NodeResult &node : result.nodes) {
    table.add({node.name, std::to_string(node.pods),
               node.topology ? std::to_string(node.topology.get_info().cpus) : "",
               node.held.to_string(), node.reserved.to_string(), node.free.to_string()});
  }
  return table.to_string(with_header);
}

OrderedJson conflicts_json(const koord_pod_conflicts &conflicts) {
  return {{"cpusHeld", conflicts.cpus_held},
          {"cpusReserved", conflicts.cpus_reserved},
          {"cpusUnknown", conflicts.cpus_unknown},
          {"amountsUnknown", conflicts.amounts_unknown},
          {"devicesUnknown", conflicts.devices_unknown},
          {"devicesOvercommitted", conflicts.devices_overcommitted}};
}

OrderedJson rejection_json(const Rejection &rejection) {
  OrderedJson json;
  json["message"] = rejection.sentence();
  json["nodes"] = rejection.nodes;
  json["reasons"] = OrderedJson::object();
  for (const auto &[reason, count] : rejection.reasons) json["reasons"][reason] = count;
  json["nearest"] = rejection.refusals.empty() ? "" : rejection.refusals[0].node;
  json["byNode"] = OrderedJson::array();
  for (const NodeRefusal &node : rejection.refusals) {
    OrderedJson entry = {{"node", node.node}};
    if (node.filter.empty())
      entry.update(refusal_json(node.refusal, node.sentence, KOORD_PROFILE_SPEC));
    else
      entry.update({{"reason", node.filter}, {"message", node.sentence}});
    if (!node.resource.empty()) entry["resource"] = node.resource;
    if (!node.device_type.empty()) entry["deviceType"] = node.device_type;
    entry["resolvable"] = node.resolvable;
    json["byNode"].push_back(std::move(entry));
  }
  return json;
}

OrderedJson pod_json(const PodResult &pod, NumaNodes &numa) {
  OrderedJson json = pod_reference(pod.name);
  json["uid"] = pod.uid;
  json["qosClass"] = koord_qos_get_name(pod.info.effective_qos);
  json["priorityClass"] = koord_priority_class_get_name(pod.info.priority_class);
  if (pod.info.cpu_request_milli > 0) json["cpuRequest"] = request_text(pod.info.cpu_request_milli);
  json["state"] = state_name(pod.state);
  if (!pod.faults.empty()) json["faults"] = pod.faults;
  if (!pod.unreadable.empty()) {
    json["unreadable"] = pod.unreadable;
    return json;
  }
  if (pod.state == PodState::kRefused) json["refusal"] = rejection_json(pod.rejection);
  if (pod.state != PodState::kPlaced && pod.state != PodState::kBound) return json;
  const OrderedJson status = status_of(pod);
  json["node"] = pod.node;
  if (pod.score) json["score"] = *pod.score;
  json["cpuset"] = pod.cpus.to_string();
  json["numaNodes"] = numa.of(pod, status);
  json["numaNodeResources"] = status.value("numaNodeResources", OrderedJson::array());
  json["cpuSharedPools"] = status.value("cpuSharedPools", OrderedJson::array());
  if (const OrderedJson devices = devices_of(pod); !devices.empty()) json["devices"] = devices;
  if (pod.state == PodState::kPlaced) json["patch"] = OrderedJson::parse(pod.patch);
  if (pod.state != PodState::kBound) return json;
  json["conflicts"] = conflicts_json(pod.conflicts);
  if (!pod.refused_claims.empty()) {
    json["claims"] = {{"refused", pod.conflicts.claims_refused},
                      {"devicesUnexplained", pod.conflicts.devices_unexplained},
                      {"messages", pod.refused_claims}};
  }
  return json;
}

}  // namespace

OrderedJson devices_of(const PodResult &pod) {
  return pod.devices.empty() ? OrderedJson::object() : OrderedJson::parse(pod.devices);
}

std::string devices_text(const PodResult &pod) {
  std::vector<std::string> types;
  const OrderedJson by_type = devices_of(pod);
  for (const auto &[type, devices] : by_type.items()) {
    std::vector<int32_t> minors;
    for (const OrderedJson &device : devices) minors.push_back(device.at("minor").get<int32_t>());
    types.push_back(type + " " + number_ranges(minors));
  }
  return join(types, ", ");
}

OrderedJson pod_reference(const std::string &name) {
  const size_t slash = name.find('/');
  return {{"namespace", name.substr(0, slash)}, {"name", name.substr(slash + 1)}};
}

std::string short_pod_name(const std::string &name) {
  constexpr std::string_view kDefault = "default/";
  return name.starts_with(kDefault) ? name.substr(kDefault.size()) : name;
}

const char *profile_name(koord_profile profile) {
  if (profile == KOORD_PROFILE_NRT_MATCH) return "nrt-match";
  return profile == KOORD_PROFILE_UPSTREAM ? "upstream" : "spec";
}

// Returns lines such as "gang a: 3 placed (2 needed)", "gang b: 0 placed (PodGroup b does not
// exist)".
std::string gang_lines(const SessionResult &result) {
  std::string text;
  for (const GangOutcome &gang : result.gangs) {
    const std::string name = short_pod_name(gang.name);
    text += "gang " + name + ": " + std::to_string(gang.placed) + " placed (" +
            (gang.has_group ? std::to_string(gang.needed) + " needed"
                            : "PodGroup " + name + " does not exist") +
            ")\n";
  }
  return text;
}

std::vector<PodCells> pod_cells(const SessionResult &result) {
  std::vector<PodCells> cells;
  cells.reserve(result.pods.size());
  NumaNodes numa(result);
  for (const PodResult &pod : result.pods) {
    PodCells &row = cells.emplace_back();
    row.qos = koord_qos_get_name(pod.info.effective_qos);
    row.cpu = request_text(pod.info.cpu_request_milli);
    row.cpus = pod.cpus.to_string();
    row.numa = number_ranges(numa.of(pod, status_of(pod)));
    row.devices = devices_text(pod);
  }
  return cells;
}

std::string session_table(const SessionResult &result, bool wide, bool with_header) {
  std::vector<std::string> header = {"POD", "QOS", "CPU", "NODE", "CPUS", "NUMA", "SCORE"};
  // The DEVICES column is only shown if a pod has devices.
  const bool devices = any_devices(result);
  if (devices) header.insert(header.end() - 1, "DEVICES");
  if (wide) header.insert(header.end(), {"PRIORITY", "POLICIES", "AMOUNTS"});
  Table table(std::move(header));
  const std::vector<PodCells> cells = pod_cells(result);
  for (size_t i = 0; i < cells.size(); ++i) {
    const PodResult &pod = result.pods[i];
    std::vector<std::string> row = {pod.short_name(),
                                    cells[i].qos,
                                    cells[i].cpu,
                                    pod.node,
                                    cells[i].cpus,
                                    cells[i].numa,
                                    pod.score ? std::to_string(*pod.score) : state_name(pod.state)};
    if (devices) row.insert(row.end() - 1, cells[i].devices);
    if (wide) {
      row.insert(row.end(), {koord_priority_class_get_name(pod.info.priority_class),
                             policies_text(pod.info), amounts_text(status_of(pod))});
    }
    table.add(std::move(row));
  }
  std::string text = table.to_string(with_header);
  if (wide) text += "\n" + node_table(result, with_header);
  if (!result.gangs.empty()) text += "\n" + gang_lines(result);
  return text;
}

std::string session_json(const SessionResult &result) {
  OrderedJson json;
  json["apiVersion"] = "koord.sh/v1";
  json["kind"] = "Simulation";
  json["profile"] = profile_name(result.profile);
  json["placed"] = result.all_placed();
  if (!result.ignored.empty()) json["ignored"] = result.ignored;
  json["pods"] = OrderedJson::array();
  NumaNodes numa(result);
  for (const PodResult &pod : result.pods) json["pods"].push_back(pod_json(pod, numa));
  if (!result.gangs.empty()) json["gangs"] = OrderedJson::array();
  for (const GangOutcome &gang : result.gangs) {
    OrderedJson entry = pod_reference(gang.name);
    entry.update({{"needed", gang.needed}, {"members", gang.members}, {"placed", gang.placed}});
    if (!gang.message.empty()) entry["message"] = gang.message;
    json["gangs"].push_back(std::move(entry));
  }
  json["nodes"] = OrderedJson::array();
  for (const NodeResult &node : result.nodes) {
    OrderedJson entry = {{"name", node.name}, {"pods", node.pods}};
    if (node.topology) {
      entry["cpus"] = node.topology.get_info().cpus;
      entry["held"] = node.held.to_string();
      entry["reserved"] = node.reserved.to_string();
      entry["free"] = node.free.to_string();
      entry["sharedPool"] = node.pool.to_string();
    }
    if (!node.claimed.empty()) entry["claimedDevices"] = claimed_json(node);
    json["nodes"].push_back(std::move(entry));
  }
  return json.dump(2);
}

namespace {

// Returns true if a ResourceClaim of the pod holds devices of the node.
bool has_claimed_devices(const PodResult &pod, const NodeResult &node) {
  return std::any_of(node.claimed.begin(), node.claimed.end(), [&](const ClaimedDevices &claimed) {
    return std::find(claimed.pods.begin(), claimed.pods.end(), pod.name) != claimed.pods.end();
  });
}

bool is_drawn(const PodResult &pod, const NodeResult &node) {
  return pod.node == node.name &&
         (!pod.cpus.empty() || !devices_of(pod).empty() || has_claimed_devices(pod, node));
}

size_t most_pods(const NodeResult &node) {
  return kMaxPictureSets - (node.reserved.empty() ? 0 : 1);
}

}  // namespace

std::map<std::string, size_t> node_holders(const SessionResult &result, const NodeResult &node) {
  std::map<std::string, size_t> holders;
  size_t next = 0;
  for (const PodResult &pod : result.pods)
    if (is_drawn(pod, node)) holders.emplace(pod.name, std::min(next++, most_pods(node) - 1));
  return holders;
}

std::string node_svg(const SessionResult &result, const NodeResult &node,
                     const PictureOptions &options) {
  return with_devices(
      svg_picture(node.topology, options, node_sets(result, node), node_title(node)),
      node_devices(result, node, node_holders(result, node)));
}

std::vector<NamedSet> node_sets(const SessionResult &result, const NodeResult &node) {
  std::vector<NamedSet> sets;
  for (const PodResult &pod : result.pods)
    if (is_drawn(pod, node)) sets.push_back({pod.short_name(), pod.cpus});
  fold_sets(sets, most_pods(node));
  if (!node.reserved.empty()) sets.push_back({"reserved", node.reserved});
  return sets;
}

std::string node_title(const NodeResult &node) {
  const size_t cpus = node.held.count();
  return node.name + ": " + std::to_string(node.pods) + (node.pods == 1 ? " pod, " : " pods, ") +
         std::to_string(cpus) + (cpus == 1 ? " CPU held" : " CPUs held");
}

}  // namespace koordctl
