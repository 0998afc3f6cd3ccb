#include "output/node_devices.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>

#include "cli/options.h"
#include "cli/table.h"
#include "output/simulation_output.h"

namespace koordctl {
namespace {

using Json = nlohmann::json;
using OrderedJson = nlohmann::ordered_json;
// Type, minor, and the id of a device that is gone; empty for those of the node.
using DeviceKey = std::tuple<std::string, int64_t, std::string>;

constexpr int64_t kGpuStep = 128, kInstanceStep = 8;  // of the minors of MIG instances

const Json *member_of(const Json &object, const char *key) {
  if (!object.is_object()) return nullptr;
  const auto member = object.find(key);
  return member == object.end() || member->is_null() ? nullptr : &*member;
}

std::string first_text(const Json &object, std::initializer_list<const char *> keys) {
  for (const char *key : keys)
    if (const Json *member = member_of(object, key); member != nullptr && member->is_string())
      return member->get<std::string>();
  return "";
}

int64_t integer_at(const Json &object, const char *key, int64_t otherwise) {
  const Json *member = member_of(object, key);
  return member != nullptr && member->is_number_integer() ? member->get<int64_t>() : otherwise;
}

// Returns the JSON list in an annotation, or an empty list if it is absent or invalid.
Json annotation_list(const Json &object, const char *annotation) {
  const Json *metadata = member_of(object, "metadata");
  const Json *annotations = metadata == nullptr ? nullptr : member_of(*metadata, "annotations");
  if (annotations == nullptr) return Json::array();
  Json list = Json::parse(first_text(*annotations, {annotation}), nullptr, false);
  return list.is_array() ? list : Json::array();
}

bool is_annotated(const Json &object, const char *annotation) {
  const Json *metadata = member_of(object, "metadata");
  const Json *annotations = metadata == nullptr ? nullptr : member_of(*metadata, "annotations");
  return annotations != nullptr && !first_text(*annotations, {annotation}).empty();
}

DrawnDevice device_of_entry(const Json &entry) {
  DrawnDevice device;
  device.type = first_text(entry, {"type", "deviceType"});
  device.minor = integer_at(entry, "minor", 0);
  device.id = first_text(entry, {"id", "uuid"});
  const Json *health = member_of(entry, "health");
  device.is_healthy = health != nullptr && health->is_boolean() && health->get<bool>();
  if (const Json *topology = member_of(entry, "topology"); topology != nullptr) {
    device.numa =
        static_cast<int32_t>(std::clamp<int64_t>(integer_at(*topology, "nodeID", -1), -1, 1 << 20));
    device.pcie = first_text(*topology, {"pcieID"});
    device.bus = first_text(*topology, {"busID"});
  }
  if (const Json *labels = member_of(entry, "labels"); labels != nullptr) {
    const std::string mode = first_text(*labels, {"node.koordinator.sh/gpu-mig"});
    device.is_mig = !mode.empty() && mode != "disabled";
  }
  return device;
}

// Adds the MIG instances that the object lists, each with the place and health of its GPU.
void add_instances(std::vector<DrawnDevice> &devices, const Json &object) {
  for (const Json &gpu : annotation_list(object, "node.koordinator.sh/mig-instances")) {
    const int64_t minor = integer_at(gpu, "minor", -1);
    const auto parent = std::find_if(devices.begin(), devices.end(), [&](const DrawnDevice &each) {
      return each.type == "gpu" && each.minor == minor;
    });
    const Json *instances = member_of(gpu, "instances");
    if (parent == devices.end() || instances == nullptr || !instances->is_array()) continue;
    parent->is_mig = true;
    const DrawnDevice whole = *parent;
    for (const Json &entry : *instances) {
      DrawnDevice instance = whole;
      std::string profile = first_text(entry, {"profile"});
      std::replace(profile.begin(), profile.end(), '+', '.');
      instance.type = "mig-" + profile;
      instance.minor = kGpuStep * minor + kInstanceStep * integer_at(entry, "gi", 0) +
                       integer_at(entry, "ci", 0);
      instance.id = first_text(entry, {"uuid"});
      instance.parent = minor;
      instance.is_mig = false;
      devices.push_back(std::move(instance));
    }
  }
}

std::vector<DrawnDevice> devices_of_object(const Json &object) {
  std::vector<DrawnDevice> devices;
  const Json *spec = member_of(object, "spec");
  const Json *list = spec == nullptr ? nullptr : member_of(*spec, "devices");
  if (list != nullptr && list->is_array())
    for (const Json &entry : *list) devices.push_back(device_of_entry(entry));
  add_instances(devices, object);
  return devices;
}

// Numbers the groups of GPUs that NVLinks connect, in order of their lowest minors.
void add_nvlink_groups(std::vector<DrawnDevice> &devices, const Json &object) {
  std::map<int64_t, int64_t> lowest;  // minor -> a lower minor of its group, or itself
  const auto root = [&](int64_t minor) {
    lowest.try_emplace(minor, minor);
    while (lowest[minor] != minor) minor = lowest[minor];
    return minor;
  };
  int64_t switched = -1;
  const auto join_groups = [&](int64_t a, int64_t b) {
    const auto [low, high] = std::minmax({root(a), root(b)});
    lowest[high] = low;
  };
  for (const Json &entry : annotation_list(object, "node.koordinator.sh/gpu-links")) {
    const Json *minors = member_of(entry, "minors");
    if (minors == nullptr || !minors->is_array() || minors->empty()) continue;
    if (!std::all_of(minors->begin(), minors->end(),
                     [](const Json &m) { return m.is_number_integer(); }))
      continue;
    const auto first = minors->front().get<int64_t>();
    if (integer_at(entry, "switchLinks", 0) > 0) {
      if (switched >= 0)
        join_groups(switched, first);
      else
        root(switched = first);
    }
    if (integer_at(entry, "nvlinks", 0) > 0)
      for (const Json &minor : *minors) join_groups(first, minor.get<int64_t>());
  }
  std::map<int64_t, int32_t> numbers;
  for (const auto &[minor, unused] : lowest)
    numbers.try_emplace(root(minor), static_cast<int32_t>(numbers.size()));
  for (DrawnDevice &device : devices) {
    const int64_t gpu = device.parent >= 0 ? device.parent : device.minor;
    if ((device.type == "gpu" || device.parent >= 0) && lowest.contains(gpu))
      device.nvlink_group = numbers[root(gpu)];
  }
}

// Returns the part of a device that an entry of device-allocated holds.
DeviceShare read_share(const OrderedJson &entry) {
  static const std::map<std::string_view, const char *> kNames = {
      {"koordinator.sh/gpu-core", "cores"},
      {"koordinator.sh/gpu-memory-ratio", "memory"},
      {"koordinator.sh/rdma", "share"},
      {"koordinator.sh/fpga", "share"}};
  DeviceShare share;
  std::vector<std::string> amounts;
  int64_t most = 0;
  const OrderedJson resources = entry.value("resources", OrderedJson::object());
  for (const auto &[resource, amount] : resources.items()) {
    const auto name = kNames.find(resource);
    if (name == kNames.end() || !amount.is_string()) continue;
    const std::string percent = amount.get<std::string>();
    amounts.push_back(std::string(name->second) + " " + percent + "%");
    most = std::max<int64_t>(most, std::strtoll(percent.c_str(), nullptr, 10));
  }
  if (entry.contains("extension") && entry["extension"].is_object() &&
      entry["extension"].contains("vfs")) {
    std::vector<std::string> functions;
    for (const OrderedJson &vf : entry["extension"]["vfs"])
      functions.push_back(vf.value("busID", ""));
    amounts.push_back("VF " + join(functions, " "));
  }
  share.amount = join(amounts, ", ");
  if (most > 0) share.percent = static_cast<int32_t>(std::min<int64_t>(most, 100));
  return share;
}

bool is_pci_address(const std::string &id) {
  return id.find(':') != std::string::npos && id.find('-') == std::string::npos;
}

// Returns true if another device has the minor of an allocated one. A lost GPU may be listed by its
// PCI address.
bool is_other(const DrawnDevice &device, const std::string &allocated) {
  return !device.id.empty() && !allocated.empty() && device.id != allocated &&
         is_pci_address(device.id) == is_pci_address(allocated);
}

// Adds the allocations of the node's pods, and devices that the Device object does not list.
// Returns the uids of the pods, and of those that have ended.
std::set<std::string> add_shares(std::vector<DrawnDevice> &devices, const SessionResult &result,
                                 const std::string &node,
                                 const std::map<std::string, size_t> &holders) {
  std::map<DeviceKey, size_t> index;
  for (size_t i = 0; i < devices.size(); ++i)
    index.emplace(DeviceKey{devices[i].type, devices[i].minor, ""}, i);
  std::set<std::string> known;
  for (const PodResult &pod : result.pods) {
    // The record of a pod that has ended holds nothing.
    if (pod.node == node || pod.state == PodState::kTerminated) known.insert(pod.uid);
    if (pod.node != node) continue;
    const OrderedJson by_type = devices_of(pod);
    for (const auto &[type, entries] : by_type.items()) {
      for (const OrderedJson &entry : entries) {
        DeviceShare share = read_share(entry);
        share.name = pod.short_name();
        if (const auto holder = holders.find(pod.name); holder != holders.end())
          share.holder = holder->second;
        DeviceKey key{type, entry.at("minor").get<int64_t>(), ""};
        const auto listed = index.find(key);
        const std::string id = entry.value("id", std::string());
        const bool is_gone = listed != index.end() && is_other(devices[listed->second], id);
        if (is_gone) std::get<2>(key) = id;
        const auto [found, is_new] = index.emplace(key, devices.size());
        if (is_new) {  // the Device object does not list it
          devices.emplace_back();
          devices.back().type = type;
          devices.back().minor = std::get<1>(key);
          if (is_gone) devices.back().id = id;
          devices.back().is_gone = is_gone;
        }
        devices[found->second].shares.push_back(std::move(share));
      }
    }
  }
  return known;
}

// Returns the share of the devices of a claim. Its letter is that of the first pod that has one.
DeviceShare claim_share(const ClaimedDevices &claimed,
                        const std::map<std::string, size_t> &holders) {
  DeviceShare share;
  share.name = claim_text(claimed);
  for (const std::string &pod : claimed.pods) {
    const auto holder = holders.find(pod);
    if (holder == holders.end()) continue;
    share.holder = holder->second;
    break;
  }
  return share;
}

// Returns true if kubelet's record names this device, or a part of it: "<id>::3", "<id>-_-3".
bool names_device(const std::string &id, const DrawnDevice &device) {
  if (device.id.empty() || !id.starts_with(device.id)) return false;
  if (id.size() == device.id.size()) return true;
  const auto is_word = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  };
  return !is_word(id[device.id.size()]);
}

// Returns true if an entry for any device of the resource may mean this one.
bool may_be_of(const DrawnDevice &device, const std::string &resource, const Json &object) {
  constexpr std::string_view kNvidia = "nvidia.com/";
  if (resource.starts_with("nvidia.com/mig-"))
    return device.type == resource.substr(kNvidia.size());
  if (device.type == "gpu" || device.parent >= 0) return resource.ends_with(".com/gpu");
  const Json *spec = member_of(object, "spec");
  const Json *list = spec == nullptr ? nullptr : member_of(*spec, "devices");
  if (list == nullptr || !list->is_array()) return false;
  return std::any_of(list->begin(), list->end(), [&](const Json &entry) {
    const Json *resources = member_of(entry, "resources");
    return first_text(entry, {"type", "deviceType"}) == device.type && resources != nullptr &&
           member_of(*resources, resource.c_str()) != nullptr;
  });
}

// Adds the devices that an entry of kubelet's record names to this holder. If it names others, its
// devices may be any of the resource.
void add_recorded(std::vector<DrawnDevice> &devices, const Json &entry, const Json &object,
                  const DeviceShare &holder) {
  const Json *given = member_of(entry, "deviceIDs");
  if (given == nullptr) given = member_of(entry, "DeviceIDs");
  if (given == nullptr) return;
  const std::string resource = first_text(entry, {"resourceName", "ResourceName"});
  bool has_others = false;
  const Json flat = given->flatten();
  for (const auto &item : flat.items()) {
    if (!item.value().is_string()) continue;
    const std::string id = item.value().get<std::string>();
    bool is_there = false;
    for (const bool exactly : {true, false}) {
      for (DrawnDevice &device : devices) {
        if (is_there || !(exactly ? id == device.id : names_device(id, device))) continue;
        is_there = true;
        if (device.shares.empty()) device.shares.push_back(holder);
      }
    }
    has_others = has_others || !is_there;
  }
  if (!has_others) return;
  for (DrawnDevice &device : devices)
    if (may_be_of(device, resource, object))
      device.doubt = holder.name + ", whose devices kubelet's record names otherwise";
}

// Adds devices that kubelet's record gives to pods that are not among the pods of the node.
void add_unknown_holders(std::vector<DrawnDevice> &devices, const Json &object,
                         const std::set<std::string> &known) {
  for (const char *annotation :
       {"node.koordinator.sh/devices-checkpoints", "node.koordinator.sh/gpu-checkpoints"}) {
    for (const Json &entry : annotation_list(object, annotation)) {
      const std::string uid = first_text(entry, {"podUID", "PodUID"});
      if (!known.contains(uid))
        add_recorded(devices, entry, object,
                     {DeviceShare::kUnknown, "unknown pod " + uid, "kubelet's record", 100});
    }
  }
}

// Marks the devices that may be those of a pod for which no source states them.
void add_unreported(std::vector<DrawnDevice> &devices, const SessionResult &result,
                    const std::string &node) {
  for (const PodResult &pod : result.pods) {
    if (pod.node != node || pod.unreported_type.empty()) continue;
    for (DrawnDevice &device : devices)
      if (device.type == pod.unreported_type)
        device.doubt = pod.short_name() + ", whose devices no source states";
  }
}

// Adds the devices that ResourceClaims hold. The instances of a GPU that is held as a whole are
// held with it.
void add_claims(std::vector<DrawnDevice> &devices, const NodeResult &node, const Json &object,
                const std::map<std::string, size_t> &holders) {
  for (const ClaimedDevices &claimed : node.claimed) {
    DeviceShare share = claim_share(claimed, holders);
    const std::set<std::string> ids(claimed.ids.begin(), claimed.ids.end());
    std::set<int64_t> gpus;
    for (const DrawnDevice &device : devices)
      if (device.type == "gpu" && !device.id.empty() && ids.contains(device.id))
        gpus.insert(device.minor);
    for (DrawnDevice &device : devices) {
      const bool is_held = !device.id.empty() && ids.contains(device.id);
      if (is_held || (device.parent >= 0 && gpus.contains(device.parent)))
        device.shares.push_back(share);
      else if (ids.contains("*") && may_be_of(device, claimed.resource, object))
        device.doubt = claim_text(claimed) + ", which no ResourceSlice identifies";
    }
  }
}

}  // namespace

std::map<std::string, DeviceUse> device_use(const NodeDevices &devices) {
  std::map<std::string, DeviceUse> out;
  for (const DrawnDevice &device : devices.devices) {
    if (!device.is_healthy || device.is_mig) continue;
    size_t used = 0;
    for (const DeviceShare &share : device.shares)
      used += static_cast<size_t>(std::max(share.percent, 0));
    used = std::min<size_t>(used, 100);
    DeviceUse &use = out[device.type];
    use.used += used;
    use.total += 100;
    if (used > 0 && used < 100) ++use.partial;
    if (used < 100 && (device.is_uncertain || !device.doubt.empty())) ++use.uncertain;
  }
  return out;
}

std::string hundredths_text(size_t hundredths) {
  std::string text = std::to_string(hundredths / 100);
  if (hundredths % 100 == 0) return text;
  text += "." + std::to_string(hundredths % 100 / 10);
  return hundredths % 10 == 0 ? text : text + std::to_string(hundredths % 10);
}

std::string claim_text(const ClaimedDevices &claimed) {
  if (claimed.claim.empty()) return claimed.holder;
  std::string text = "claim " + short_pod_name(claimed.claim);
  constexpr size_t kShown = 3;
  for (size_t i = 0; i < std::min(kShown, claimed.pods.size()); ++i)
    text += (i == 0 ? " of pod " : ", ") + short_pod_name(claimed.pods[i]);
  if (claimed.pods.size() > kShown)
    text += " and " + std::to_string(claimed.pods.size() - kShown) + " more";
  return text;
}

OrderedJson claimed_json(const NodeResult &node) {
  OrderedJson out = OrderedJson::array();
  if (node.claimed.empty()) return out;
  const std::vector<DrawnDevice> devices =
      devices_of_object(Json::parse(node.devices, nullptr, false));
  for (const ClaimedDevices &claimed : node.claimed) {
    OrderedJson &entry = out.emplace_back();
    if (claimed.claim.empty())
      entry["holder"] = claimed.holder;
    else
      entry["claim"] = claimed.claim;
    entry["pods"] = claimed.pods;
    entry["resource"] = claimed.resource;
    entry["devices"] = OrderedJson::array();
    entry["isIdentified"] = true;
    for (const std::string &id : claimed.ids) {
      if (id == "*") entry["isIdentified"] = false;
      for (const DrawnDevice &device : devices) {
        if (device.id.empty() || device.id != id) continue;
        OrderedJson &held = entry["devices"].emplace_back();
        held["type"] = device.type;
        held["minor"] = device.minor;
        held["id"] = device.id;
      }
    }
  }
  return out;
}

std::vector<DrawnDevice> listed_devices(const Json &object) {
  std::vector<DrawnDevice> devices = devices_of_object(object);
  add_unknown_holders(devices, object, {});
  return devices;
}

std::string holder_letter(size_t holder) {
  static constexpr std::string_view kLetters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789@%";
  return holder < kLetters.size() ? std::string(1, kLetters[holder]) : "?";
}

std::string DrawnDevice::state() const {
  std::vector<std::string> parts;
  if (!is_healthy && !is_gone) parts.emplace_back("unhealthy");
  if (is_mig) parts.emplace_back("in MIG mode");
  for (const DeviceShare &share : shares)
    parts.push_back(holder_letter(share.holder) + " " + share.name +
                    (share.amount.empty() ? "" : " (" + share.amount + ")"));
  if (parts.empty() && !doubt.empty()) parts.push_back("may be that of " + doubt);
  if (parts.empty()) parts.emplace_back(is_uncertain ? "holder unknown" : "free");
  return join(parts, "; ");
}

NodeDevices node_devices(const SessionResult &result, const NodeResult &node,
                         const std::map<std::string, size_t> &holders) {
  NodeDevices out;
  const Json object = Json::parse(node.devices, nullptr, false);
  out.devices = devices_of_object(object);
  add_nvlink_groups(out.devices, object);

  const std::set<std::string> known = add_shares(out.devices, result, node.name, holders);
  add_claims(out.devices, node, object, holders);
  add_unknown_holders(out.devices, object, known);
  add_unreported(out.devices, result, node.name);
  if (is_annotated(object, "node.koordinator.sh/devices-checkpoints-error"))
    for (DrawnDevice &device : out.devices) device.is_uncertain = true;

  std::stable_sort(
      out.devices.begin(), out.devices.end(), [](const DrawnDevice &a, const DrawnDevice &b) {
        const auto rank = [](const DrawnDevice &each) {
          return each.numa < 0 ? INT32_MAX : each.numa;
        };
        return std::tuple(rank(a), std::string_view(a.pcie), std::string_view(a.type), a.minor) <
               std::tuple(rank(b), std::string_view(b.pcie), std::string_view(b.type), b.minor);
      });
  if (out.devices.size() > kMaxDrawnDevices) {
    out.left_out = out.devices.size() - kMaxDrawnDevices;
    out.devices.resize(kMaxDrawnDevices);
  }
  return out;
}

std::vector<std::pair<std::string, std::vector<const DrawnDevice *>>> NodeDevices::by_place()
    const {
  std::vector<std::pair<std::string, std::vector<const DrawnDevice *>>> places;
  for (const DrawnDevice &device : devices) {
    std::string place = device.numa < 0 ? "no NUMA node" : "NUMA " + std::to_string(device.numa);
    if (!device.pcie.empty()) place += ", PCIe switch " + device.pcie;
    if (places.empty() || places.back().first != place) places.push_back({place, {}});
    places.back().second.push_back(&device);
  }
  return places;
}

std::string devices_block(const NodeDevices &devices) {
  if (devices.devices.empty()) return "";
  Table table({"DEVICE", "NUMA", "PCIE", "NVLINK", "HOLDERS"});
  for (const DrawnDevice &device : devices.devices) {
    table.add({device.name(), device.numa < 0 ? "" : std::to_string(device.numa), device.pcie,
               device.nvlink_group < 0 ? "" : "group " + std::to_string(device.nvlink_group),
               device.state()});
  }
  std::string text = "\n" + table.to_string(true);
  if (devices.left_out > 0) text += "and " + std::to_string(devices.left_out) + " more devices\n";
  return text;
}

}  // namespace koordctl
