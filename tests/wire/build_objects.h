// Builds objects from JSON through builder calls, as a host with typed objects would. Throws
// Unbuildable if a field has a type that such a host cannot represent.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "base/error.h"
#include "wire/device/device_builder.h"
#include "wire/node/node_builder.h"
#include "wire/node/nrt_builder.h"
#include "wire/object/amount.h"
#include "wire/object/rfc3339.h"
#include "wire/pod/pod_builder.h"

namespace koord::wire {

struct Unbuildable {};

// Typed reads; nlohmann's own reads would abort on a wrong type.
class Typed {
 public:
  explicit Typed(const nlohmann::json &value) : value_(value) {}

  bool has(const char *key) const {
    if (!value_.is_object()) throw Unbuildable{};
    const auto at = value_.find(key);
    return at != value_.end() && !at->is_null();
  }
  Typed at(const char *key) const {
    static const nlohmann::json kNone = nlohmann::json::object();
    return Typed(has(key) ? *value_.find(key) : kNone);
  }
  std::string text(const char *key) const { return has(key) ? at(key).text() : ""; }
  std::string text() const {
    if (!value_.is_string()) throw Unbuildable{};
    const auto &text = value_.get_ref<const std::string &>();
    if (text.find('\0') != text.npos) throw Unbuildable{};
    return text;
  }
  bool flag(const char *key, bool fallback = false) const {
    if (!has(key)) return fallback;
    if (!at(key).value_.is_boolean()) throw Unbuildable{};
    return at(key).value_.get<bool>();
  }
  int64_t number(const char *key, int64_t low, int64_t high, int64_t fallback) const {
    if (!has(key)) return fallback;
    return at(key).number(low, high);
  }
  int64_t number(int64_t low, int64_t high) const {
    if (!value_.is_number_integer()) throw Unbuildable{};
    if (value_.is_number_unsigned() && value_.get<uint64_t>() > INT64_MAX) throw Unbuildable{};
    const auto number = value_.get<int64_t>();
    if (number < low || number > high) throw Unbuildable{};
    return number;
  }
  int64_t amount(const std::string &resource) const {
    JsonPaths paths("");
    try {
      return read_amount(resource, JsonValue(value_, paths));
    } catch (const Error &) {
      throw Unbuildable{};
    }
  }
  // Returns the amount as text, or an empty text if set_resource represents it exactly.
  std::string fraction(const std::string &resource) const {
    if (resource == object::kCpu) return "";
    const std::string text = value_.is_string() ? value_.get<std::string>() : value_.dump();
    return capped_amount(resource, Quantity::parse(text)).form == object::AmountForm() ? "" : text;
  }
  template <typename Use>
  void each(const char *key, Use &&use) const {
    if (!has(key)) return;
    const nlohmann::json &list = *value_.find(key);
    if (!list.is_array()) throw Unbuildable{};
    for (const nlohmann::json &element : list) use(Typed(element));
  }
  // Visits the members that are not null.
  template <typename Use>
  void each_member(const char *key, Use &&use) const {
    if (!has(key)) return;
    const nlohmann::json &map = *value_.find(key);
    if (!map.is_object()) throw Unbuildable{};
    for (const auto &[name, value] : map.items()) {
      if (name.find('\0') != name.npos) throw Unbuildable{};
      if (!value.is_null()) use(name, Typed(value));
    }
  }
  const nlohmann::json &raw() const { return value_; }

 private:
  const nlohmann::json &value_;
};

inline void check_kind(const Typed &object, const std::string &kind, const std::string &version) {
  if (object.has("kind") && object.text("kind") != kind) throw Unbuildable{};
  if (object.has("apiVersion") && !object.text("apiVersion").starts_with(version))
    throw Unbuildable{};
  if (!object.has("metadata")) throw Unbuildable{};
  // Typed objects have no empty names, but an absent name.
  if (object.at("metadata").has("name") && object.at("metadata").text("name").empty())
    throw Unbuildable{};
}

template <typename Builder>
void build_texts(const Typed &object, Builder &out) {
  object.at("metadata").each_member("annotations", [&](const std::string &name, Typed text) {
    out.set_annotation(name, text.text());
  });
  if constexpr (requires { out.set_label("", ""); })
    object.at("metadata").each_member("labels", [&](const std::string &name, Typed text) {
      out.set_label(name, text.text());
    });
}

inline void build_resources(const Typed &object, int32_t container, PodBuilder &out) {
  using Bound = PodBuilder::Bound;
  std::map<std::string, std::pair<int64_t, int64_t>> rows;
  const Typed resources = object.at("resources");
  const auto set_fraction = [&](Bound bound, const std::string &name, const Typed &value) {
    if (const std::string text = value.fraction(name); !text.empty())
      out.set_quantity(container, bound, name, text);
  };
  resources.each_member("requests", [&](const std::string &name, Typed value) {
    rows.try_emplace(name, -1, -1).first->second.first = value.amount(name);
    set_fraction(Bound::kRequest, name, value);
  });
  resources.each_member("limits", [&](const std::string &name, Typed value) {
    rows.try_emplace(name, -1, -1).first->second.second = value.amount(name);
    set_fraction(Bound::kLimit, name, value);
  });
  for (const auto &[name, row] : rows) {
    if (name.empty()) throw Unbuildable{};
    out.set_resource(container, name, row.first, row.second);
  }
}

inline void build_container(const Typed &object, bool init, PodBuilder &out) {
  using Kind = PodBuilder::ContainerKind;
  const bool keeps_running = init && object.text("restartPolicy") == "Always";
  const int32_t container = out.add_container(
      keeps_running ? Kind::kSidecar : (init ? Kind::kInit : Kind::kApp), object.text("name"));
  build_resources(object, container, out);
  if (!object.has("env") || !object.at("env").raw().is_array()) return;
  object.each("env", [&](Typed entry) {
    if (entry.raw().is_object() && entry.has("name") && entry.has("value"))
      out.set_env(container, entry.text("name"), entry.text("value"));
  });
}

inline PodSettings pod_settings(const Typed &object) {
  PodSettings out;
  const Typed spec = object.at("spec");
  const Typed status = object.at("status");
  out.priority = static_cast<int32_t>(spec.number("priority", INT32_MIN, INT32_MAX, 0));
  out.pod_level = spec.has("resources");
  spec.each("tolerations", [&](Typed toleration) {
    const std::string key = toleration.text("key"), effect = toleration.text("effect");
    const std::string op = toleration.text("operator"), value = toleration.text("value");
    const bool about = (key.empty() || key == "node.kubernetes.io/unschedulable") &&
                       (effect.empty() || effect == "NoSchedule");
    if (about && (op == "Exists" || ((op.empty() || op == "Equal") && value.empty())))
      out.tolerates_unschedulable = true;
  });
  const std::string phase = status.text("phase");
  out.terminated = phase == "Succeeded" || phase == "Failed";
  const std::string qos = status.text("qosClass");
  if (!qos.empty()) {
    const auto *spelled = find_text(object::kKubeQosSpellings, qos);
    if (spelled == nullptr) throw Unbuildable{};
    out.kube_qos = spelled->value;
  }
  status.each("conditions", [&](Typed condition) {
    if (condition.text("type") == "Initialized" && condition.text("status") == "True")
      out.initialized = true;
  });
  bool found = false;
  status.each("conditions", [&](Typed condition) {
    if (found || condition.text("type") != "PodScheduled" || condition.text("status") != "True")
      return;
    found = true;
    out.scheduled = seconds_of_rfc3339(condition.text("lastTransitionTime"));
  });
  return out;
}

inline void build(const nlohmann::json &json, PodBuilder &out) {
  using Text = PodBuilder::Text;
  const Typed object(json);
  check_kind(object, "Pod", "v1");
  const Typed metadata = object.at("metadata");
  if (metadata.has("name")) out.set_text(Text::kName, metadata.text("name"));
  out.set_text(Text::kNamespace, metadata.text("namespace"));
  out.set_text(Text::kUid, metadata.text("uid"));
  const Typed spec = object.at("spec");
  out.set_text(Text::kNode, spec.text("nodeName"));
  out.set_settings(pod_settings(object));
  // Other calls may come between those for containers.
  spec.each("containers", [&](Typed container) { build_container(container, false, out); });
  build_texts(object, out);
  spec.each("initContainers", [&](Typed container) { build_container(container, true, out); });
  build_resources(spec, PodBuilder::kPod, out);
  spec.each_member("overhead", [&](const std::string &name, Typed value) {
    if (name.empty()) throw Unbuildable{};
    out.set_resource(PodBuilder::kOverhead, name, value.amount(name), -1);
    if (const std::string text = value.fraction(name); !text.empty())
      out.set_quantity(PodBuilder::kOverhead, PodBuilder::Bound::kRequest, name, text);
  });
}

inline void build(const nlohmann::json &json, NodeBuilder &out) {
  const Typed object(json);
  check_kind(object, "Node", "v1");
  if (object.at("metadata").has("name"))
    out.set_text(NodeBuilder::Text::kName, object.at("metadata").text("name"));
  out.set_text(NodeBuilder::Text::kArchitecture,
               object.at("status").at("nodeInfo").text("architecture"));
  out.set_text(NodeBuilder::Text::kKubeletVersion,
               object.at("status").at("nodeInfo").text("kubeletVersion"));
  NodeSettings settings;
  settings.unschedulable = object.at("spec").flag("unschedulable");
  out.set_settings(settings);
  object.at("status").each_member("allocatable", [&](const std::string &name, Typed value) {
    if (name.empty()) throw Unbuildable{};
    out.set_resource(name, value.amount(name), 0);
  });
  build_texts(object, out);
}

inline void build_zone(const Typed &object, NrtBuilder &out) {
  if (!object.has("name") || (object.has("type") && object.text("type").empty()))
    throw Unbuildable{};
  const int32_t zone = out.add_zone(object.text("name"), object.text("type"));
  object.each("resources", [&](Typed resource) {
    if (!resource.has("name")) throw Unbuildable{};
    const std::string name = resource.text("name");
    NrtResource amounts;
    if (resource.has("capacity")) amounts.capacity = resource.at("capacity").amount(name);
    if (resource.has("allocatable")) amounts.allocatable = resource.at("allocatable").amount(name);
    if (resource.has("available")) amounts.available = resource.at("available").amount(name);
    out.add_resource(zone, name, amounts);
  });
  object.each("costs", [&](Typed cost) {
    if (!cost.has("name") || !cost.has("value")) throw Unbuildable{};
    out.add_cost(zone, cost.text("name"), cost.at("value").number(0, UINT32_MAX));
  });
}

inline void build(const nlohmann::json &json, NrtBuilder &out) {
  const Typed object(json);
  check_kind(object, "NodeResourceTopology", "topology.node.k8s.io/");
  if (object.at("metadata").has("name")) out.set_name(object.at("metadata").text("name"));
  object.each("topologyPolicies", [&](Typed policy) { out.add_policy(policy.text()); });
  object.each("attributes", [&](Typed attribute) {
    if (!attribute.has("name") || !attribute.has("value")) throw Unbuildable{};
    out.add_attribute(attribute.text("name"), attribute.text("value"));
  });
  object.each("zones", [&](Typed zone) { build_zone(zone, out); });
  build_texts(object, out);
}

// Returns the member under its current name or an earlier
// published one. A host has only one of them.
inline std::string either(const Typed &object, const char *name, const char *other) {
  if (object.has(name) && object.has(other)) throw Unbuildable{};
  return object.text(object.has(name) ? name : other);
}

inline void build_device(const Typed &object, DeviceBuilder &out) {
  using Text = DeviceBuilder::Text;
  DeviceBuilder::Settings settings;
  settings.minor = static_cast<int32_t>(object.number("minor", 0, INT32_MAX, 0));
  settings.module = static_cast<int32_t>(object.number("moduleID", -1, INT32_MAX, -1));
  settings.healthy = object.flag("health");
  settings.placed = object.has("topology");
  const Typed place = object.at("topology");
  settings.socket = static_cast<int32_t>(place.number("socketID", -1, INT32_MAX, -1));
  settings.numa_node =
      static_cast<int32_t>(place.number("nodeID", -1, Topology::kMaxNodes - 1, -1));
  const int32_t device = out.add_device(settings);
  out.set_text(device, Text::kType, either(object, "type", "deviceType"));
  out.set_text(device, Text::kId, either(object, "id", "uuid"));
  out.set_text(device, Text::kPcie, place.text("pcieID"));
  out.set_text(device, Text::kBusId, place.text("busID"));
  if (object.has("resource") || object.has("resouurces")) throw Unbuildable{};
  object.each_member("resources", [&](const std::string &name, Typed value) {
    if (name.empty()) throw Unbuildable{};
    out.set_resource(device, name, value.amount(name));
  });
  object.each_member("labels", [&](const std::string &name, Typed text) {
    out.set_device_label(device, name, text.text());
  });
  object.each("vfGroups", [&](Typed group) {
    const int32_t number = out.add_vf_group(device);
    group.each_member("labels", [&](const std::string &name, Typed text) {
      out.set_vf_label(number, name, text.text());
    });
    group.each("vfs", [&](Typed vf) {
      out.add_vf(number, static_cast<int32_t>(vf.number("minor", -1, INT32_MAX, 0)),
                 vf.text("busID"));
    });
  });
}

inline void build(const nlohmann::json &json, DeviceBuilder &out) {
  const Typed object(json);
  check_kind(object, "Device", "scheduling.koordinator.sh/");
  if (object.at("metadata").has("name")) out.set_name(object.at("metadata").text("name"));
  object.at("spec").each("devices", [&](Typed device) { build_device(device, out); });
  build_texts(object, out);
}

}  // namespace koord::wire
