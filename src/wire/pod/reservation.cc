#include "wire/pod/reservation.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "base/error.h"
#include "wire/pod/device_annotations.h"
#include "wire/pod/pod_annotations.h"
#include "wire/pod/pod_reader.h"

namespace koord::wire {
namespace {

using nlohmann::json;

constexpr std::string_view kClaims[] = {kResourceStatusAnnotation, kDeviceAllocatedAnnotation};

// Returns labels or annotations of an object; throws kInvalid for another type.
json entries_of(const JsonValue &metadata, std::string_view map) {
  const auto found = metadata.find(map);
  if (!found) return json::object();
  if (!found->is_object()) found->fail_expected("an object");
  return found->raw();
}

json pod_of(const ApiObject &object, const JsonValue &pod_template) {
  const JsonValue metadata = object.root().at("metadata");
  json labels = json::object();
  json annotations = json::object();
  json pod_metadata = json::object();
  if (const auto given = pod_template.find("metadata")) {
    pod_metadata["namespace"] = given->string_or("namespace", "");
    labels = entries_of(*given, "labels");
    annotations = entries_of(*given, "annotations");
  }
  for (const std::string_view claim : kClaims) annotations.erase(claim);
  labels.update(entries_of(metadata, "labels"));
  annotations.update(entries_of(metadata, "annotations"));
  json spec = json::object();
  if (const auto given = pod_template.find("spec")) {
    if (!given->is_object()) given->fail_expected("an object");
    spec = given->raw();
  }
  spec.erase("nodeName");
  json conditions = json::array();
  std::string node;
  std::string phase;
  if (const auto status = object.root().find("status")) {
    node = status->string_or("nodeName", "");
    phase = status->string_or("phase", "");
    for (const JsonValue &condition : status->elements_of("conditions"))
      if (condition.string_or("type", "") == "Scheduled") {
        conditions.push_back(condition.raw());
        conditions.back()["type"] = "PodScheduled";
      }
  }
  const bool holds = !node.empty() && (phase == "Available" || phase == "Waiting");
  if (holds)
    spec["nodeName"] = node;
  else
    for (const std::string_view claim : kClaims) annotations.erase(claim);
  if (phase != "Succeeded" && phase != "Failed") phase = "";
  pod_metadata["name"] = std::string(metadata.at("name").as_string());
  pod_metadata["uid"] = metadata.string_or("uid", "");
  pod_metadata["labels"] = std::move(labels);
  pod_metadata["annotations"] = std::move(annotations);
  return {{"metadata", std::move(pod_metadata)},
          {"spec", std::move(spec)},
          {"status", {{"phase", phase}, {"conditions", std::move(conditions)}}}};
}

Reservation::Policy policy_of(const JsonValue &spec) {
  const auto found = spec.find("allocatePolicy");
  if (!found) return Reservation::Policy::kDefault;
  const std::string_view text = found->as_string();
  if (text.empty() || text == "Default") return Reservation::Policy::kDefault;
  if (text == "Aligned") return Reservation::Policy::kAligned;
  if (text == "Restricted") return Reservation::Policy::kRestricted;
  found->fail_expected("one of Default, Aligned, Restricted");
}

}  // namespace

Reservation read_reservation(const JsonValue &root, const Log &log) {
  return read_object(root, kReservation, log, [&](const ApiObject &object) {
    Reservation out;
    const JsonValue spec = object.root().at("spec");
    out.policy = policy_of(spec);
    const JsonValue pod_template = spec.at("template");
    if (!pod_template.is_object()) pod_template.fail_expected("a pod's metadata and spec");
    const json pod = pod_of(object, pod_template);
    JsonPaths paths("spec.template");
    out.pod = read_pod(JsonValue(pod, paths), object.log(), Faults::kKeep);
    return out;
  });
}

std::string reservation_of(const JsonValue &pod) {
  const auto metadata = pod.is_object() ? pod.find("metadata") : std::nullopt;
  if (!metadata || !metadata->is_object()) return "";
  const auto annotations = metadata->find("annotations");
  if (!annotations || !annotations->is_object()) return "";
  const auto text = annotations->find("scheduling.koordinator.sh/reservation-allocated");
  if (!text || !text->is_string()) return "";
  try {
    const JsonDocument given =
        JsonDocument::parse(text->as_string(), "reservation-allocated", kAnnotationLimits);
    return given.root().string_or("uid", "");
  } catch (const Error &) {
    return "";
  }
}

}  // namespace koord::wire
