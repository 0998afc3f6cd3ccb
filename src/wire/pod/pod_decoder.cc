#include "wire/pod/pod_decoder.h"

#include "object/pod_request.h"
#include "wire/pod/device_annotations.h"
#include "wire/pod/pod_annotations.h"

namespace koord::wire {
namespace {

using object::PodFault;

// Returns the value of numa-topology-spec, or else that of resource-spec, or else the known value.
template <typename Value>
Value choose(Value canonical, Value other, Value known, std::string_view field, const Log &log) {
  if (canonical == Value{}) return other == Value{} ? known : other;
  if (other != Value{} && other != canonical)
    log.warn(std::string(kResourceSpecAnnotation) + '.' + std::string(field) + ": differs from " +
             std::string(kNumaTopologySpecAnnotation) + ", which is used");
  return canonical;
}

}  // namespace

void PodDecoder::read_labels() {
  attempt(PodFault::Costs::kPolicies, [&] {
    if (const auto qos = texts_.label("koordinator.sh/qosClass"))
      pod_.qos = read_spelled(*qos, object::kQosSpellings);
  });
  attempt(PodFault::Costs::kPolicies, [&] {
    if (const auto name = texts_.label("koordinator.sh/priority-class"))
      pod_.priority_class = read_spelled(*name, object::kPriorityClassSpellings);
  });
  if (pod_.priority_class == object::PriorityClass::kNone)
    pod_.priority_class = object::priority_class_of(pod_.priority);
}

void PodDecoder::read_policies() {
  constexpr PodFault::Costs kPolicies = PodFault::Costs::kPolicies;
  NumaTopologySpec misplaced;
  attempt_annotation(kPolicies, kResourceSpecAnnotation, [&](auto text, const auto &path) {
    const ResourceSpec spec = read_resource_spec(text, path);
    pod_.required_bind = spec.required;
    pod_.preferred_bind = spec.preferred;
    pod_.requires_default_bind = spec.requires_default;
    pod_.prefers_default_bind = spec.prefers_default;
    pod_.exclusive = spec.exclusive;
    misplaced = spec.numa;
  });
  NumaTopologySpec numa;
  attempt_annotation(kPolicies, kNumaTopologySpecAnnotation, [&](auto text, const auto &path) {
    numa = read_numa_topology_spec(text, path);
  });
  pod_.numa_policy =
      choose(numa.policy, misplaced.policy, pod_.numa_policy, "numaTopologyPolicy", texts_.log());
  pod_.numa_exclusive = choose(numa.exclusive, misplaced.exclusive, pod_.numa_exclusive,
                               "singleNUMANodeExclusive", texts_.log());
  attempt_annotation(kPolicies, kIsolatedCpusAnnotation, [&](auto text, const auto &path) {
    pod_.requires_isolated = read_isolated_cpus(text, path);
  });
  object::PodDevices &devices = pod_.devices;
  attempt_annotation(kPolicies, kDeviceHintAnnotation, [&](auto text, const auto &path) {
    devices.hints = read_device_hints(text, path);
  });
  attempt_annotation(kPolicies, kJointDevicesAnnotation, [&](auto text, const auto &path) {
    devices.joint = read_joint_devices(text, path);
  });
  attempt_annotation(kPolicies, kPartitionSpecAnnotation, [&](auto text, const auto &path) {
    devices.partition_spec = read_partition_spec(text, path);
    devices.has_partition_spec = true;
  });
}

// Warns about a requirement without effect. ConstrainedBurst
// is exempt: it is for pods that share CPUs.
void PodDecoder::check_bind_policy() const {
  if (pod_.requires_isolated && !object::owns_cpus(pod_.qos))
    texts_.log().warn(std::string(kIsolatedCpusAnnotation) +
                      ": ignored, because only pods with the label koordinator.sh/qosClass LSR or "
                      "LSE get exclusive CPUs");
  const bool wants_cpus = pod_.required_bind == object::PodBind::kFullPcpus ||
                          pod_.required_bind == object::PodBind::kSpreadByPcpus;
  if (!wants_cpus || object::owns_cpus(pod_.qos)) return;
  texts_.log().warn(std::string(kResourceSpecAnnotation) +
                    ".requiredCPUBindPolicy: ignored, because only pods with the label "
                    "koordinator.sh/qosClass LSR or LSE get exclusive CPUs");
}

void PodDecoder::read_texts() {
  if (is_at_fault(pod_, PodFault::Costs::kDevices)) pod_.devices.visible = {};
  read_labels();
  read_policies();
  check_bind_policy();
  attempt_annotation(PodFault::Costs::kCpus, kResourceStatusAnnotation,
                     [&](auto text, const auto &path) {
                       object::ResourceStatus status = read_resource_status(text, path);
                       if (status.cpus || !status.numa.empty() || !status.pools.empty())
                         pod_.status = std::move(status);
                     });
  attempt_annotation(PodFault::Costs::kDevices, kDeviceAllocatedAnnotation,
                     [&](auto text, const auto &path) {
                       pod_.devices.allocated = read_device_allocated(text, path);
                     });
  pod_.is_mirror = texts_.carries(kMirrorAnnotation);
  pod_.carries_status = texts_.carries(kResourceStatusAnnotation);
  pod_.carries_allocated = texts_.carries(kDeviceAllocatedAnnotation);
}

}  // namespace koord::wire
