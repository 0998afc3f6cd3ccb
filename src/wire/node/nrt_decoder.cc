#include "wire/node/nrt_decoder.h"

#include <iterator>
#include <utility>

#include "base/error.h"
#include "wire/node/cpu_topology.h"
#include "wire/node/memory_report.h"
#include "wire/node/node_annotations.h"
#include "wire/node/numa_report.h"
#include "wire/node/plugin_devices_report.h"

namespace koord::wire {
namespace {

// Returns the first of topologyPolicies.
std::optional<TopologyManagerReport> read_policies(const std::vector<std::string_view> &policies,
                                                   const Log &log) {
  if (policies.empty()) return std::nullopt;
  auto out = topology_policy_from_name(policies[0]);
  if (!out)
    log.warn("topologyPolicies[0]: found " + in_quotes(policies[0]) + ", expected one of " +
             topology_policy_names() + "; ignored");
  return out;
}

// Reads an attribute in kubelet's spelling. Returns nullopt if it is none of `values`.
template <typename Value, size_t N>
std::optional<Value> read_attribute(const NrtAttribute &attribute, size_t index,
                                    const Value (&values)[N], const Log &log) {
  for (const Value value : values)
    if (name_of(value) == attribute.value.value_or("")) return value;
  std::string expected;
  for (const Value value : values)
    expected.append(expected.empty() ? "" : ", ").append(name_of(value));
  log.warn("attributes[" + std::to_string(index) + "].value: found " +
           in_quotes(attribute.value.value_or("")) + ", expected one of " + expected + "; ignored");
  return std::nullopt;
}

// [{"name":"topologyManagerPolicy","value":"single-numa-node"}], the successor of topologyPolicies.
std::optional<TopologyManagerReport> read_topology_manager(
    const std::vector<std::string_view> &policies, const std::vector<NrtAttribute> &attributes,
    const Log &log) {
  using Policy = TopologyManagerPolicy;
  using Scope = TopologyManagerScope;
  constexpr Policy kPolicies[] = {Policy::kNone, Policy::kBestEffort, Policy::kRestricted,
                                  Policy::kSingleNumaNode};
  constexpr Scope kScopes[] = {Scope::kContainer, Scope::kPod};
  const auto stated = read_policies(policies, log);
  auto out = stated;
  for (size_t i = 0; i < attributes.size(); ++i) {
    const std::string_view name = attributes[i].name.value_or("");
    if (name == kManagerPolicyAttribute) {
      if (const auto policy = read_attribute(attributes[i], i, kPolicies, log)) {
        if (!out) out.emplace();
        out->policy = *policy;
      }
    } else if (name == kManagerScopeAttribute) {
      if (const auto scope = read_attribute(attributes[i], i, kScopes, log)) {
        if (!out) out.emplace();
        out->scope = *scope;
      }
    }
  }
  if (stated && (stated->policy != out->policy || stated->scope != out->scope))
    log.warn("topologyPolicies: differs from attributes, which are used");
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

void take_cpu_manager(const CpuManagerReport &cpu, object::NodeTopology &out) {
  out.kubelet_static = cpu.policy == name_of(CpuManagerPolicy::kStatic);
  // Options of another policy have no effect.
  out.kubelet_full_pcpus_only = out.kubelet_static && is_on(cpu.options, "full-pcpus-only");
  out.kubelet_distribute_numa =
      out.kubelet_static && is_on(cpu.options, "distribute-cpus-across-numa");
  // Bit i of KOORD_KUBELET_* is the i-th name.
  for (size_t i = 0; out.kubelet_static && i < std::size(kCpuManagerOptions); ++i)
    if (is_on(cpu.options, kCpuManagerOptions[i])) out.kubelet_further_options |= uint32_t{1} << i;
  out.kubelet_reserved = cpu.reserved;
}

void read_node_copies(const ObjectTexts &texts, object::NodeTopology &out) {
  if (const auto a = texts.annotation(kNodeReservationAnnotation))
    out.node_reserved_cpus = read_node_reservation(a->as_string(), a->path()).cpus;
  if (const auto a = texts.annotation(kSystemQosAnnotation)) {
    const SystemQos system = read_system_qos(a->as_string(), a->path());
    out.system_qos_cpus = system.cpus;
    out.system_qos_exclusive = system.exclusive;
  }
  if (const auto a = texts.annotation(kAmplificationAnnotation))
    out.cpu_amplification = read_cpu_amplification(a->as_string(), a->path());
}

}  // namespace

NrtReport read_nrt_report(const ObjectTexts &texts, const std::vector<std::string_view> &policies,
                          const std::vector<NrtAttribute> &attributes) {
  NrtReport out;
  out.topology_manager = read_topology_manager(policies, attributes, texts.log());
  if (const auto a = texts.annotation(kCpuManagerPolicyAnnotation, kCpuManagerPolicyAlias))
    out.cpu_manager = read_cpu_manager_policy(a->as_string(), a->path());
  if (const auto a = texts.annotation(kPodCpuAllocsAnnotation))
    out.pods = read_pod_cpu_allocs(a->as_string(), a->path(), texts.log());
  if (const auto a = texts.annotation(kCpuSharedPoolsAnnotation))
    out.shared_pools = read_cpu_shared_pools(a->as_string(), a->path());
  if (const auto a = texts.annotation(kBeCpuSharedPoolsAnnotation))
    out.be_shared_pools = read_cpu_shared_pools(a->as_string(), a->path());
  return out;
}

std::shared_ptr<const Topology> read_nrt_machine(const ObjectTexts &texts, NrtZones zones) {
  const auto cpus = texts.annotation(kCpuTopologyAnnotation);
  if (!cpus) return nullptr;
  TopologySpec spec = read_cpu_topology(cpus->as_string(), cpus->path());
  if (const auto a = texts.annotation(kIsolatedCpusReportAnnotation)) {
    const IsolatedCpusReport report = read_isolated_cpus_report(a->as_string(), a->path());
    spec.isolated = report.isolated;
    spec.nohz_full = report.nohz_full;
  }
  spec.nodes = std::move(zones.nodes);
  spec.distances = std::move(zones.distances);
  auto topology = Topology::build(std::move(spec));
  log_cpu_topology(*topology, texts.log());
  return topology;
}

void fail_without_machine() {
  throw Error(Status::kInvalid, "metadata: has no annotation " +
                                    std::string(kCpuTopologyAnnotation) + ", which lists the CPUs");
}

void read_nrt(const ObjectTexts &texts, const NrtParts &parts, object::NodeTopology &out) {
  NrtReport report = read_nrt_report(texts, parts.policies, parts.attributes);
  if (const auto &manager = report.topology_manager) {
    out.numa_policy = numa_policy(manager->policy);
    out.pod_scope = manager->scope == TopologyManagerScope::kPod;
  }
  if (texts.carries(kCpuManagerPolicyAnnotation) || texts.carries(kCpuManagerPolicyAlias))
    take_cpu_manager(report.cpu_manager, out);
  if (const auto a = texts.annotation(kMemoryManagerPolicyAnnotation))
    out.kubelet_static_memory = is_static_memory_policy(a->as_string(), a->path(), texts.log());
  if (const auto a = texts.annotation(kMemoryManagerStateAnnotation);
      a && (out.kubelet_static_memory || out.kubelet_static))
    out.kubelet_memory = std::make_shared<const object::KubeletMemory>(
        read_memory_manager_state(a->as_string(), a->path()));
  if (const auto a = texts.annotation(kDeviceManagerStateAnnotation))
    out.kubelet_devices = std::make_shared<const object::KubeletPluginDevices>(
        read_device_manager_state(a->as_string(), a->path()));
  if (const auto a = texts.annotation(kPodLevelManagersAnnotation))
    out.kubelet_pod_level_managers = has_pod_level_managers(a->as_string(), a->path(), texts.log());
  if (texts.carries(kPodCpuAllocsAnnotation)) out.held = std::move(report.pods);
  if (const auto a = texts.annotation(kTakeoverStageAnnotation))
    out.ignores_kubelet = is_first_takeover_stage(a->as_string(), a->path(), texts.log());
  if (const auto a = texts.annotation(kIsolatedCpusReportAnnotation))
    out.excludes_isolated = read_isolated_cpus_report(a->as_string(), a->path()).excluded;
  read_node_copies(texts, out);
  NrtZones zones = read_zones(parts.zones, texts.log());
  out.capacity = std::move(zones.capacity);
  out.allocatable = std::move(zones.allocatable);
  out.available = std::move(zones.available);
  out.report = read_numa_report(parts, texts.log());
  if (auto machine = read_nrt_machine(texts, std::move(zones))) out.machine = std::move(machine);
}

}  // namespace koord::wire
