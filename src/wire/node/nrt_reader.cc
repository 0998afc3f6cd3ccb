#include "wire/node/nrt_reader.h"

#include <utility>

#include "wire/node/cpu_topology.h"
#include "wire/object/amount.h"
#include "wire/object/api_object.h"

namespace koord::wire {
namespace {

template <typename Read>
auto read_document(std::string_view json, const Log &log, Read &&read) {
  JsonLimits limits;
  limits.bytes = kNrtBytes;
  const JsonDocument document = JsonDocument::parse(json, kNrt.kind, limits);
  return read_object(document.root(), kNrt, log, read);
}

std::vector<std::string_view> find_policies(const ApiObject &nrt) {
  std::vector<std::string_view> out;
  for (const JsonValue &policy : nrt.root().elements_of("topologyPolicies"))
    out.push_back(policy.as_string());
  return out;
}

std::vector<NrtAttribute> find_attributes(const ApiObject &nrt) {
  std::vector<NrtAttribute> out;
  for (const JsonValue &attribute : nrt.root().elements_of("attributes")) {
    NrtAttribute &read = out.emplace_back();
    if (const auto name = attribute.find("name")) read.name = name->as_string();
    // Other attributes may have values of any type.
    const bool is_known =
        read.name == kManagerPolicyAttribute || read.name == kManagerScopeAttribute;
    if (const auto value = attribute.find("value"); value && (is_known || value->is_string()))
      read.value = value->as_string();
  }
  return out;
}

std::optional<int64_t> amount_of(const JsonValue &resource, std::string_view name,
                                 std::string_view kind) {
  const auto value = resource.find(kind);
  if (!value) return std::nullopt;
  return read_amount(name, *value);
}

void fill(NrtZone &zone, const JsonValue &value) {
  for (const JsonValue &resource : value.elements_of("resources")) {
    const std::string_view name = resource.at("name").as_string();
    zone.resources.push_back({name, amount_of(resource, name, "capacity"),
                              amount_of(resource, name, "allocatable"),
                              amount_of(resource, name, "available")});
  }
  for (const JsonValue &cost : value.elements_of("costs")) {
    NrtCost &read = zone.costs.emplace_back();
    read.name = cost.at("name").as_string();
    // Costs of other names may have values of any type.
    if (node_number(read.name)) read.value = cost.at("value").as_int(0, UINT32_MAX);
  }
}

std::vector<NrtZone> find_zones(const ApiObject &nrt) {
  NrtZoneList out(nrt.log());
  size_t index = 0;
  for (const JsonValue &zone : nrt.root().elements_of("zones")) {
    const std::string_view name = zone.at("name").as_string();
    if (NrtZone *found = out.add(index++, name, zone.string_or("type", "Node"))) fill(*found, zone);
  }
  return out.take();
}

object::NodeTopology topology_from(const ApiObject &nrt) {
  object::NodeTopology out;
  out.node = nrt.root().at("metadata").at("name").as_string();
  read_nrt(nrt, {find_policies(nrt), find_attributes(nrt), find_zones(nrt)}, out);
  return out;
}

}  // namespace

std::shared_ptr<const Topology> topology_from_nrt(std::string_view json, const Log &log) {
  return read_document(json, log, [](const ApiObject &nrt) {
    // Checked before the zones, which mean little without CPUs.
    if (!nrt.annotation(kCpuTopologyAnnotation)) {
      (void)nrt.root().at("metadata");
      fail_without_machine();
    }
    return read_nrt_machine(nrt, read_zones(find_zones(nrt), nrt.log()));
  });
}

NrtReport report_from_nrt(std::string_view json, const Log &log) {
  return read_document(json, log, [](const ApiObject &nrt) {
    NrtReport out = read_nrt_report(nrt, find_policies(nrt), find_attributes(nrt));
    out.name = nrt.metadata("name");
    return out;
  });
}

object::NodeTopology read_node_topology(std::string_view json, const Log &log) {
  return read_document(json, log, topology_from);
}

object::NodeTopology read_node_topology(const JsonValue &root, const Log &log) {
  return read_object(root, kNrt, log, topology_from);
}

}  // namespace koord::wire
