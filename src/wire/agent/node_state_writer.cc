#include <string>
#include <vector>

#include "wire/agent/node_state.h"
#include "wire/agent/node_state_names.h"
#include "wire/json/json_writer.h"
#include "wire/object/refusal_json.h"

namespace koord::wire {
namespace {

template <typename Value, size_t N>
std::string_view name_of(const Spelling<Value> (&table)[N], Value value) {
  const Spelling<Value> *entry = find_value(table, value);
  return entry != nullptr ? entry->text : "";
}

void write_numbers(JsonWriter &out, std::string_view name, const std::vector<int> &numbers) {
  if (numbers.empty()) return;
  out.key(name).begin_array();
  for (const int number : numbers) out.value(number);
  out.end_array();
}

void write_set(JsonWriter &out, std::string_view name, const CpuSet &cpus) {
  if (!cpus.empty()) out.member(name, cpus.to_string());
}

void write_device(JsonWriter &out, const object::AllocatedDevice &device) {
  out.begin_object().member("type", device.type).member("minor", device.minor);
  if (!device.id.empty()) out.member("id", device.id);
  if (device.by_minor) out.member("byMinor", true);
  if (!device.resources.empty()) {
    out.key("resources").begin_object();
    for (const object::Amount &amount : device.resources) out.member(amount.resource, amount.value);
    out.end_object();
  }
  if (!device.vfs.empty()) {
    out.key("vfs").begin_array();
    for (const object::VirtualFunction &vf : device.vfs)
      out.begin_object().member("minor", vf.minor).member("busID", vf.bus_id).end_object();
    out.end_array();
  }
  if (!device.share_template.empty()) out.member("shareTemplate", device.share_template);
  out.end_object();
}

void write_pod(JsonWriter &out, const agent::PodState &pod) {
  out.begin_object()
      .member("uid", pod.uid)
      .member("namespace", pod.name_space)
      .member("name", pod.name);
  if (pod.qos != object::Qos::kNone) out.member("qos", name_of(object::kQosSpellings, pod.qos));
  out.member("kubeQOS", name_of(object::kKubeQosSpellings, pod.kube_qos))
      .member("place", name_of(kPlaceNames, pod.place));
  write_set(out, "cpus", pod.cpus);
  write_numbers(out, "memoryNodes", pod.memory_nodes);
  if (pod.unlimited) out.member("unlimited", true);
  if (!pod.containers.empty()) {
    out.key("containers").begin_array();
    for (const agent::ContainerState &container : pod.containers) {
      out.begin_object().member("name", container.name);
      out.member("place", name_of(kPlaceNames, container.place));
      write_set(out, "cpus", container.cpus);
      out.end_object();
    }
    out.end_array();
  }
  if (!pod.devices.empty()) {
    out.key("devices").begin_array();
    for (const object::AllocatedDevice &device : pod.devices) write_device(out, device);
    out.end_array();
  }
  if (pod.refused.refused()) {
    out.key("refused");
    write_refusal(out, pod.refused);
  }
  out.end_object();
}

}  // namespace

std::string write_node_state(const NodeStateFile &file) {
  const agent::NodeState &state = file.state;
  JsonWriter out;
  out.begin_object().member("version", kNodeStateVersion).member("node", state.node);
  if (!file.boot_id.empty()) out.member("bootID", file.boot_id);
  out.member("generation", state.generation)
      .member("profile", name_of(kProfileNames, state.profile))
      .member("cpus", state.cpus.to_string());
  write_numbers(out, "memoryNodes", state.memory_nodes);
  out.member("kubeletStatic", state.kubelet_static);
  if (state.leaves_cpusets) out.member("leavesCPUSets", true);
  out.key("pools").begin_object();
  write_set(out, "shared", state.pools.shared);
  write_set(out, "exclusive", state.pools.exclusive);
  write_set(out, "bestEffort", state.pools.best_effort);
  out.end_object();
  out.key("pods").begin_array();
  for (const agent::PodState &pod : state.pods) write_pod(out, pod);
  out.end_array().end_object();
  return out.take() + '\n';
}

}  // namespace koord::wire
