#include "wire/pod_reader.h"

#include <utility>

#include "object/pod_request.h"
#include "wire/amount.h"
#include "wire/api_object.h"
#include "wire/container_env.h"
#include "wire/device_annotations.h"
#include "wire/object_list.h"
#include "wire/pod_annotations.h"

namespace koord::wire {
namespace {

using object::Container;
using object::PodObject;

constexpr ApiKind kPod{"Pod", "v1", "", true};
constexpr size_t kMaxContainers = 1024;

void read_containers(const JsonValue &spec, std::string_view key, bool init, PodObject &pod) {
  for (const JsonValue &entry : spec.elements_of(key)) {
    if (pod.containers.size() == kMaxContainers)
      throw Error(Status::kLimit,
                  entry.path() + ": more than " + std::to_string(kMaxContainers) + " containers");
    Container container;
    container.name = entry.string_or("name", "");
    container.init = init;
    container.restartable = init && entry.string_or("restartPolicy", "") == "Always";
    if (const auto resources = entry.find("resources")) {
      container.requests = read_amounts_of(*resources, "requests");
      container.limits = read_amounts_of(*resources, "limits");
    }
    if (!init || container.restartable) add_visible_gpus(entry, pod.devices.visible);
    pod.containers.push_back(std::move(container));
  }
}

void read_spec(const JsonValue &spec, PodObject &pod) {
  pod.node = spec.string_or("nodeName", "");
  pod.priority = static_cast<int32_t>(spec.int_or("priority", INT32_MIN, INT32_MAX, 0));
  read_containers(spec, "initContainers", true, pod);
  read_containers(spec, "containers", false, pod);
  pod.overhead = read_amounts_of(spec, "overhead");
  if (const auto resources = spec.find("resources")) {
    pod.pod_level = true;
    pod.pod_requests = read_amounts_of(*resources, "requests");
    pod.pod_limits = read_amounts_of(*resources, "limits");
  }
}

void read_status(const JsonValue &status, PodObject &pod) {
  const std::string phase = status.string_or("phase", "");
  pod.terminated = phase == "Succeeded" || phase == "Failed";
  if (const auto qos = status.find("qosClass"); qos && !qos->as_string().empty())
    pod.kube_qos = read_spelled(*qos, object::kKubeQosSpellings);
}

void read_labels(const ApiObject &object, PodObject &pod) {
  if (const auto qos = object.label("koordinator.sh/qosClass"))
    pod.qos = read_spelled(*qos, object::kQosSpellings);
  if (const auto name = object.label("koordinator.sh/priority-class"))
    pod.priority_class = read_spelled(*name, object::kPriorityClassSpellings);
  if (pod.priority_class == object::PriorityClass::kNone)
    pod.priority_class = object::priority_class_of(pod.priority);
}

// The value of numa-topology-spec, else what resource-spec says in its place.
template <typename Value>
Value choose(Value canonical, Value other, std::string_view field, const Log &log) {
  if (canonical == Value{}) return other;
  if (other != Value{} && other != canonical)
    log.warn(std::string(kResourceSpecAnnotation) + '.' + std::string(field) + ": differs from " +
             std::string(kNumaTopologySpecAnnotation) + ", which is used");
  return canonical;
}

void read_device_annotations(const ApiObject &object, object::PodDevices &devices) {
  if (const auto a = object.annotation(kDeviceHintAnnotation))
    devices.hints = read_device_hints(a->as_string(), a->path());
  if (const auto a = object.annotation(kJointDevicesAnnotation))
    devices.joint = read_joint_devices(a->as_string(), a->path());
  if (const auto a = object.annotation(kPartitionSpecAnnotation)) {
    devices.has_partition_spec = true;
    devices.partition_spec = read_partition_spec(a->as_string(), a->path());
  }
  if (const auto a = object.annotation(kDeviceAllocatedAnnotation))
    devices.allocated = read_device_allocated(a->as_string(), a->path());
}

void read_annotations(const ApiObject &object, PodObject &pod) {
  NumaTopologySpec misplaced;
  if (const auto a = object.annotation(kResourceSpecAnnotation)) {
    const ResourceSpec spec = read_resource_spec(a->as_string(), a->path());
    pod.required_bind = spec.required;
    pod.preferred_bind = spec.preferred;
    pod.exclusive = spec.exclusive;
    misplaced = spec.numa;
  }
  NumaTopologySpec numa;
  if (const auto a = object.annotation(kNumaTopologySpecAnnotation))
    numa = read_numa_topology_spec(a->as_string(), a->path());
  pod.numa_policy = choose(numa.policy, misplaced.policy, "numaTopologyPolicy", object.log());
  pod.numa_exclusive =
      choose(numa.exclusive, misplaced.exclusive, "singleNUMANodeExclusive", object.log());
  if (const auto a = object.annotation(kResourceStatusAnnotation)) {
    object::ResourceStatus status = read_resource_status(a->as_string(), a->path());
    if (status.cpus || !status.numa.empty() || !status.pools.empty())
      pod.status = std::move(status);
  }
  read_device_annotations(object, pod.devices);
}

PodObject pod_from(const ApiObject &object) {
  PodObject pod;
  const JsonValue metadata = object.root().at("metadata");
  pod.name = metadata.at("name").as_string();
  if (const std::string name = metadata.string_or("namespace", ""); !name.empty())
    pod.name_space = name;
  pod.uid = metadata.string_or("uid", "");
  if (const auto spec = object.root().find("spec")) read_spec(*spec, pod);
  if (const auto status = object.root().find("status")) read_status(*status, pod);
  read_labels(object, pod);
  read_annotations(object, pod);
  return pod;
}

}  // namespace

PodObject read_pod(std::string_view json, const Log &log) {
  const JsonDocument document = JsonDocument::parse(json, kPod.kind);
  PodObject pod = read_object(document.root(), kPod, log, pod_from);
  fill_defaults(pod);
  return pod;
}

std::vector<PodObject> read_pods(std::string_view json, const Log &log) {
  std::vector<PodObject> pods = read_list<PodObject>(json, kPod, log, pod_from);
  for (PodObject &pod : pods) fill_defaults(pod);
  return pods;
}

}  // namespace koord::wire
