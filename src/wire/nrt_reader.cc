#include "wire/nrt_reader.h"

#include <iterator>
#include <utility>

#include "wire/api_object.h"
#include "wire/cpu_topology.h"
#include "wire/node_annotations.h"
#include "wire/nrt_zones.h"
#include "wire/numa_report.h"
#include "wire/object_list.h"

namespace koord::wire {
namespace {

constexpr ApiKind kNrt{"NodeResourceTopology", "v1alpha1", "topology.node.k8s.io/", false};

template <typename Read>
auto read_nrt(std::string_view json, const Log &log, Read &&read) {
  JsonLimits limits;
  limits.bytes = size_t{16} << 20;
  const JsonDocument document = JsonDocument::parse(json, kNrt.kind, limits);
  return read_object(document.root(), kNrt, log, read);
}

std::shared_ptr<const Topology> read_machine(const ApiObject &nrt, const JsonValue &cpus,
                                             NrtZones zones) {
  TopologySpec spec = read_cpu_topology(cpus.as_string(), cpus.path());
  spec.nodes = std::move(zones.nodes);
  spec.distances = std::move(zones.distances);
  auto topology = Topology::build(std::move(spec));
  log_cpu_topology(*topology, nrt.log());
  return topology;
}

// The first of topologyPolicies.
std::optional<TopologyManagerReport> read_policies(const ApiObject &nrt) {
  const auto policies = nrt.root().elements_of("topologyPolicies");
  if (policies.empty()) return std::nullopt;
  auto out = topology_policy_from_name(policies[0].as_string());
  if (!out) nrt.log().warn(policies[0].path() + ": unknown policy, ignored");
  return out;
}

// An attribute in kubelet's spelling, if it is one of `values`.
template <typename Value, size_t N>
std::optional<Value> read_attribute(const ApiObject &nrt, const JsonValue &attribute,
                                    const Value (&values)[N]) {
  const std::string text = attribute.string_or("value", "");
  for (const Value value : values)
    if (name_of(value) == text) return value;
  nrt.log().warn(attribute.path() + ".value: unknown, ignored");
  return std::nullopt;
}

// [{"name":"topologyManagerPolicy","value":"single-numa-node"}], what topologyPolicies became.
std::optional<TopologyManagerReport> read_topology_manager(const ApiObject &nrt) {
  using Policy = TopologyManagerPolicy;
  using Scope = TopologyManagerScope;
  constexpr Policy kPolicies[] = {Policy::kNone, Policy::kBestEffort, Policy::kRestricted,
                                  Policy::kSingleNumaNode};
  constexpr Scope kScopes[] = {Scope::kContainer, Scope::kPod};
  const auto stated = read_policies(nrt);
  auto out = stated;
  for (const JsonValue &attribute : nrt.root().elements_of("attributes")) {
    const std::string name = attribute.string_or("name", "");
    if (name == "topologyManagerPolicy") {
      if (const auto policy = read_attribute(nrt, attribute, kPolicies)) {
        if (!out) out.emplace();
        out->policy = *policy;
      }
    } else if (name == "topologyManagerScope") {
      if (const auto scope = read_attribute(nrt, attribute, kScopes)) {
        if (!out) out.emplace();
        out->scope = *scope;
      }
    }
  }
  if (stated && (stated->policy != out->policy || stated->scope != out->scope))
    nrt.log().warn("topologyPolicies: differs from attributes, which are used");
  return out;
}

NrtReport read_report(const ApiObject &nrt) {
  NrtReport out;
  out.name = nrt.metadata("name");
  out.topology_manager = read_topology_manager(nrt);
  if (const auto a = nrt.annotation(kCpuManagerPolicyAnnotation, kCpuManagerPolicyAlias))
    out.cpu_manager = read_cpu_manager_policy(a->as_string(), a->path());
  if (const auto a = nrt.annotation(kPodCpuAllocsAnnotation))
    out.pods = read_pod_cpu_allocs(a->as_string(), a->path(), nrt.log());
  if (const auto a = nrt.annotation(kCpuSharedPoolsAnnotation))
    out.shared_pools = read_cpu_shared_pools(a->as_string(), a->path());
  if (const auto a = nrt.annotation(kBeCpuSharedPoolsAnnotation))
    out.be_shared_pools = read_cpu_shared_pools(a->as_string(), a->path());
  return out;
}

object::NumaPolicy numa_policy(TopologyManagerPolicy policy) {
  switch (policy) {
    case TopologyManagerPolicy::kBestEffort:
      return object::NumaPolicy::kBestEffort;
    case TopologyManagerPolicy::kRestricted:
      return object::NumaPolicy::kRestricted;
    case TopologyManagerPolicy::kSingleNumaNode:
      return object::NumaPolicy::kSingleNode;
    case TopologyManagerPolicy::kNone:
      break;
  }
  return object::NumaPolicy::kNone;
}

void take_report(NrtReport report, object::NodeTopology &out) {
  if (const auto &manager = report.topology_manager) {
    out.numa_policy = numa_policy(manager->policy);
    out.pod_scope = manager->scope == TopologyManagerScope::kPod;
  }
  const CpuManagerReport &cpu = report.cpu_manager;
  out.kubelet_static = cpu.policy == name_of(CpuManagerPolicy::kStatic);
  // Options of another policy have no effect.
  out.kubelet_full_pcpus_only = out.kubelet_static && is_on(cpu.options, "full-pcpus-only");
  out.kubelet_distribute_numa =
      out.kubelet_static && is_on(cpu.options, "distribute-cpus-across-numa");
  // Bit i of KOORD_KUBELET_* is the i-th name.
  for (size_t i = 0; out.kubelet_static && i < std::size(kCpuManagerOptions); ++i)
    if (is_on(cpu.options, kCpuManagerOptions[i])) out.kubelet_further_options |= uint32_t{1} << i;
  out.kubelet_reserved = cpu.reserved;
  out.held = std::move(report.pods);
}

void read_node_copies(const ApiObject &nrt, object::NodeTopology &out) {
  if (const auto a = nrt.annotation(kNodeReservationAnnotation))
    out.node_reserved_cpus = read_node_reservation(a->as_string(), a->path()).cpus;
  if (const auto a = nrt.annotation(kSystemQosAnnotation)) {
    const SystemQos system = read_system_qos(a->as_string(), a->path());
    out.system_qos_cpus = system.cpus;
    out.system_qos_exclusive = system.exclusive;
  }
  if (const auto a = nrt.annotation(kAmplificationAnnotation))
    out.cpu_amplification = read_cpu_amplification(a->as_string(), a->path());
}

object::NodeTopology topology_from(const ApiObject &nrt) {
  object::NodeTopology out;
  out.node = nrt.root().at("metadata").at("name").as_string();
  take_report(read_report(nrt), out);
  read_node_copies(nrt, out);
  NrtZones zones = read_zones(nrt);
  out.capacity = std::move(zones.capacity);
  out.allocatable = std::move(zones.allocatable);
  out.available = std::move(zones.available);
  out.report = read_numa_report(nrt);
  if (const auto cpus = nrt.annotation(kCpuTopologyAnnotation))
    out.machine = read_machine(nrt, *cpus, std::move(zones));
  return out;
}

}  // namespace

std::shared_ptr<const Topology> topology_from_nrt(std::string_view json, const Log &log) {
  return read_nrt(json, log, [](const ApiObject &nrt) {
    const auto cpus = nrt.annotation(kCpuTopologyAnnotation);
    if (!cpus)
      nrt.root()
          .at("metadata")
          .fail("has no annotation " + std::string(kCpuTopologyAnnotation) +
                ", which lists the CPUs");
    return read_machine(nrt, *cpus, read_zones(nrt));
  });
}

NrtReport report_from_nrt(std::string_view json, const Log &log) {
  return read_nrt(json, log, read_report);
}

object::NodeTopology read_node_topology(std::string_view json, const Log &log) {
  return read_nrt(json, log, topology_from);
}

std::vector<object::NodeTopology> read_node_topologies(std::string_view json, const Log &log) {
  return read_list<object::NodeTopology>(json, kNrt, log, topology_from);
}

}  // namespace koord::wire
