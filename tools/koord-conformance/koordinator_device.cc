// Replays Koordinator's device allocator: the devices that a pod gets on a node, and the
// scheduler's message if it gets none.
#include "koordinator_device.h"

#include <algorithm>
#include <map>
#include <string>

#include "base/quantity.h"
#include "replay.h"
#include "wire/device/device_object.h"
#include "wire/object/amount.h"
#include "wire/pod/device_annotations.h"
#include "wording/sentence.h"

using nlohmann::json;
namespace device = koord::device;
namespace object = koord::object;
using koord::Profile;
using koord::Refusal;

namespace {

json or_object(const json &entry, const char *key) {
  return entry.contains(key) && !entry.at(key).is_null() ? entry.at(key) : json::object();
}

// Returns a Device object equivalent to the recorded accounting.
json object_of_state(const json &state) {
  std::map<std::string, std::map<int, json>> infos;
  const json recorded = or_object(state, "device_infos");
  for (const auto &[type, list] : recorded.items())
    for (const json &info : list) infos[type][info.value("minor", 0)] = info;
  const json totals = or_object(state, "total");
  for (const auto &[type, minors] : totals.items())
    for (const auto &[minor, amounts] : minors.items()) {
      json &info = infos[type][std::stoi(minor)];
      info["type"] = type;
      info["minor"] = std::stoi(minor);
      info["resources"] = amounts;
      info["health"] = !amounts.empty();
    }
  json list = json::array();
  for (const auto &[type, minors] : infos)
    for (const auto &[minor, info] : minors) {
      json entry = info;
      const bool counted = totals.contains(type) && totals.at(type).contains(std::to_string(minor));
      if (!counted) entry["health"] = false;
      list.push_back(entry);
    }
  return {{"metadata", {{"name", "node"}}}, {"spec", {{"devices", list}}}};
}

device::Ledger ledger_of(const json &object, DeviceWorld &world) {
  json named = object;
  named["metadata"]["name"] = object.at("metadata").value("name", "node");
  return device::Ledger(
      device::make_inventory(koord::wire::read_device_object(named.dump(), {}), world.resources()));
}

device::Ledger ledger_of_state(const json &state, DeviceWorld &world) {
  device::Ledger ledger = ledger_of(object_of_state(state), world);
  ledger.hold(world.amounts_by_minor(or_object(state, "used")));
  const json taken = or_object(state, "allocated_vfs");
  for (const auto &[type, minors] : taken.items())
    for (const auto &[minor, vfs] : minors.items()) {
      device::Grant grant{world.resources().intern_type(type), std::stoi(minor), {}, {}, {}};
      for (const auto &[bus_id, nothing] : vfs.items()) grant.vfs.push_back({-1, bus_id});
      ledger.hold({grant});
    }
  return ledger;
}

device::GpuLabels labels_of(const json &entry) {
  const json labels = or_object(entry, "node_labels");
  device::GpuLabels out;
  out.vendor = labels.value("node.koordinator.sh/gpu-vendor", "");
  out.model = labels.value("node.koordinator.sh/gpu-model", "");
  const std::string policy = labels.value("node.koordinator.sh/gpu-partition-policy", "");
  if (!policy.empty())
    out.policy =
        policy == "Honor" ? object::PartitionPolicy::kHonor : object::PartitionPolicy::kPrefer;
  return out;
}

Refusal request_of(const json &pod, DeviceWorld &world, device::Request &out) {
  const object::PodDevices stated = world.stated(or_object(pod, "annotations"));
  const device::RequestOptions options{Profile::kUpstream, &world.templates()};
  if (!pod.contains("converted_requests"))
    return device::make_request(world.parts(or_object(pod, "requests")), stated, world.resources(),
                                options, out);
  for (const auto &[type, amounts] : pod.at("converted_requests").items()) {
    device::TypeRequest request;
    request.type = world.resources().intern_type(type);
    request.parts = world.parts(amounts);
    for (const object::DeviceHint &hint : stated.hints)
      if (hint.type == type) request.hint = hint;
    out.types.push_back(request);
    if (request.type != koord::kTypeGpu) continue;
    const Refusal refusal = device::make_gpu_request(request.parts, stated, options, out.gpu);
    if (refusal.refused()) return refusal;
  }
  std::sort(out.types.begin(), out.types.end(),
            [](const auto &a, const auto &b) { return a.type < b.type; });
  return {};
}

json outcome_of(const Refusal &refusal, const device::Grants &grants, const DeviceWorld &world) {
  json out;
  out["message"] = koord::to_sentence(refusal);
  out["fill_error"] = "";
  if (refusal.refused()) {
    out["code"] =
        device::is_unresolvable(refusal) ? "UnschedulableAndUnresolvable" : "Unschedulable";
    out["allocations"] = nullptr;
    out["annotation"] = nullptr;
  } else {
    out["code"] = "Success";
    out["allocations"] = world.json_of(grants);
    out["annotation"] = world.annotation_of(grants);
  }
  return out;
}

// Returns the recorded fields, with amounts in canonical form.
json expected_of(const json &expect, DeviceWorld &world) {
  json out;
  for (const char *key : {"code", "message", "fill_error", "annotation", "node_score"})
    if (expect.contains(key)) out[key] = expect.at(key);
  if (expect.contains("allocations"))
    out["allocations"] = expect.at("allocations").is_null()
                             ? json(nullptr)
                             : world.json_of(world.grants(expect.at("allocations")));
  return out;
}

json run_allocation(const json &entry, device::Ledger ledger, DeviceWorld &world) {
  ledger.hold(world.grants(or_object(entry, "assigned")));
  ledger.release(world.amounts_by_minor(or_object(entry, "preemptible")));
  if (entry.contains("designated")) ledger.confine(world.grants(or_object(entry, "designated")));
  device::Request request;
  device::Grants grants;
  const std::optional<device::Scorer> scorer =
      entry.contains("scorer") ? world.scorer(entry.at("scorer")) : std::nullopt;
  device::NodeConditions conditions;
  conditions.profile = Profile::kUpstream;
  conditions.scorer = scorer ? &*scorer : nullptr;
  conditions.chooses_secondary = scorer.has_value();
  conditions.labels = labels_of(entry);
  Refusal refusal = request_of(entry.at("pod"), world, request);
  if (!refusal.refused()) refusal = device::allocate(ledger, request, conditions, grants);
  json out = outcome_of(refusal, grants, world);
  const std::optional<int64_t> score = device::score_node(ledger, request, conditions);
  out["node_score"] = score ? json(*score) : json(nullptr);
  return out;
}

json only(const json &value, const json &like) {
  json out;
  for (const auto &[key, expected] : like.items()) out[key] = value.value(key, json(nullptr));
  return out;
}

}  // namespace

void DeviceWorld::set_templates(const json &by_model) {
  templates_.clear();
  for (const auto &[model, templates] : by_model.items()) {
    device::ModelTemplates out{model, {}};
    for (const auto &[name, amounts] : templates.items())
      out.templates.push_back({name, parts(amounts)});
    templates_.push_back(std::move(out));
  }
}

device::ResourceAmounts DeviceWorld::parts(const json &amounts) {
  device::ResourceAmounts out;
  for (const auto &[name, value] : amounts.items())
    out.push_back(
        {resources_.intern(name),
         koord::Quantity::parse(value.is_string() ? value.get<std::string>() : value.dump())
             .whole()
             .value()});
  std::sort(out.begin(), out.end(),
            [](const auto &a, const auto &b) { return a.resource < b.resource; });
  return out;
}

device::Grants DeviceWorld::grants(const json &allocations) {
  device::Grants out;
  for (const auto &[type, list] : allocations.items())
    for (const json &entry : list) {
      device::Grant grant;
      grant.type = resources_.intern_type(type);
      grant.minor = entry.value("minor", 0);
      grant.parts = parts(or_object(entry, "resources"));
      const json extension = or_object(entry, "extension");
      for (const json &vf : extension.value("vfs", json::array()))
        grant.vfs.push_back({vf.value("minor", 0), vf.value("busID", "")});
      grant.share_template = extension.value("gpuSharedResourceTemplate", "");
      out.push_back(std::move(grant));
    }
  return out;
}

device::Grants DeviceWorld::amounts_by_minor(const json &types) {
  device::Grants out;
  for (const auto &[type, minors] : types.items())
    for (const auto &[minor, amounts] : minors.items())
      out.push_back({resources_.intern_type(type), std::stoi(minor), parts(amounts), {}, {}});
  return out;
}

object::PodDevices DeviceWorld::stated(const json &annotations) {
  object::PodDevices out;
  for (const auto &[name, value] : annotations.items()) {
    const std::string text = value;
    if (name == koord::wire::kDeviceHintAnnotation)
      out.hints = koord::wire::read_device_hints(text, name);
    if (name == koord::wire::kJointDevicesAnnotation)
      out.joint = koord::wire::read_joint_devices(text, name);
    if (name == koord::wire::kPartitionSpecAnnotation) {
      out.has_partition_spec = true;
      out.partition_spec = koord::wire::read_partition_spec(text, name);
    }
  }
  return out;
}

std::optional<device::Scorer> DeviceWorld::scorer(const json &entry) {
  if (entry.is_null()) return std::nullopt;
  device::Scorer out;
  out.strategy = entry.at("strategy") == "MostAllocated" ? device::Strategy::kMostAllocated
                                                         : device::Strategy::kLeastAllocated;
  out.weights.clear();
  for (const auto &[name, weight] : entry.at("weights").items())
    out.weights.push_back({resources_.intern(name), weight.get<int64_t>()});
  return out;
}

json DeviceWorld::json_of(const device::ResourceAmounts &parts) const {
  json out = json::object();
  for (const device::ResourceAmount &part : parts) {
    const std::string name = resources_.name(part.resource);
    out[name] = koord::wire::amount_text(name, part.amount);
  }
  return out;
}

json DeviceWorld::json_of(const device::Grants &grants) const {
  json out = json::object();
  for (const device::Grant &grant : grants) {
    json entry = {{"minor", grant.minor}, {"resources", json_of(grant.parts)}};
    json vfs = json::array();
    for (const object::VirtualFunction &vf : grant.vfs)
      vfs.push_back({{"minor", vf.minor}, {"busID", vf.bus_id}});
    entry["vfs"] = vfs;
    entry["template"] = grant.share_template;
    out[resources_.types().name(grant.type)].push_back(entry);
  }
  for (auto &[type, list] : out.items())
    std::sort(list.begin(), list.end(),
              [](const json &a, const json &b) { return a.at("minor") < b.at("minor"); });
  return out;
}

std::string DeviceWorld::annotation_of(const device::Grants &grants) const {
  std::vector<object::AllocatedDevice> out;
  for (const device::Grant &grant : grants) {
    object::AllocatedDevice entry;
    entry.type = resources_.types().name(grant.type);
    entry.minor = grant.minor;
    for (const device::ResourceAmount &part : grant.parts)
      entry.resources.push_back({resources_.name(part.resource), part.amount});
    std::sort(entry.resources.begin(), entry.resources.end(),
              [](const auto &a, const auto &b) { return a.resource < b.resource; });
    entry.vfs = grant.vfs;
    entry.share_template = grant.share_template;
    out.push_back(std::move(entry));
  }
  return koord::wire::to_annotation(out);
}

void replay_koordinator_devices(const json &document, Report &report) {
  DeviceWorld world;
  const json &devices = document.at("devices");
  for (const json &entry : document.at("cases"))
    if (entry.contains("templates")) world.set_templates(entry.at("templates"));
  for (const json &entry : document.at("cases"))
    replay_case(report, entry.at("id"), [&]() -> Outcome {
      const std::string kind = entry.at("kind");
      if (is_device_step(kind)) return {entry.at("expect"), run_device_step(entry, devices, world)};
      const json expected = expected_of(entry.at("expect"), world);
      const json got =
          kind == "allocate"
              ? run_allocation(entry,
                               ledger_of(devices.at(entry.at("device").get<std::string>()), world),
                               world)
              : run_allocation(entry, ledger_of_state(entry.at("state"), world), world);
      return {expected, only(got, expected)};
    });
}

void replay_koordinator_device_lines(const std::vector<json> &lines, Report &report) {
  DeviceWorld world;
  for (const json &entry : lines)
    replay_case(report, entry.at("id"), [&]() -> Outcome {
      const json got = run_allocation(entry, ledger_of(entry.at("device"), world), world);
      const json outcomes =
          entry.contains("expect") ? json::array({entry.at("expect")}) : entry.at("expect_any_of");
      json expected;
      for (const json &outcome : outcomes) {
        expected = expected_of(outcome, world);
        if (only(got, expected) == expected) break;
      }
      return {expected, only(got, expected)};
    });
}
