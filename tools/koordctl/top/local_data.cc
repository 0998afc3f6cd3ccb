#include <unistd.h>

#include <cerrno>
#include <nlohmann/json.hpp>
#include <utility>

#include "cli/errors.h"
#include "cli/failure.h"
#include "cli/file.h"
#include "node/status.h"
#include "top/top_data.h"

namespace koordctl {
namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr const char *kKubeletState = "/var/lib/kubelet/cpu_manager_state";
constexpr size_t kMaxKubeletState = size_t{16} << 20;

std::string list_count(const std::string &list) {
  return list.empty() ? "0" : std::to_string(koord::cpulist_parse(list).count());
}

koord::CpuSet cpus_of(const std::string &list, const std::string &path) {
  try {
    return koord::cpulist_parse(list);
  } catch (const koord::Error &error) {
    fail_with(error, shown_name(path));
  }
}

// This machine while its tables are filled.
struct LocalView {
  TopData data;
  std::string node;
  std::vector<NamedSet> sets;  // of pods with CPUs of their own
  std::string exclusive, shared;
  bool has_state = false;  // otherwise it is not known which CPUs are in use
  size_t pods = 0;         // without their containers

  void add_pod(const std::string &name, const std::string &qos, const std::string &cpus,
               const std::string &numa, const std::string &devices, const std::string &state) {
    data.pods.rows.push_back(
        {{name, node, qos, list_count(cpus), cpus, numa, devices, state}, node});
  }
};

// Adds the placement in force by node-state.json.
void add_placement(const OrderedJson &status, LocalView &out) {
  out.node = status["node"].get<std::string>();
  out.pods = status["pods"].size();
  for (const OrderedJson &pod : status["pods"]) {
    const std::string name = pod.value("namespace", "") + "/" + pod.value("name", "");
    const std::string qos = pod.value("qos", ""), cpus = pod.value("cpus", "");
    out.add_pod(name, qos, cpus, status_nodes(pod), status_devices(pod), pod["why"]);
    if (pod["place"] == "exclusive" || pod["place"] == "kubelet")
      out.sets.push_back({name, koord::cpulist_parse(cpus)});
    for (const OrderedJson &container : pod.value("containers", OrderedJson::array())) {
      out.add_pod(name + ": " + container["name"].get<std::string>(), qos,
                  container.value("cpus", ""), "", "", container["why"]);
    }
    if (pod.contains("refused")) {
      const OrderedJson &refused = pod["refused"];
      out.data.refusals.rows.push_back({{name, "bound", qos, list_count(cpus),
                                         refused.value("message", refused.value("reason", ""))},
                                        out.node});
    }
  }
  const OrderedJson &pools = status["pools"];
  out.exclusive = pools.value("exclusive", "");
  out.shared = pools.value("shared", "");
  out.data.pools[out.node] = {
      {"exclusive", out.exclusive}, {"shared", out.shared}, {"BE", pools.value("bestEffort", "")}};
  if (!status["managed"].get<bool>())
    out.data.note = "neither koord-agent nor koordctl manages this node now";
  if (!status["ofThisBoot"].get<bool>()) out.data.note = "node-state.json is of another boot";
}

// Adds the CPUs that kubelet's static policy assigned, by uids of pods.
void add_kubelet(const std::string &path, LocalView &out) {
  const OrderedJson state =
      OrderedJson::parse(read_file(path, kMaxKubeletState), nullptr, /*allow_exceptions=*/false);
  const auto fail_malformed = [&] {
    fail(shown_name(path), "found something else, expected kubelet's cpu_manager_state");
  };
  if (!state.is_object() || !state.contains("policyName") || !state["policyName"].is_string())
    fail_malformed();
  const OrderedJson entries = state.value("entries", OrderedJson::object());
  if (!entries.is_object()) fail_malformed();
  koord::CpuSet exclusive;
  out.pods = entries.size();
  for (const auto &[uid, containers] : entries.items()) {
    if (!containers.is_object()) fail_malformed();
    koord::CpuSet own;
    for (const auto &[name, cpus] : containers.items()) {
      if (!cpus.is_string()) fail_malformed();
      own |= cpus_of(cpus.get<std::string>(), path);
    }
    out.add_pod("pod " + uid, "", own.to_string(), "", "", "kubelet's static policy gave it these");
    out.sets.push_back({"pod " + uid, own});
    exclusive |= own;
  }
  out.exclusive = exclusive.to_string();
  if (const auto shared = state.find("defaultCpuSet"); shared != state.end() && shared->is_string())
    out.shared = cpus_of(shared->get<std::string>(), path).to_string();
  out.data.pools[out.node] = {{"exclusive", out.exclusive}, {"shared", out.shared}};
}

bool is_absent(const std::string &path) {
  return access(path.c_str(), F_OK) != 0 && (errno == ENOENT || errno == ENOTDIR);
}

// Fills in the rows of pods: node-state.json counts before kubelet's state. A file that exists, or
// that was named, and cannot be read is an error, because nothing would say that CPUs are in use.
void add_local_pods(const LocalOptions &options, LocalView &out) {
  out.has_state = true;
  std::string absent;
  try {
    return add_placement(read_status(options.state), out);
  } catch (const Failure &failure) {
    const bool is_needed = options.is_state_named && !options.cpu_state;
    if (is_needed || !is_absent(options.state.path)) throw;
    absent = failure.what();
  }
  try {
    add_kubelet(options.cpu_state.value_or(kKubeletState), out);
    out.data.note = absent + "; the CPUs are those of kubelet's state";
  } catch (const Failure &failure) {
    if (options.cpu_state) throw;
    out.has_state = false;
    out.data.note = absent;
    if (!is_absent(kKubeletState)) out.data.note += std::string("; ") + failure.what();
  }
}

}  // namespace

TopData local_data(const LocalOptions &options) {
  LocalView out;
  out.node = host_name();
  if (out.node.empty()) out.node = "localhost";
  out.data.nodes.header = {"NODE", "PODS", "CPUS", "EXCLUSIVE", "SHARED"};
  out.data.pods.header = {"POD", "NODE", "QOS", "CPU", "CPUS", "NUMA", "DEVICES", "STATE"};
  out.data.refusals.header = {"POD", "STATE", "QOS", "CPU", "REFUSAL"};
  const koord::Topology topology = open_topology(options.source);
  add_local_pods(options, out);
  const std::string cpus = std::to_string(topology.get_info().cpus);
  const auto if_known = [&](const std::string &text) { return out.has_state ? text : ""; };
  out.data.nodes.rows.push_back(
      {{out.node, if_known(std::to_string(out.pods)), cpus, if_known(list_count(out.exclusive)),
        if_known(list_count(out.shared))},
       out.node});
  out.data.subject =
      out.node + ": " + cpus + " CPUs" + if_known(", " + list_count(out.exclusive) + " exclusive");
  fold_sets(out.sets, kMaxPictureSets);
  out.data.draw = [topology, sets = std::move(out.sets), node = out.node](
                      const std::string &, const PictureOptions &drawing) {
    return text_picture(topology, drawing, sets, node);
  };
  return std::move(out.data);
}

}  // namespace koordctl
