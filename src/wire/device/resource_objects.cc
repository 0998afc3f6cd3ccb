#include "wire/device/resource_objects.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "wire/device/device_fields.h"
#include "wire/object/names.h"

namespace koord::wire {
namespace {

using object::ResourceClaim;
using object::ResourceSlice;

// Attributes that identify a device, without domain and in lower case, from the most exact one.
// Drivers of NVIDIA, AMD and Intel use them, and those of networks.
constexpr std::string_view kIdentities[] = {"uuid",           "parentuuid",   "pcibusid",
                                            "pciebusid",      "pciaddr",      "pciaddress",
                                            "parentpcibusid", "parentpciaddr"};

// Returns the position in kIdentities, or its size for another attribute.
size_t rank_of(std::string_view attribute) {
  const std::string name = object::to_lower(attribute.substr(attribute.rfind('/') + 1));
  return static_cast<size_t>(std::ranges::find(kIdentities, name) - std::begin(kIdentities));
}

void read_identities(const JsonValue &attributes, object::SliceDevice &out) {
  std::vector<std::pair<size_t, object::DeviceIdentity>> found;
  for (const auto &[name, attribute] : attributes.members()) {
    const size_t rank = rank_of(name);
    if (rank == std::size(kIdentities) || attribute.is_null()) continue;
    if (!attribute.is_object()) attribute.fail_expected("an attribute with a value");
    const auto value = attribute.find("string");
    if (!value || value->as_string().empty()) continue;
    object::DeviceIdentity identity;
    identity.id = object::to_lower(value->as_string());
    identity.address = object::linux_pci_address(identity.id);
    if (!identity.address.empty() || kIdentities[rank].ends_with("uuid"))
      found.emplace_back(rank, std::move(identity));
  }
  std::ranges::stable_sort(found, {}, [](const auto &identity) { return identity.first; });
  for (auto &[rank, identity] : found) out.identities.push_back(std::move(identity));
}

ResourceSlice slice_from(const ApiObject &object) {
  ResourceSlice out;
  out.name = read_object_name(object.root().at("metadata").at("name"));
  const JsonValue spec = object.root().at("spec");
  out.driver = read_object_name(spec.at("driver"));
  const JsonValue pool = spec.at("pool");
  out.pool = read_bounded(pool.at("name"));
  out.generation = pool.int_or("generation", INT64_MIN, INT64_MAX, 0);
  if (const auto node = spec.find("nodeName")) out.node = read_bounded(*node);
  for (const JsonValue &device : spec.elements_of("devices")) {
    check_count(out.devices.size() + 1, kMaxSliceDevices, device, "devices");
    object::SliceDevice &read = out.devices.emplace_back();
    read.name = read_object_name(device.at("name"));
    if (const auto attributes = device.find("attributes")) read_identities(*attributes, read);
  }
  return out;
}

// Returns the only node that a selector allows, as that of an allocation of the node's own devices,
// or "".
std::string selected_node(const JsonValue &selector) {
  const std::vector<JsonValue> terms = selector.elements_of("nodeSelectorTerms");
  if (terms.size() != 1) return "";
  for (const JsonValue &field : terms[0].elements_of("matchFields")) {
    const std::vector<JsonValue> values = field.elements_of("values");
    if (field.string_or("key", "") == "metadata.name" && field.string_or("operator", "") == "In" &&
        values.size() == 1)
      return read_bounded(values[0]);
  }
  return "";
}

void read_allocation(const JsonValue &allocation, ResourceClaim &out) {
  out.allocated = true;
  if (const auto selector = allocation.find("nodeSelector")) out.node = selected_node(*selector);
  const auto devices = allocation.find("devices");
  if (!devices) return;
  for (const JsonValue &result : devices->elements_of("results")) {
    check_count(out.results.size() + 1, kMaxClaimResults, result, "devices of a claim");
    object::ClaimResult &read = out.results.emplace_back();
    if (const auto request = result.find("request")) read.request = read_bounded(*request);
    read.driver = read_object_name(result.at("driver"));
    read.pool = read_bounded(result.at("pool"));
    read.device = read_object_name(result.at("device"));
    read.admin_access = result.bool_or("adminAccess", false);
  }
}

void read_consumers(const JsonValue &status, ResourceClaim &out) {
  for (const JsonValue &consumer : status.elements_of("reservedFor")) {
    if (!consumer.string_or("apiGroup", "").empty() || consumer.string_or("resource", "") != "pods")
      continue;
    check_count(out.consumers.size() + 1, kMaxClaimConsumers, consumer, "consumers");
    object::ClaimConsumer &read = out.consumers.emplace_back();
    read.name = read_object_name(consumer.at("name"));
    if (const auto uid = consumer.find("uid")) read.uid = read_bounded(*uid);
  }
}

ResourceClaim claim_from(const ApiObject &object) {
  ResourceClaim out;
  const JsonValue metadata = object.root().at("metadata");
  out.name = read_object_name(metadata.at("name"));
  out.name_space = read_namespace(metadata);
  if (const auto uid = metadata.find("uid")) out.uid = read_bounded(*uid);
  if (out.uid.empty()) out.uid = object::claim_key(out.name_space, out.name);
  const auto status = object.root().find("status");
  if (!status) return out;
  if (const auto allocation = status->find("allocation")) read_allocation(*allocation, out);
  read_consumers(*status, out);
  return out;
}

}  // namespace

ResourceSlice read_resource_slice(const JsonValue &root, const Log &log) {
  return read_object(root, kResourceSlice, log, slice_from);
}

ResourceClaim read_resource_claim(const JsonValue &root, const Log &log) {
  return read_object(root, kResourceClaim, log, claim_from);
}

}  // namespace koord::wire
