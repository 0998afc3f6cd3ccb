#include "wire/pod/pod_reader.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "object/pod_request.h"
#include "wire/object/amount.h"
#include "wire/object/api_object.h"
#include "wire/object/object_list.h"
#include "wire/object/rfc3339.h"
#include "wire/pod/container_env.h"

namespace koord::wire {
namespace {

using object::Container;
using object::PodFault;
using object::PodObject;

std::string_view string_at(const nlohmann::json &object, const char *key) {
  const auto at = object.find(key);
  if (at == object.end() || !at->is_string()) return {};
  return at->get_ref<const std::string &>();
}

// Returns the first condition of this type that is true, or nullptr if there is none.
const nlohmann::json *find_condition(const nlohmann::json &status, std::string_view type) {
  const auto conditions = status.find("conditions");
  if (conditions == status.end() || !conditions->is_array()) return nullptr;
  for (const nlohmann::json &condition : *conditions)
    if (condition.is_object() && string_at(condition, "type") == type &&
        string_at(condition, "status") == "True")
      return &condition;
  return nullptr;
}

// Returns the time of binding that the API server reports. Nothing else depends on this field.
std::optional<int64_t> time_of_binding(const nlohmann::json &status) {
  const nlohmann::json *scheduled = find_condition(status, "PodScheduled");
  if (scheduled == nullptr) return std::nullopt;
  return seconds_of_rfc3339(string_at(*scheduled, "lastTransitionTime"));
}

// Returns true for a toleration of the taint node.kubernetes.io/unschedulable:NoSchedule, by the
// rules of kube-scheduler.
bool tolerates_unschedulable(const JsonValue &toleration) {
  const std::string key = toleration.string_or("key", "");
  const std::string effect = toleration.string_or("effect", "");
  const std::string op = toleration.string_or("operator", "");
  if (!key.empty() && key != "node.kubernetes.io/unschedulable") return false;
  if (!effect.empty() && effect != "NoSchedule") return false;
  if (op == "Exists") return true;
  // The taint has no value.
  return (op.empty() || op == "Equal") && toleration.string_or("value", "").empty();
}

class PodReader {
 public:
  PodReader(const ApiObject &object, Faults faults)
      : object_(object), decoder_(pod_, object, faults) {}

  PodObject read() {
    const JsonValue metadata = object_.root().at("metadata");
    pod_.name = metadata.at("name").as_string();
    if (const std::string name = metadata.string_or("namespace", ""); !name.empty())
      pod_.name_space = name;
    pod_.uid = metadata.string_or("uid", "");
    if (const auto spec = object_.root().find("spec")) read_spec(*spec);
    if (const auto status = object_.root().find("status")) read_status(*status);
    decoder_.read_texts();
    return std::move(pod_);
  }

 private:
  void read_spec(const JsonValue &spec);
  void read_containers(const JsonValue &spec, std::string_view key, bool init);
  void read_environment(const JsonValue &entry);
  void read_status(const JsonValue &status);

  const ApiObject &object_;
  PodObject pod_;
  PodDecoder decoder_;
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
      container.requests = read_requests_of(*resources, "requests");
      container.limits = read_requests_of(*resources, "limits");
    }
    if (!init || container.restartable) read_environment(entry);
    pod_.containers.push_back(std::move(container));
  }
}

void PodReader::read_environment(const JsonValue &entry) {
  decoder_.attempt(PodFault::Costs::kDevices,
                   [&] { add_visible_gpus(entry, pod_.devices.visible); });
}

void PodReader::read_spec(const JsonValue &spec) {
  pod_.node = spec.string_or("nodeName", "");
  pod_.priority = static_cast<int32_t>(spec.int_or("priority", INT32_MIN, INT32_MAX, 0));
  for (const JsonValue &toleration : spec.elements_of("tolerations"))
    pod_.tolerates_unschedulable |= tolerates_unschedulable(toleration);
  read_containers(spec, "initContainers", true);
  read_containers(spec, "containers", false);
  pod_.overhead = read_requests_of(spec, "overhead");
  if (const auto resources = spec.find("resources")) {
    pod_.pod_level = true;
    pod_.pod_requests = read_requests_of(*resources, "requests");
    pod_.pod_limits = read_requests_of(*resources, "limits");
  }
}

void PodReader::read_status(const JsonValue &status) {
  const std::string phase = status.string_or("phase", "");
  pod_.terminated = phase == "Succeeded" || phase == "Failed";
  if (const auto qos = status.find("qosClass"); qos && !qos->as_string().empty())
    pod_.kube_qos = read_spelled(*qos, object::kKubeQosSpellings);
  if (pod_.node.empty()) return;
  pod_.scheduled = time_of_binding(status.raw());
  pod_.initialized = find_condition(status.raw(), "Initialized") != nullptr;
}

}  // namespace

PodObject read_pod(std::string_view json, const Log &log, Faults faults) {
  return read_pod(JsonDocument::parse(json, kPodKind.kind).root(), log, faults);
}

PodObject read_pod(const JsonValue &root, const Log &log, Faults faults) {
  PodObject pod = read_object(root, kPodKind, log, [&](const ApiObject &object) {
    return PodReader(object, faults).read();
  });
  fill_defaults(pod);
  return pod;
}

std::vector<PodObject> read_pods(std::string_view json, const Log &log, Faults faults) {
  std::vector<PodObject> pods = read_list<PodObject>(
      json, kPodKind, log,
      [&](const ApiObject &object) { return PodReader(object, faults).read(); });
  for (PodObject &pod : pods) fill_defaults(pod);
  return pods;
}

}  // namespace koord::wire
