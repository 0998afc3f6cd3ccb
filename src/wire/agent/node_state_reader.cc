#include <algorithm>
#include <utility>

#include "base/error.h"
#include "topology/topology.h"
#include "wire/agent/node_state.h"
#include "wire/agent/node_state_names.h"
#include "wire/json/json.h"
#include "wire/object/refusal_json.h"

namespace koord::wire {
namespace {

using agent::ContainerState;
using agent::NodeState;
using agent::Place;
using agent::PodState;

constexpr int64_t kMaxNumber = INT64_MAX;

[[noreturn]] void contradicts(const std::string &path, const std::string &what) {
  throw Error(Status::kCorrupt, path + ": " + what);
}

// Accepts an empty string if the table spells a value that way.
template <typename Value, size_t N>
Value read_name(const JsonValue &object, std::string_view key, const Spelling<Value> (&table)[N],
                std::string_view expected) {
  const JsonValue name = object.at(key);
  const Spelling<Value> *entry = find_text(table, name.as_string());
  if (entry == nullptr) name.fail_expected(expected);
  return entry->value;
}

CpuSet read_cpus(const JsonValue &object, std::string_view key, const CpuSet &all) {
  const auto list = object.find(key);
  if (!list) return {};
  const CpuSet cpus = CpuSet::parse(list->as_string(), list->path());
  const CpuSet absent = cpus - all;
  if (!absent.empty())
    contradicts(list->path(), "CPU " + std::to_string(absent.first()) + " is not among cpus");
  return cpus;
}

std::vector<int> read_nodes(const JsonValue &object) {
  std::vector<int> out;
  for (const JsonValue &node : object.elements_of("memoryNodes")) {
    const auto id = static_cast<int>(node.as_int(0, Topology::kMaxNodes - 1));
    if (!out.empty() && out.back() >= id)
      contradicts(node.path(), "found " + std::to_string(id) + " after " +
                                   std::to_string(out.back()) + ", expected ascending numbers");
    out.push_back(id);
  }
  return out;
}

int32_t read_number(const JsonValue &object, std::string_view key, int32_t fallback) {
  return static_cast<int32_t>(object.int_or(key, INT32_MIN, INT32_MAX, fallback));
}

object::AllocatedDevice read_device(const JsonValue &value) {
  object::AllocatedDevice out;
  out.type = value.at("type").as_string();
  out.minor = read_number(value, "minor", 0);
  out.id = value.string_or("id", "");
  out.by_minor = value.bool_or("byMinor", false);
  if (const auto resources = value.find("resources"))
    for (const auto &[name, amount] : resources->members())
      out.resources.push_back({std::string(name), amount.as_int(0, kMaxNumber)});
  for (const JsonValue &vf : value.elements_of("vfs"))
    out.vfs.push_back({read_number(vf, "minor", -1), vf.string_or("busID", "")});
  out.share_template = value.string_or("shareTemplate", "");
  return out;
}

// Requires CPUs for every place but kUntouched, which has none.
void check_place(const JsonValue &value, Place place, const CpuSet &cpus) {
  if (cpus.empty() != (place == Place::kUntouched))
    contradicts(value.path() + ".cpus", cpus.empty() ? "found none, expected CPUs for this place"
                                                     : "found CPUs, expected none for this place");
}

class NodeStateReader {
 public:
  explicit NodeStateReader(const JsonValue &root) : root_(root) {}

  NodeState read() {
    state_.node = root_.at("node").as_string();
    state_.generation = root_.at("generation").as_uint(0, UINT64_MAX);
    state_.profile = read_name(root_, "profile", kProfileNames, "spec or upstream");
    const JsonValue cpus = root_.at("cpus");
    state_.cpus = CpuSet::parse(cpus.as_string(), cpus.path());
    state_.memory_nodes = read_nodes(root_);
    state_.kubelet_static = root_.bool_or("kubeletStatic", false);
    state_.leaves_cpusets = root_.bool_or("leavesCPUSets", false);
    const JsonValue pools = root_.at("pools");
    state_.pools.shared = read_cpus(pools, "shared", state_.cpus);
    state_.pools.exclusive = read_cpus(pools, "exclusive", state_.cpus);
    state_.pools.best_effort = read_cpus(pools, "bestEffort", state_.cpus);
    if (state_.pools.shared.intersects(state_.pools.exclusive))
      contradicts(pools.path() + ".shared", "has CPUs of the exclusive pool");
    const auto pods = root_.at("pods").elements();
    if (pods.size() > kMaxNodeStatePods)
      throw Error(Status::kLimit, "node-state.pods: " + std::to_string(pods.size()) + ", at most " +
                                      std::to_string(kMaxNodeStatePods));
    state_.pods.reserve(pods.size());
    for (const JsonValue &pod : pods) add_pod(pod);
    return std::move(state_);
  }

 private:
  void add_pod(const JsonValue &value) {
    PodState pod;
    pod.uid = value.at("uid").as_string();
    if (pod.uid.empty()) value.at("uid").fail_expected("a uid");
    if (!state_.pods.empty() && state_.pods.back().uid >= pod.uid)
      contradicts(value.path() + ".uid",
                  "not greater than the one before, expected ascending uids");
    pod.name_space = value.string_or("namespace", "");
    pod.name = value.string_or("name", "");
    if (value.find("qos"))
      pod.qos = read_name(value, "qos", object::kQosSpellings, "LSE, LSR, LS, BE or SYSTEM");
    pod.kube_qos = read_name(value, "kubeQOS", object::kKubeQosSpellings,
                             "BestEffort, Burstable or Guaranteed");
    pod.place = read_place(value);
    pod.cpus = read_cpus(value, "cpus", state_.cpus);
    check_place(value, pod.place, pod.cpus);
    if (state_.leaves_cpusets && pod.place != Place::kUntouched)
      contradicts(value.path() + ".place",
                  "found another place, expected untouched because of leavesCPUSets");
    pod.memory_nodes = read_nodes(value);
    pod.unlimited = value.bool_or("unlimited", false);
    for (const JsonValue &container : value.elements_of("containers"))
      add_container(pod, container);
    for (const JsonValue &device : value.elements_of("devices"))
      pod.devices.push_back(read_device(device));
    if (const auto refused = value.find("refused")) pod.refused = read_refusal(*refused);
    take_exclusive(value, pod);
    state_.pods.push_back(std::move(pod));
  }

  static Place read_place(const JsonValue &value) {
    return read_name(value, "place", kPlaceNames,
                     "untouched, exclusive, kubelet, shared, namedPools, bestEffort or system");
  }

  void add_container(PodState &pod, const JsonValue &value) {
    if (++containers_ > kMaxNodeStateContainers)
      throw Error(Status::kLimit, value.path() + ": at most " +
                                      std::to_string(kMaxNodeStateContainers) +
                                      " containers of all pods");
    ContainerState container;
    container.name = value.at("name").as_string();
    if (!pod.containers.empty() && pod.containers.back().name >= container.name)
      contradicts(value.path() + ".name",
                  "not greater than the one before, expected ascending names");
    container.place = read_place(value);
    container.cpus = read_cpus(value, "cpus", state_.cpus);
    check_place(value, container.place, container.cpus);
    pod.containers.push_back(std::move(container));
  }

  // Containers of one pod may share CPUs: those of init containers are reused by later containers.
  void take_exclusive(const JsonValue &value, const PodState &pod) {
    CpuSet mine;
    if (is_exclusive(pod.place)) mine = pod.cpus;
    for (const ContainerState &container : pod.containers)
      if (is_exclusive(container.place)) mine |= container.cpus;
    if (mine.intersects(taken_))
      contradicts(value.path() + ".cpus", "CPU " + std::to_string((mine & taken_).first()) +
                                              " is also exclusive to another pod");
    if (!mine.is_subset_of(state_.pools.exclusive))
      contradicts(value.path() + ".cpus",
                  "CPU " + std::to_string((mine - state_.pools.exclusive).first()) +
                      " is not in the exclusive pool");
    taken_ |= mine;
  }

  const JsonValue &root_;
  NodeState state_;
  CpuSet taken_;
  size_t containers_ = 0;
};

}  // namespace

NodeStateFile read_node_state(std::string_view json) {
  const JsonDocument document =
      JsonDocument::parse(json, "node-state", {.bytes = kMaxNodeStateBytes});
  const JsonValue root = document.root();
  const int64_t version = root.at("version").as_int(0, INT32_MAX);
  if (version != kNodeStateVersion)
    throw Error(Status::kUnsupported, "node-state.version: found " + std::to_string(version) +
                                          ", expected " + std::to_string(kNodeStateVersion));
  NodeStateFile out;
  out.boot_id = root.string_or("bootID", "");
  out.state = NodeStateReader(root).read();
  return out;
}

}  // namespace koord::wire
