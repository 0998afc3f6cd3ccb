// The individual steps of Koordinator's device allocator: checks, conversions, counts, scores and
// orders.
#include <algorithm>
#include <stdexcept>
#include <string>

#include "device/choice/ordinary_choice.h"
#include "koordinator_device.h"
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

json member(const json &entry, const char *key) {
  return entry.contains(key) && !entry.at(key).is_null() ? entry.at(key) : json::object();
}

device::RequestOptions options_of(const DeviceWorld &world) {
  return {Profile::kUpstream, &world.templates()};
}

// Sorts resource names in a message. Upstream writes them in any order.
json sorted_names(std::string text) {
  const size_t open = text.find('[');
  const size_t close = text.find(']');
  if (open == std::string::npos || close == std::string::npos) return text;
  std::vector<std::string> names;
  std::string name;
  for (size_t i = open + 1; i <= close; ++i) {
    if (text[i] != ' ' && text[i] != ']') {
      name += text[i];
      continue;
    }
    names.push_back(name);
    name.clear();
  }
  std::sort(names.begin(), names.end());
  return {{"text", text.substr(0, open)}, {"names", names}};
}

json run_validate(const json &entry, DeviceWorld &world) {
  const device::ResourceAmounts requests = world.parts(member(entry, "requests"));
  json out = entry.at("expect");
  const Refusal refusal =
      requests.empty() ? Refusal{} : device::check_request(requests, Profile::kUpstream);
  out["ok"] = !requests.empty() && !refusal.refused();
  const std::string text =
      requests.empty() ? "pod request should not be empty" : koord::to_sentence(refusal);
  if (sorted_names(text) != sorted_names(out.value("error", ""))) out["error"] = text;
  return out;
}

json run_convert(const json &entry, DeviceWorld &world) {
  const device::ResourceAmounts requests = world.parts(member(entry, "requests"));
  device::ResourceAmounts flags = world.parts([&] {
    json out = json::object();
    for (const json &name : entry.at("flags")) out[name.get<std::string>()] = 1;
    return out;
  }());
  const auto same_names =
      std::equal(requests.begin(), requests.end(), flags.begin(), flags.end(),
                 [](const auto &a, const auto &b) { return a.resource == b.resource; });
  if (requests.empty() || !same_names) return nullptr;
  return world.json_of(device::convert_request(requests));
}

// Runs the conversion of a pod's requests into device requirements.
json run_requirements(const json &entry, DeviceWorld &world) {
  json out = {{"error", ""}, {"requirements", nullptr}};
  const device::ResourceAmounts requests = world.parts(member(entry, "requests"));
  if (requests.empty()) return out;
  object::PodDevices stated;
  try {
    stated = world.stated(member(entry, "annotations"));
  } catch (const std::bad_alloc &) {
    throw;
  } catch (const std::exception &) {
    // Upstream returns the text of Go's JSON error. Messages of this library name the field, so
    // only the fact of a refusal is compared.
    out["error"] = entry.at("expect").at("error").get<std::string>().empty()
                       ? "refused"
                       : entry.at("expect").at("error");
    return out;
  }
  if (!member(entry, "hint").empty())
    stated.hints = koord::wire::read_device_hints(json{{"gpu", entry.at("hint")}}.dump(), "hint");
  device::GpuRequest request;
  const Refusal refusal = device::make_gpu_request(requests, stated, options_of(world), request);
  if (refusal.refused()) {
    out["error"] = koord::to_sentence(refusal);
    return out;
  }
  constexpr const char *kScopes[] = {"", "Node", "NUMANode", "PCIe", "Device"};
  json templates = nullptr;
  for (const device::MatchedTemplate &matched : request.templates)
    for (const device::ModelTemplates &model : world.templates())
      for (const device::ShareTemplate &of_model : model.templates)
        if (model.model == matched.model && of_model.name == matched.names.front())
          templates[model.model][of_model.name] = world.json_of(of_model.parts);
  out["requirements"] = {
      {"candidate_templates", templates},
      {"gpu_shared", request.shared},
      {"honor_partition", request.honor_partition},
      {"number_of_gpus", request.count},
      {"requests_per_gpu", world.json_of(request.each)},
      {"required_topology_scope", kScopes[static_cast<int>(request.scope)]},
      {"required_topology_scope_level", static_cast<int>(request.scope)},
      {"restricted", request.partition.restricted},
      {"ring_bus_bandwidth", request.partition.ring_bandwidth == 0
                                 ? json(nullptr)
                                 : json(koord::wire::bytes_text(request.partition.ring_bandwidth))},
      {"template_enforced", request.by_template}};
  return out;
}

json run_gpu_count(const json &entry, DeviceWorld &world) {
  device::GpuRequest request;
  device::make_gpu_request(world.parts(entry.at("requests")), {}, options_of(world), request);
  return {{"count", request.count},
          {"per_gpu", world.json_of(request.each)},
          {"shared", request.shared}};
}

json run_rdma_count(const json &entry, const json &devices, DeviceWorld &world) {
  const auto inventory = device::make_inventory(
      koord::wire::read_device_object(devices.at(entry.at("device").get<std::string>()).dump(), {}),
      world.resources());
  device::TypeRequest request{koord::kTypeRdma, world.parts(entry.at("requests")), {}};
  if (!member(entry, "hint").empty())
    request.hint =
        koord::wire::read_device_hints(json{{"rdma", entry.at("hint")}}.dump(), "hint").front();
  const device::Pool &pool =
      inventory->pools[static_cast<size_t>(inventory->find(koord::kTypeRdma))];
  const device::CountRequest need =
      device::count_request_of(request, pool, device::selected(pool, request.hint.selector));
  if (need.count == 0) {
    device::Request whole;
    whole.types.push_back(request);
    device::Grants grants;
    device::NodeConditions conditions;
    conditions.profile = Profile::kUpstream;
    const Refusal refusal = device::allocate(device::Ledger(inventory), whole, conditions, grants);
    return {{"code",
             device::is_unresolvable(refusal) ? "UnschedulableAndUnresolvable" : "Unschedulable"},
            {"count", 0},
            {"message", koord::to_sentence(refusal)},
            {"per_device", nullptr}};
  }
  return {{"code", "Success"},
          {"count", need.count},
          {"message", ""},
          {"per_device", world.json_of(need.each)}};
}

json run_fill(const json &entry, DeviceWorld &world) {
  json devices = json::array();
  for (const auto &[type, minors] : entry.at("total").items())
    for (const auto &[minor, amounts] : minors.items())
      devices.push_back({{"type", type},
                         {"minor", std::stoi(minor)},
                         {"health", !amounts.empty()},
                         {"resources", amounts}});
  const json object = {{"metadata", {{"name", "node"}}}, {"spec", {{"devices", devices}}}};
  const device::Ledger ledger(device::make_inventory(
      koord::wire::read_device_object(object.dump(), {}), world.resources()));
  device::Grants grants = world.grants(entry.at("allocations"));
  std::string error;
  for (device::Grant &grant : grants)
    if (error.empty())
      error = koord::to_sentence(device::fill_memory(ledger, Profile::kUpstream, grant));
  json out = entry.at("expect");
  out["error"] = error;
  if (error.empty()) {
    const json expected = world.json_of(world.grants(out.at("allocations")));
    if (const json got = world.json_of(grants); got != expected) out["allocations"] = got;
  }
  return out;
}

json run_score(const json &entry, DeviceWorld &world) {
  const json info = {
      {"type", "gpu"}, {"minor", 0}, {"health", true}, {"resources", entry.at("total")}};
  const json object = {{"metadata", {{"name", "node"}}}, {"spec", {{"devices", {info}}}}};
  device::Ledger ledger(device::make_inventory(koord::wire::read_device_object(object.dump(), {}),
                                               world.resources()));
  device::ResourceAmounts used = world.parts(entry.at("total"));
  const device::ResourceAmounts free = world.parts(entry.at("free"));
  for (device::ResourceAmount &part : used) part.amount -= device::amount_of(free, part.resource);
  ledger.hold({{koord::kTypeGpu, 0, used, {}, {}}});
  const auto scorer =
      world.scorer({{"strategy", entry.at("strategy")}, {"weights", entry.at("weights")}});
  return device::score_device(*scorer, ledger.inventory().pools[0].columns,
                              ledger.inventory().pools[0].total(0), ledger.free(0, 0),
                              world.parts(entry.at("requests")));
}

json run_sort(const json &entry) {
  device::Pool pool;
  std::vector<device::ScoredDevice> scored;
  device::DeviceMask preferred = 0;
  for (const json &recorded : entry.at("devices")) {
    device::Device made;
    made.minor = recorded.at("minor");
    const std::string minor = std::to_string(made.minor);
    const json pcies = member(entry, "pcie_of_minor");
    made.placed = pcies.contains(minor);
    if (made.placed) made.pcie = pcies.at(minor);
    const auto position = static_cast<int>(pool.devices.size());
    for (const json &wanted : member(entry, "preferred_minors"))
      if (wanted == made.minor) preferred |= device::device_bit(position);
    scored.push_back({position, {-recorded.at("score").get<int64_t>(), 0}});
    pool.devices.push_back(made);
  }
  device::Pcies pcies;
  for (const json &pcie : member(entry, "preferred_pcie")) pcies.push_back(pcie);
  json out = json::array();
  for (const int position : device::order_devices(pool, scored, preferred, pcies))
    out.push_back(pool.devices[static_cast<size_t>(position)].minor);
  return out;
}

json run_templates(const json &entry, DeviceWorld &world) {
  world.set_templates(entry.at("templates"));
  json out = json::object();
  for (const device::MatchedTemplate &matched : device::match_templates(
           world.templates(), world.parts(entry.at("requests")), entry.at("strict").get<bool>()))
    out[matched.model] = matched.names;
  return out.empty() && entry.at("expect").is_null() ? json(nullptr) : out;
}

json run_prefilter(const json &entry, DeviceWorld &world) {
  device::ResourceAmounts sum;
  for (const json &requests : entry.at("container_requests"))
    for (const device::ResourceAmount &part : world.parts(requests)) {
      const auto at = std::find_if(
          sum.begin(), sum.end(),
          [&](const device::ResourceAmount &other) { return other.resource == part.resource; });
      if (at == sum.end())
        sum.push_back(part);
      else
        at->amount += part.amount;
    }
  std::sort(sum.begin(), sum.end(),
            [](const auto &a, const auto &b) { return a.resource < b.resource; });
  device::Request request;
  const Refusal refusal = device::make_request(sum, world.stated(member(entry, "annotations")),
                                               world.resources(), options_of(world), request);
  json out = entry.at("expect");
  out["message"] = koord::to_sentence(refusal);
  if (refusal.refused()) {
    out["code"] =
        device::is_unresolvable(refusal) ? "UnschedulableAndUnresolvable" : "Unschedulable";
    return out;
  }
  out["code"] = request.empty() ? "Skip" : "Success";
  if (request.empty()) return out;
  json converted = json::object();
  for (const device::TypeRequest &of_type : request.types)
    converted[world.resources().types().name(of_type.type)] = world.json_of(of_type.parts);
  out["converted_requests"] = converted;
  if (request.find(koord::kTypeGpu) == nullptr) return out;
  out["gpu_shared"] = request.gpu.shared;
  out["number_of_gpus"] = request.gpu.count;
  out["requests_per_gpu"] = world.json_of(request.gpu.each);
  return out;
}

}  // namespace

bool is_device_step(const std::string &kind) {
  return kind != "allocate" && kind != "allocate-state";
}

json run_device_step(const json &entry, const json &devices, DeviceWorld &world) {
  const std::string kind = entry.at("kind");
  if (kind == "validate") return run_validate(entry, world);
  if (kind == "convert") return run_convert(entry, world);
  if (kind == "gpu-requirements") return run_requirements(entry, world);
  if (kind == "gpu-count") return run_gpu_count(entry, world);
  if (kind == "rdma-count") return run_rdma_count(entry, devices, world);
  if (kind == "fill-gpu-memory") return run_fill(entry, world);
  if (kind == "score-device") return run_score(entry, world);
  if (kind == "sort-devices") return run_sort(entry);
  if (kind == "template-match") return run_templates(entry, world);
  if (kind == "prefilter") return run_prefilter(entry, world);
  throw std::runtime_error("no known kind: " + kind);
}
