#include "node/outputs.h"

#include "cli/table.h"

namespace koordctl {
namespace {

using OrderedJson = nlohmann::ordered_json;

std::string text_at(const OrderedJson &row, const char *field) { return row.value(field, ""); }

std::string count_of(const koord::CpuSet &cpus) { return std::to_string(cpus.count()); }

void add_set(Table &table, const char *name, const koord::CpuSet &cpus) {
  if (!cpus.empty()) table.add({name, "", "", count_of(cpus), cpus.to_string()});
}

std::string reason_name(const koord_refusal &refusal) {
  return refusal.reason == KOORD_REASON_NONE ? "" : koord::refusal_format(refusal);
}

OrderedJson annotations(const NodeAgent &node) {
  return {{"node.koordinator.sh/cpu-shared-pools",
           node.agent().to_annotation(KOORD_AGENT_ANNOTATION_CPU_SHARED_POOLS)},
          {"node.koordinator.sh/be-cpu-shared-pools",
           node.agent().to_annotation(KOORD_AGENT_ANNOTATION_BE_CPU_SHARED_POOLS)},
          {"node.koordinator.sh/pod-cpu-allocs",
           node.agent().to_annotation(KOORD_AGENT_ANNOTATION_POD_CPU_ALLOCS)}};
}

OrderedJson suppressed_json(const Suppressed &suppressed) {
  const koord_suppression &numbers = suppressed.numbers;
  return {{"allowanceMilli", numbers.allowance_milli},
          {"cpus", suppressed.cpus.to_string()},
          {"quotaMicroseconds", numbers.quota_us},
          {"keepQuota", (numbers.properties & KOORD_SUPPRESSION_KEEP_QUOTA) != 0}};
}

}  // namespace

std::string pools_table(const NodeAgent &node, const std::optional<Suppressed> &suppressed,
                        bool headers) {
  Table pools({"POOL", "SOCKET", "NUMA", "CPUS", "CPUSET"});
  const std::vector<NodePool> parts = node.pools();
  const koord::CpuSet shared = node.agent().get_cpus(KOORD_AGENT_CPUSET_SHARED);
  const koord::CpuSet best_effort = node.agent().get_cpus(KOORD_AGENT_CPUSET_BEST_EFFORT);
  pools.add({"shared", "", "", count_of(shared), shared.to_string()});
  for (const NodePool &part : parts) {
    pools.add({"shared", std::to_string(part.row.socket), std::to_string(part.row.numa_node),
               count_of(part.shared), part.shared.to_string()});
  }
  pools.add({"BE", "", "", count_of(best_effort), best_effort.to_string()});
  for (const NodePool &part : parts) {
    pools.add({"BE", std::to_string(part.row.socket), std::to_string(part.row.numa_node),
               count_of(part.best_effort), part.best_effort.to_string()});
  }
  add_set(pools, "exclusive", node.agent().get_cpus(KOORD_AGENT_CPUSET_EXCLUSIVE));
  add_set(pools, "reserved", node.agent().get_cpus(KOORD_AGENT_CPUSET_RESERVED));
  add_set(pools, "kubelet-reserved", node.agent().get_cpus(KOORD_AGENT_CPUSET_KUBELET_RESERVED));
  add_set(pools, "system", node.agent().get_cpus(KOORD_AGENT_CPUSET_SYSTEM));
  if (suppressed) add_set(pools, "BE-suppressed", suppressed->cpus);
  std::string text = pools.to_string(headers);
  Table pods({"POD", "CONTAINER", "QOS", "PLACE", "CPUS", "CPUSET", "MEMORY", "REFUSED"});
  const std::vector<NodePlace> places = node.places();
  for (const NodePlace &place : places) {
    const bool container = !place.container.empty();
    pods.add({node.pod_name(place.uid), place.container, koord_qos_get_name(place.row.qos),
              koord_agent_place_get_name(place.row.place), count_of(place.cpus),
              place.cpus.to_string(), container ? "" : place.numa_nodes.to_string(),
              container ? "" : reason_name(place.row.refusal)});
  }
  if (!places.empty()) text += "\n" + pods.to_string(headers);
  return text;
}

OrderedJson pools_json(const NodeAgent &node, const std::optional<Suppressed> &suppressed) {
  OrderedJson pools = OrderedJson::array();
  for (const NodePool &part : node.pools()) {
    pools.push_back({{"socket", part.row.socket},
                     {"numaNode", part.row.numa_node},
                     {"shared", part.shared.to_string()},
                     {"bestEffort", part.best_effort.to_string()}});
  }
  OrderedJson pods = OrderedJson::array();
  for (const NodePlace &place : node.places()) {
    OrderedJson row = {{"pod", node.pod_name(place.uid)}, {"uid", place.uid}};
    if (!place.container.empty()) row["container"] = place.container;
    row["qos"] = koord_qos_get_name(place.row.qos);
    row["place"] = koord_agent_place_get_name(place.row.place);
    row["cpus"] = place.cpus.to_string();
    if (place.container.empty()) {
      row["memoryNodes"] = place.numa_nodes.to_string();
      row["unlimited"] = (place.row.properties & KOORD_AGENT_POD_UNLIMITED) != 0;
      if (place.row.refusal.reason != KOORD_REASON_NONE)
        row["refused"] = reason_name(place.row.refusal);
    }
    pods.push_back(std::move(row));
  }
  OrderedJson json = {
      {"node", node.input().name},
      {"shared", node.agent().get_cpus(KOORD_AGENT_CPUSET_SHARED).to_string()},
      {"bestEffort", node.agent().get_cpus(KOORD_AGENT_CPUSET_BEST_EFFORT).to_string()},
      {"exclusive", node.agent().get_cpus(KOORD_AGENT_CPUSET_EXCLUSIVE).to_string()},
      {"reserved", node.agent().get_cpus(KOORD_AGENT_CPUSET_RESERVED).to_string()},
      {"kubeletReserved", node.agent().get_cpus(KOORD_AGENT_CPUSET_KUBELET_RESERVED).to_string()},
      {"system", node.agent().get_cpus(KOORD_AGENT_CPUSET_SYSTEM).to_string()},
      {"pools", std::move(pools)},
      {"pods", std::move(pods)},
      {"annotations", annotations(node)}};
  if (suppressed) json["suppressed"] = suppressed_json(*suppressed);
  return json;
}

std::string plan_table(const NodeAgent &node, const OrderedJson &plan, bool headers) {
  std::string text;
  if (plan["steps"].empty()) {
    text = "Nothing to write: all control groups are up to date.\n";
  } else {
    Table steps({"STEP", "PHASE", "POD", "FILE", "FROM", "TO"});
    for (const OrderedJson &step : plan["steps"]) {
      steps.add({std::to_string(&step - &plan["steps"].front() + 1), text_at(step, "phase"),
                 node.pod_name(text_at(step, "pod")), text_at(step, "path"), text_at(step, "from"),
                 text_at(step, "to")});
    }
    text = steps.to_string(headers);
  }
  if (plan["skipped"].empty()) return text;
  Table left({"SKIPPED", "POD", "REASON"});
  for (const OrderedJson &row : plan["skipped"])
    left.add({text_at(row, "path"), node.pod_name(text_at(row, "pod")), text_at(row, "reason")});
  return text + "\n" + left.to_string(headers);
}

std::string round_table(const NodeAgent &node, const Round &round, const std::string &state,
                        bool headers) {
  std::string text;
  Table steps({"RESULT", "PHASE", "POD", "FILE", "FROM", "TO"});
  bool any = false;
  for (const OrderedJson &report : round.reports) {
    for (const OrderedJson &step : report["steps"]) {
      any = true;
      steps.add({text_at(step, "state"), text_at(step, "phase"),
                 node.pod_name(text_at(step, "pod")), text_at(step, "path"), text_at(step, "from"),
                 text_at(step, "to")});
    }
  }
  if (any) text = steps.to_string(headers) + "\n";
  text += std::to_string(round.writes) + (round.writes == 1 ? " write" : " writes") +
          " to control groups; " + state +
          (round.state_written ? " was written.\n" : " is unchanged.\n");
  return text;
}

OrderedJson round_json(const Round &round, const std::string &state) {
  return {{"writes", round.writes},
          {"state", state},
          {"stateWritten", round.state_written},
          {"reports", round.reports}};
}

}  // namespace koordctl
