#include "session/workload.h"

#include <algorithm>
#include <cstdint>
#include <string>

#include "cli/failure.h"
#include "session/json_member.h"

namespace koordctl {
namespace {

using Json = nlohmann::json;

int64_t count_at(const Json &spec, const char *field, int64_t absent, const std::string &subject) {
  const Json &found = member(spec, field);
  if (found.is_null()) return absent;
  const bool fits = found.is_number_integer() && found >= 0 && found <= INT32_MAX;
  if (!fits) {
    fail(subject, std::string("spec.") + field + ": found " +
                      (found.is_number() ? found.dump() : found.type_name()) +
                      ", expected a whole number from 0 to 2147483647");
  }
  return found.get<int64_t>();
}

// Returns the number of a Job's pods that run at the same time.
int64_t parallel_pods(const Json &spec, const std::string &subject) {
  const int64_t parallel = count_at(spec, "parallelism", 1, subject);
  return std::min(parallel, count_at(spec, "completions", parallel, subject));
}

}  // namespace

bool is_workload(const Manifest &manifest) {
  if (manifest.kind == "Job")
    return manifest.api_version.empty() || manifest.api_version.starts_with("batch/");
  return (manifest.kind == "Deployment" || manifest.kind == "ReplicaSet" ||
          manifest.kind == "StatefulSet") &&
         (manifest.api_version.empty() || manifest.api_version.starts_with("apps/"));
}

bool creates_pods(const Manifest &workload) {
  const auto any_of = [](const Json &list, auto &&is) {
    return list.is_array() && std::any_of(list.begin(), list.end(), is);
  };
  const Json &owners = member(member(workload.object, "metadata"), "ownerReferences");
  if (any_of(owners, [](const Json &owner) { return member(owner, "controller") == true; }))
    return false;
  if (workload.kind != "Job") return true;
  if (member(member(workload.object, "spec"), "suspend") == true) return false;
  const Json &conditions = member(member(workload.object, "status"), "conditions");
  return !any_of(conditions, [](const Json &condition) {
    const Json &type = member(condition, "type");
    return (type == "Complete" || type == "Failed") && member(condition, "status") == "True";
  });
}

bool is_stored(const Manifest &manifest) {
  return member(member(manifest.object, "metadata"), "uid").is_string();
}

std::vector<Manifest> pods_of(const Manifest &workload, size_t most) {
  const Json &metadata = member(workload.object, "metadata");
  const Json &name = member(metadata, "name");
  if (!name.is_string() || name.get_ref<const std::string &>().empty())
    fail(workload.where + ": " + workload.kind, "metadata.name: found nothing, expected a name");
  const std::string subject = workload.where + ": " + workload.kind + " " + name.get<std::string>();
  const Json &spec = member(workload.object, "spec");
  const Json &in_template = member(spec, "template");
  if (!in_template.is_object())
    fail(subject, "spec.template: found nothing, expected a pod's metadata and spec");
  const int64_t count = workload.kind == "Job" ? parallel_pods(spec, subject)
                                               : count_at(spec, "replicas", 1, subject);
  if (static_cast<size_t>(count) > most) fail(subject, "more than 1000000 pods");
  // All pods are in memory at once.
  constexpr size_t kMostBytes = size_t{64} << 20;
  const size_t bytes = in_template.dump(-1, ' ', false, Json::error_handler_t::replace).size();
  if (count > 0 && bytes > kMostBytes / static_cast<size_t>(count)) {
    fail(subject, std::to_string(count) + " pods of " + std::to_string(bytes) +
                      " bytes each, expected at most 64 MiB in all: lower spec.replicas");
  }
  const int64_t first =
      workload.kind == "StatefulSet" ? count_at(member(spec, "ordinals"), "start", 0, subject) : 0;
  std::vector<Manifest> pods;
  for (int64_t i = 0; i < count; ++i) {
    Manifest pod;
    pod.where = subject + ": spec.template";
    pod.file = workload.file;
    pod.api_version = "v1";
    pod.kind = "Pod";
    Json pod_metadata = member(in_template, "metadata");
    if (pod_metadata.is_null()) pod_metadata = Json::object();
    if (!pod_metadata.is_object())
      fail(subject, std::string("spec.template.metadata: found ") + pod_metadata.type_name() +
                        ", expected an object");
    pod_metadata["name"] = name.get<std::string>() + "-" + std::to_string(first + i);
    pod_metadata["namespace"] = member(metadata, "namespace");
    pod_metadata.erase("uid");
    // The API server that stored the workload has checked its template.
    pod_metadata["resourceVersion"] = member(metadata, "resourceVersion");
    pod.object = {{"apiVersion", "v1"}, {"kind", "Pod"}, {"metadata", std::move(pod_metadata)}};
    if (const auto pod_spec = in_template.find("spec"); pod_spec != in_template.end())
      pod.object["spec"] = *pod_spec;
    pods.push_back(std::move(pod));
  }
  return pods;
}

}  // namespace koordctl
