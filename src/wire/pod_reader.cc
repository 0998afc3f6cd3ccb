#include "wire/pod_reader.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "object/device_names.h"
#include "object/pod_request.h"
#include "wire/amount.h"
#include "wire/api_object.h"
#include "wire/container_env.h"
#include "wire/device_annotations.h"
#include "wire/object_list.h"
#include "wire/pod_annotations.h"
#include "wire/rfc3339.h"

namespace koord::wire {
namespace {

using object::Container;
using object::PodFault;
using object::PodObject;

constexpr ApiKind kPod{"Pod", "v1", "", true};
constexpr size_t kMaxContainers = 1024;

// The value of numa-topology-spec, else what resource-spec says in its place.
template <typename Value>
Value choose(Value canonical, Value other, std::string_view field, const Log &log) {
  if (canonical == Value{}) return other;
  if (other != Value{} && other != canonical)
    log.warn(std::string(kResourceSpecAnnotation) + '.' + std::string(field) + ": differs from " +
             std::string(kNumaTopologySpecAnnotation) + ", which is used");
  return canonical;
}

// When it was bound, as the API server has it; nothing else depends on this field.
std::optional<int64_t> time_of_binding(const nlohmann::json &status) {
  const auto text = [](const nlohmann::json &object, const char *key) -> std::string_view {
    const auto at = object.find(key);
    if (at == object.end() || !at->is_string()) return {};
    return at->get_ref<const std::string &>();
  };
  const auto conditions = status.find("conditions");
  if (conditions == status.end() || !conditions->is_array()) return std::nullopt;
  for (const nlohmann::json &condition : *conditions)
    if (condition.is_object() && text(condition, "type") == "PodScheduled" &&
        text(condition, "status") == "True")
      return seconds_of_rfc3339(text(condition, "lastTransitionTime"));
  return std::nullopt;
}

class PodReader {
 public:
  PodReader(const ApiObject &object, Faults faults) : object_(object), faults_(faults) {}

  PodObject read() {
    const JsonValue metadata = object_.root().at("metadata");
    pod_.name = metadata.at("name").as_string();
    if (const std::string name = metadata.string_or("namespace", ""); !name.empty())
      pod_.name_space = name;
    pod_.uid = metadata.string_or("uid", "");
    if (const auto spec = object_.root().find("spec")) read_spec(*spec);
    if (const auto status = object_.root().find("status")) read_status(*status);
    read_labels();
    read_annotations();
    return std::move(pod_);
  }

 private:
  // Whatever `read` throws half-way has changed nothing.
  template <typename Read>
  void attempt(PodFault::Costs costs, Read &&read) {
    const bool waits = pod_.node.empty();
    if (faults_ == Faults::kRefuse || (costs == PodFault::Costs::kWishes && waits)) return read();
    try {
      read();
    } catch (const Error &error) {
      if (error.status() != Status::kInvalid && error.status() != Status::kLimit) throw;
      pod_.faults.push_back({costs, error.what()});
    }
  }
  template <typename Read>
  void attempt_annotation(PodFault::Costs costs, std::string_view name, Read &&read) {
    attempt(costs, [&] {
      if (const auto found = object_.annotation(name)) read(found->as_string(), found->path());
    });
  }

  void read_spec(const JsonValue &spec);
  void read_containers(const JsonValue &spec, std::string_view key, bool init);
  void read_environment(const JsonValue &entry);
  void read_status(const JsonValue &status);
  void read_labels();
  void read_annotations();
  void read_wishes();
  bool carries(std::string_view annotation) const;

  const ApiObject &object_;
  const Faults faults_;
  PodObject pod_;
};

void PodReader::read_containers(const JsonValue &spec, std::string_view key, bool init) {
  for (const JsonValue &entry : spec.elements_of(key)) {
    if (pod_.containers.size() == kMaxContainers)
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
    if (!init || container.restartable) read_environment(entry);
    pod_.containers.push_back(std::move(container));
  }
}

void PodReader::read_environment(const JsonValue &entry) {
  attempt(PodFault::Costs::kDevices, [&] { add_visible_gpus(entry, pod_.devices.visible); });
}

void PodReader::read_spec(const JsonValue &spec) {
  pod_.node = spec.string_or("nodeName", "");
  pod_.priority = static_cast<int32_t>(spec.int_or("priority", INT32_MIN, INT32_MAX, 0));
  read_containers(spec, "initContainers", true);
  read_containers(spec, "containers", false);
  if (is_at_fault(pod_, PodFault::Costs::kDevices)) pod_.devices.visible = {};
  pod_.overhead = read_amounts_of(spec, "overhead");
  if (const auto resources = spec.find("resources")) {
    pod_.pod_level = true;
    pod_.pod_requests = read_amounts_of(*resources, "requests");
    pod_.pod_limits = read_amounts_of(*resources, "limits");
  }
}

void PodReader::read_status(const JsonValue &status) {
  const std::string phase = status.string_or("phase", "");
  pod_.terminated = phase == "Succeeded" || phase == "Failed";
  if (const auto qos = status.find("qosClass"); qos && !qos->as_string().empty())
    pod_.kube_qos = read_spelled(*qos, object::kKubeQosSpellings);
  if (!pod_.node.empty()) pod_.scheduled = time_of_binding(status.raw());
}

void PodReader::read_labels() {
  attempt(PodFault::Costs::kWishes, [&] {
    if (const auto qos = object_.label("koordinator.sh/qosClass"))
      pod_.qos = read_spelled(*qos, object::kQosSpellings);
  });
  attempt(PodFault::Costs::kWishes, [&] {
    if (const auto name = object_.label("koordinator.sh/priority-class"))
      pod_.priority_class = read_spelled(*name, object::kPriorityClassSpellings);
  });
  if (pod_.priority_class == object::PriorityClass::kNone)
    pod_.priority_class = object::priority_class_of(pod_.priority);
}

bool PodReader::carries(std::string_view annotation) const {
  const auto metadata = object_.root().find("metadata");
  const auto annotations = metadata ? metadata->find("annotations") : std::nullopt;
  return annotations && annotations->is_object() && annotations->find(annotation);
}

void PodReader::read_wishes() {
  constexpr PodFault::Costs kWishes = PodFault::Costs::kWishes;
  NumaTopologySpec misplaced;
  attempt_annotation(kWishes, kResourceSpecAnnotation, [&](auto text, const auto &path) {
    const ResourceSpec spec = read_resource_spec(text, path);
    pod_.required_bind = spec.required;
    pod_.preferred_bind = spec.preferred;
    pod_.exclusive = spec.exclusive;
    misplaced = spec.numa;
  });
  NumaTopologySpec numa;
  attempt_annotation(kWishes, kNumaTopologySpecAnnotation, [&](auto text, const auto &path) {
    numa = read_numa_topology_spec(text, path);
  });
  pod_.numa_policy = choose(numa.policy, misplaced.policy, "numaTopologyPolicy", object_.log());
  pod_.numa_exclusive =
      choose(numa.exclusive, misplaced.exclusive, "singleNUMANodeExclusive", object_.log());
  object::PodDevices &devices = pod_.devices;
  attempt_annotation(kWishes, kDeviceHintAnnotation, [&](auto text, const auto &path) {
    devices.hints = read_device_hints(text, path);
  });
  attempt_annotation(kWishes, kJointDevicesAnnotation, [&](auto text, const auto &path) {
    devices.joint = read_joint_devices(text, path);
  });
  attempt_annotation(kWishes, kPartitionSpecAnnotation, [&](auto text, const auto &path) {
    devices.partition_spec = read_partition_spec(text, path);
    devices.has_partition_spec = true;
  });
}

void PodReader::read_annotations() {
  read_wishes();
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
  pod_.carries_status = carries(kResourceStatusAnnotation);
  pod_.carries_allocated = carries(kDeviceAllocatedAnnotation);
}

}  // namespace

PodObject read_pod(std::string_view json, const Log &log, Faults faults) {
  const JsonDocument document = JsonDocument::parse(json, kPod.kind);
  PodObject pod = read_object(document.root(), kPod, log, [&](const ApiObject &object) {
    return PodReader(object, faults).read();
  });
  fill_defaults(pod);
  return pod;
}

std::vector<PodObject> read_pods(std::string_view json, const Log &log, Faults faults) {
  std::vector<PodObject> pods = read_list<PodObject>(
      json, kPod, log, [&](const ApiObject &object) { return PodReader(object, faults).read(); });
  for (PodObject &pod : pods) fill_defaults(pod);
  return pods;
}

}  // namespace koord::wire
