#include "wire/node/plugin_devices_report.h"

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "topology/topology.h"
#include "wire/json/at_most.h"
#include "wire/json/json.h"
#include "wire/json/json_writer.h"

namespace koord::wire {
namespace {

using object::KubeletPluginDevices;
using Group = KubeletPluginDevices::Group;

constexpr size_t kMaxName = 320;  // of a resource: a domain of 253 bytes and a name of 63

std::vector<int> read_nodes(const JsonValue &object) {
  std::vector<int> out;
  for (const JsonValue &node : at_most(Topology::kMaxNodes, object, "nodes")) {
    out.push_back(static_cast<int>(node.as_int(0, Topology::kMaxNodes - 1)));
    if (out.size() > 1 && out[out.size() - 2] >= out.back())
      node.fail_expected("NUMA nodes in ascending order, each once");
  }
  return out;
}

uint32_t read_count(const JsonValue &object, std::string_view key) {
  const auto count = object.find(key);
  return count ? static_cast<uint32_t>(count->as_uint(0, KubeletPluginDevices::kMaxDevices)) : 0;
}

// Reads groups in their order. Throws kLimit for too many devices.
std::vector<Group> read_groups(const JsonValue &object) {
  std::vector<Group> out;
  uint64_t devices = 0;
  for (const JsonValue &value : at_most(KubeletPluginDevices::kMaxGroups, object, "devices")) {
    Group group;
    const JsonValue resource = value.at("resource");
    group.resource = resource.as_string();
    if (group.resource.find('/') == std::string::npos || group.resource.size() > kMaxName)
      resource.fail_expected("a name with a domain, as vendor.example/device");
    group.nodes = read_nodes(value);
    group.healthy = read_count(value, "healthy");
    group.unhealthy = read_count(value, "unhealthy");
    if (!out.empty() && !Group::is_before(out.back(), group))
      resource.fail_expected("devices in ascending order of resources and nodes, each once");
    devices += uint64_t{group.healthy} + group.unhealthy;
    if (devices > KubeletPluginDevices::kMaxDevices)
      throw Error(Status::kLimit, object.path() + ".devices: more than " +
                                      std::to_string(KubeletPluginDevices::kMaxDevices) +
                                      " devices, which is the limit");
    out.push_back(std::move(group));
  }
  return out;
}

void check_resources(const std::vector<Group> &groups, std::string_view what) {
  std::set<std::string_view> resources;
  for (const Group &group : groups) resources.insert(group.resource);
  if (resources.size() > KubeletPluginDevices::kMaxResources)
    throw Error(Status::kLimit,
                std::string(what) + ".devices: " + std::to_string(resources.size()) +
                    " resources, at most " + std::to_string(KubeletPluginDevices::kMaxResources) +
                    " are accepted");
}

KubeletPluginDevices::Pod read_pod(const JsonValue &value, const KubeletPluginDevices &read) {
  KubeletPluginDevices::Pod out;
  const JsonValue uid = value.at("uid");
  out.uid = uid.as_string();
  if (out.uid.empty()) uid.fail_expected("the uid of a pod");
  if (!read.pods.empty() && read.pods.back().uid >= out.uid)
    uid.fail_expected("uids in ascending order, each once");
  out.ended = value.bool_or("ended", false);
  out.devices = read_groups(value);
  return out;
}

void write_groups(JsonWriter &out, const std::vector<Group> &groups) {
  out.key("devices").begin_array();
  for (const Group &group : groups) {
    out.begin_object().member("resource", group.resource);
    if (!group.nodes.empty()) {
      out.key("nodes").begin_array();
      for (const int node : group.nodes) out.value(node);
      out.end_array();
    }
    if (group.healthy > 0) out.member("healthy", uint64_t{group.healthy});
    if (group.unhealthy > 0) out.member("unhealthy", uint64_t{group.unhealthy});
    out.end_object();
  }
  out.end_array();
}

}  // namespace

KubeletPluginDevices read_device_manager_state(std::string_view json, std::string_view what) {
  const JsonDocument document = JsonDocument::parse(json, what);
  const JsonValue root = document.root();
  KubeletPluginDevices out;
  out.prefer_closest = root.bool_or("preferClosestNUMANodes", false);
  out.groups = read_groups(root);
  check_resources(out.groups, what);
  for (const JsonValue &value : at_most(KubeletPluginDevices::kMaxPods, root, "pods"))
    out.pods.push_back(read_pod(value, out));
  return out;
}

std::string to_annotation(const KubeletPluginDevices &devices) {
  JsonWriter out;
  out.begin_object();
  write_groups(out, devices.groups);
  out.key("pods").begin_array();
  for (const KubeletPluginDevices::Pod &pod : devices.pods) {
    out.begin_object().member("uid", pod.uid);
    if (pod.ended) out.member("ended", true);
    write_groups(out, pod.devices);
    out.end_object();
  }
  out.end_array();
  if (devices.prefer_closest) out.member("preferClosestNUMANodes", true);
  out.end_object();
  return out.take();
}

}  // namespace koord::wire
