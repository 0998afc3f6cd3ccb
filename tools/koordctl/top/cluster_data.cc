#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/options.h"
#include "command/session_command.h"
#include "output/node_devices.h"
#include "output/simulation_output.h"
#include "output/topology_table.h"
#include "session/session.h"
#include "top/top_data.h"

namespace koordctl {
namespace {

using OrderedJson = nlohmann::ordered_json;

std::string plural_text(size_t count, const char *noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

// Returns the devices of a node in use and all healthy ones, by type: "gpu 1.5/8, rdma 0/2".
std::string use_text(const SessionResult &result, const NodeResult &node) {
  std::vector<std::string> parts;
  for (const auto &[type, use] : device_use(node_devices(result, node, {}))) {
    parts.push_back(type + " " + hundredths_text(use.used) + "/" + hundredths_text(use.total));
    if (use.uncertain > 0) parts.back() += " (" + std::to_string(use.uncertain) + " uncertain)";
  }
  return join(parts, ", ");
}

// Returns the devices that claims of pods hold, by pod: "gpu 0-1 by claim inference".
std::map<std::string, std::string> claimed_by_pods(const SessionResult &result) {
  std::map<std::string, std::string> out;
  for (const NodeResult &node : result.nodes) {
    for (const OrderedJson &entry : claimed_json(node)) {
      if (!entry.contains("claim")) continue;
      std::map<std::string, std::vector<int32_t>> minors;
      for (const OrderedJson &device : entry["devices"])
        minors[device["type"].get<std::string>()].push_back(device["minor"].get<int32_t>());
      std::vector<std::string> types;
      for (const auto &[type, numbers] : minors)
        types.push_back(type + " " + number_ranges(numbers));
      const std::string text =
          join(types, ", ") + " by claim " + short_pod_name(entry["claim"].get<std::string>());
      if (types.empty()) continue;
      for (const OrderedJson &pod : entry["pods"]) {
        std::string &all = out[pod.get<std::string>()];
        all += (all.empty() ? "" : ", ") + text;
      }
    }
  }
  return out;
}

void add_nodes(const SessionResult &result, TopData &out) {
  out.nodes.header = {"NODE", "PODS", "CPUS", "EXCLUSIVE", "FREE", "RESERVED", "SHARED", "DEVICES"};
  for (const NodeResult &node : result.nodes) {
    const bool is_known = bool(node.topology);
    const auto count = [&](const koord::CpuSet &cpus) {
      return is_known ? std::to_string(cpus.count()) : "";
    };
    out.nodes.rows.push_back(
        {{node.name, std::to_string(node.pods),
          is_known ? std::to_string(node.topology.get_info().cpus) : "", count(node.held),
          count(node.free), count(node.reserved), count(node.pool), use_text(result, node)},
         node.name});
    if (!is_known) continue;
    out.pools[node.name] = {{"exclusive", node.held.to_string()},
                            {"free", node.free.to_string()},
                            {"reserved", node.reserved.to_string()},
                            {"shared", node.pool.to_string()}};
  }
}

// Adds pods and refusals of a session.
class PodRows {
 public:
  PodRows(const Session &session, const SessionPods &pods, const SessionResult &result,
          TopData &out)
      : session_(session),
        pods_(pods),
        result_(result),
        cells_(pod_cells(result)),
        claimed_(claimed_by_pods(result)),
        out_(out) {
    out.pods.header = {"POD", "NODE", "QOS", "CPU", "CPUS", "NUMA", "DEVICES", "STATE"};
    out.refusals.header = {"POD", "STATE", "QOS", "CPU", "REFUSAL"};
  }

  void add(size_t which) {
    const PodResult &pod = result_.pods[which];
    if (!pod.unreadable.empty()) return refuse(which, "unreadable", "", pod.unreadable);
    if (pod.waits()) return add_pending(which);
    if (pod.state != PodState::kBound) return;
    ++running_;
    const PodCells &cells = cells_[which];
    std::string devices = cells.devices;
    if (const auto claims = claimed_.find(pod.name); claims != claimed_.end())
      devices += (devices.empty() ? "" : ", ") + claims->second;
    const bool is_refused = !pod.refused_claims.empty();
    out_.pods.rows.push_back({{pod.short_name(), pod.node, cells.qos, cells.cpu, cells.cpus,
                               cells.numa, devices, is_refused ? "claim refused" : "bound"},
                              pod.node});
    if (is_refused) refuse(which, "bound", pod.node, pod.refused_claims.front());
  }

  size_t running() const { return running_; }
  size_t pending() const { return pending_; }

 private:
  void refuse(size_t which, const char *state, const std::string &node, const std::string &text) {
    const PodCells &cells = cells_[which];
    out_.refusals.rows.push_back(
        {{result_.pods[which].short_name(), state, cells.qos, cells.cpu, text}, node});
  }

  void add_pending(size_t which) {
    if (++pending_ > kMostJudgedPods)
      return refuse(
          which, "pending", "",
          "not evaluated: the first " + std::to_string(kMostJudgedPods) + " pending pods are");
    std::string gang;
    for (const Gang &each : session_.input().gangs)
      if (std::find(each.pods.begin(), each.pods.end(), which) != each.pods.end())
        gang = "; its gang " + each.short_name() + " is placed at once or not at all";
    if (const auto best = session_.find_best(pods_, which)) {
      const std::string node = session_.node_name(best->node);
      return refuse(which, "pending", node, "none: fits on " + node + " now" + gang);
    }
    const Rejection rejection = session_.reject(pods_, which);
    refuse(which, "pending", rejection.refusals.empty() ? "" : rejection.refusals[0].node,
           rejection.sentence());
  }

  const Session &session_;
  const SessionPods &pods_;
  const SessionResult &result_;
  const std::vector<PodCells> cells_;
  const std::map<std::string, std::string> claimed_;
  TopData &out_;
  size_t running_ = 0, pending_ = 0;
};

}  // namespace

TopData cluster_data(const Scenario &scenario, const std::string &name_space) {
  Session session(scenario);
  const SessionPods pods = session.start();
  const auto result = std::make_shared<const SessionResult>(session.snapshot());
  TopData out;
  add_nodes(*result, out);
  PodRows rows(session, pods, *result, out);
  for (size_t i = 0; i < result->pods.size(); ++i)
    if (name_space.empty() || result->pods[i].name.starts_with(name_space + "/")) rows.add(i);
  out.subject = plural_text(result->nodes.size(), "node") + ", " +
                plural_text(rows.running(), "pod") + ", " + std::to_string(rows.pending()) +
                " pending";
  if (!name_space.empty()) out.subject += " in namespace " + name_space;
  out.draw = [result](const std::string &name, const PictureOptions &options) -> std::string {
    for (const NodeResult &node : result->nodes) {
      if (node.name != name) continue;
      // Both begin with an empty line.
      const std::string text =
          node.topology ? text_pictures(*result, {&node}, options)
                        : devices_block(node_devices(*result, node, node_holders(*result, node)));
      return text.empty() ? "" : text.substr(1);
    }
    return "";
  };
  diagnose_input(scenario.input, *result);
  return out;
}

}  // namespace koordctl
