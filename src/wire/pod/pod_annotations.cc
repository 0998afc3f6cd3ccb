#include "wire/pod/pod_annotations.h"

#include <algorithm>

#include "base/error.h"
#include "topology/topology.h"
#include "wire/json/json_writer.h"
#include "wire/node/nrt_annotations.h"
#include "wire/object/amount.h"
#include "wire/object/api_object.h"

namespace koord::wire {
namespace {

using object::NumaAmounts;

template <typename Value, size_t N>
void read_policy(const JsonValue &spec, std::string_view field, const Spelling<Value> (&table)[N],
                 Value &out) {
  if (const auto text = spec.find(field)) out = read_spelled(*text, table);
}

bool is_word(const JsonValue &spec, std::string_view field, std::string_view word) {
  const auto text = spec.find(field);
  return text && text->as_string() == word;
}

NumaTopologySpec read_numa_fields(const JsonValue &spec) {
  NumaTopologySpec out;
  read_policy(spec, "numaTopologyPolicy", object::kNumaPolicySpellings, out.policy);
  read_policy(spec, "singleNUMANodeExclusive", object::kNumaExclusiveSpellings, out.exclusive);
  return out;
}

std::vector<NumaAmounts> read_numa_amounts(const JsonValue &status) {
  std::vector<NumaAmounts> out;
  CpuSet seen;  // NUMA node numbers are below its capacity
  for (const JsonValue &entry : status.elements_of("numaNodeResources")) {
    NumaAmounts amounts;
    amounts.node = static_cast<int>(entry.int_or("node", 0, Topology::kMaxNodes - 1, 0));
    if (seen.contains(amounts.node))
      entry.fail("NUMA node " + std::to_string(amounts.node) + " has an entry already");
    seen.add(amounts.node);
    amounts.amounts = read_capped_amounts_of(entry, "resources");
    out.push_back(std::move(amounts));
  }
  std::sort(out.begin(), out.end(),
            [](const NumaAmounts &a, const NumaAmounts &b) { return a.node < b.node; });
  return out;
}

// Omits a policy with the default value.
template <typename Value, size_t N>
void write_policy(JsonWriter &out, std::string_view field, const Spelling<Value> (&table)[N],
                  Value value) {
  if (value != Value{}) out.member(field, find_value(table, value)->text);
}

void write_numa_amounts(JsonWriter &out, const std::vector<NumaAmounts> &nodes) {
  out.key("numaNodeResources").begin_array();
  for (const NumaAmounts &node : nodes) {
    out.begin_object().member("node", node.node);
    out.key("resources").begin_object();
    for (const object::Amount &amount : node.amounts)
      out.member(amount.resource, amount_text(amount.resource, amount.value));
    out.end_object().end_object();
  }
  out.end_array();
}

void write_pools(JsonWriter &out, const std::vector<object::SharedPool> &pools) {
  out.key("cpuSharedPools").begin_array();
  for (const object::SharedPool &pool : pools)
    out.begin_object().member("socket", pool.socket).member("node", pool.node).end_object();
  out.end_array();
}

}  // namespace

ResourceSpec read_resource_spec(std::string_view json, std::string_view what) {
  const JsonDocument document = JsonDocument::parse(json, what, kAnnotationLimits);
  const JsonValue spec = document.root();
  ResourceSpec out;
  read_policy(spec, "requiredCPUBindPolicy", object::kPodBindSpellings, out.required);
  read_policy(spec, "preferredCPUBindPolicy", object::kPodBindSpellings, out.preferred);
  out.requires_default = is_word(spec, "requiredCPUBindPolicy", "Default");
  out.prefers_default = is_word(spec, "preferredCPUBindPolicy", "Default");
  read_policy(spec, "preferredCPUExclusivePolicy", kExclusiveSpellings, out.exclusive);
  out.numa = read_numa_fields(spec);
  return out;
}

bool read_isolated_cpus(std::string_view text, std::string_view what) {
  if (text.empty() || text == "Required") return !text.empty();
  throw Error(Status::kInvalid,
              std::string(what) + ": found " + in_quotes(text, 64) + ", expected \"Required\"");
}

NumaTopologySpec read_numa_topology_spec(std::string_view json, std::string_view what) {
  const JsonDocument document = JsonDocument::parse(json, what, kAnnotationLimits);
  return read_numa_fields(document.root());
}

object::ResourceStatus read_resource_status(std::string_view json, std::string_view what) {
  const JsonDocument document = JsonDocument::parse(json, what, kAnnotationLimits);
  const JsonValue status = document.root();
  object::ResourceStatus out;
  if (const auto cpus = status.find("cpuset"); cpus && !cpus->as_string().empty())
    out.cpus = CpuSet::parse(cpus->as_string(), cpus->path());
  out.numa = read_numa_amounts(status);
  if (const auto pools = status.find("cpuSharedPools"))
    for (const CpuSharedPool &pool : read_cpu_shared_pools(*pools))
      out.pools.push_back({pool.socket, pool.node});
  return out;
}

std::string to_annotation(const ResourceSpec &spec, Shape shape) {
  object::PodBind required = spec.required;
  object::PodBind preferred = spec.preferred;
  if (shape == Shape::kProposal && required != object::PodBind::kDefault) {
    preferred = required;
    required = object::PodBind::kDefault;
  }
  JsonWriter out;
  out.begin_object();
  write_policy(out, "requiredCPUBindPolicy", object::kPodBindSpellings, required);
  write_policy(out, "preferredCPUBindPolicy", object::kPodBindSpellings, preferred);
  write_policy(out, "preferredCPUExclusivePolicy", kExclusiveSpellings, spec.exclusive);
  out.end_object();
  return out.take();
}

std::string to_annotation(const object::ResourceStatus &status, Shape shape) {
  JsonWriter out;
  out.begin_object();
  if (status.cpus && !status.cpus->empty()) out.member("cpuset", status.cpus->to_string());
  if (shape == Shape::kCanonical && !status.numa.empty()) write_numa_amounts(out, status.numa);
  if (!status.pools.empty()) write_pools(out, status.pools);
  out.end_object();
  return out.take();
}

}  // namespace koord::wire
