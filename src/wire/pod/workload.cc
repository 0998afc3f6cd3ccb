#include "wire/pod/workload.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/error.h"

namespace koord::wire {
namespace {

using nlohmann::json;

// Adds the pods of a Job that run at the same time.
void read_job(const JsonValue &spec, Workload &out) {
  const int64_t parallel = spec.int_or("parallelism", 0, INT32_MAX, 1);
  out.count =
      static_cast<uint32_t>(std::min(parallel, spec.int_or("completions", 0, INT32_MAX, parallel)));
  if (spec.bool_or("suspend", false)) out.idle = "is suspended";
}

bool has_ended(const JsonValue &job) {
  const auto status = job.find("status");
  if (!status) return false;
  for (const JsonValue &condition : status->elements_of("conditions")) {
    const std::string type = condition.string_or("type", "");
    if ((type == "Complete" || type == "Failed") && condition.string_or("status", "") == "True")
      return true;
  }
  return false;
}

std::string controller_of(const JsonValue &metadata) {
  for (const JsonValue &owner : metadata.elements_of("ownerReferences"))
    if (owner.bool_or("controller", false))
      return owner.string_or("kind", "object") + " " + in_quotes(owner.string_or("name", ""), 80);
  return "";
}

void read_template(const JsonValue &spec, const JsonValue &metadata, Workload &out) {
  const JsonValue pod = spec.at("template");
  if (!pod.is_object()) pod.fail_expected("a pod's metadata and spec");
  // gcc 12 leaks elements of an initializer list if memory runs out.
  json result = json::object();
  result["apiVersion"] = "v1";
  result["kind"] = "Pod";
  result["metadata"] = json::object();
  if (const auto given = pod.find("metadata")) {
    if (!given->is_object()) given->fail_expected("an object");
    result["metadata"] = given->raw();
    for (const char *owned : {"uid", "name", "generateName", "resourceVersion"})
      result["metadata"].erase(owned);
  }
  result["metadata"]["namespace"] = out.name_space;
  // The API server that stored the workload has checked its template.
  if (const auto version = metadata.find("resourceVersion"))
    result["metadata"]["resourceVersion"] = version->raw();
  if (const auto pod_spec = pod.find("spec")) result["spec"] = pod_spec->raw();
  json &name = result["metadata"]["name"];
  name = "-";
  const std::string named = result.dump();
  name = "";
  out.pod = result.dump();
  // The texts differ first where the name begins.
  out.name_at = static_cast<size_t>(std::ranges::mismatch(out.pod, named).in1 - out.pod.begin());
}

}  // namespace

bool is_workload(std::string_view kind, std::string_view api_version) {
  if (kind == "Job" || kind == "CronJob")
    return api_version.empty() || api_version.starts_with("batch/");
  return (kind == "Deployment" || kind == "ReplicaSet" || kind == "StatefulSet") &&
         (api_version.empty() || api_version.starts_with("apps/"));
}

std::string Workload::pod_json(uint32_t i) const {
  const std::string quoted = json(pod_name(i)).dump();
  std::string out = pod;
  return out.insert(name_at, quoted, 1, quoted.size() - 2);
}

Workload read_workload(const JsonValue &root, std::string_view kind) {
  const JsonValue metadata = root.at("metadata");
  Workload out;
  out.kind = kind;
  out.name = read_bounded(metadata.at("name"));
  if (out.name.empty()) metadata.at("name").fail_expected("a name");
  if (const auto name_space = metadata.find("namespace"))
    out.name_space = read_bounded(*name_space);
  if (out.name_space.empty()) out.name_space = "default";
  out.is_stored = !metadata.string_or("uid", "").empty();
  if (const std::string owner = controller_of(metadata); !owner.empty()) {
    out.idle = "is controlled by " + owner;
    return out;
  }
  JsonValue spec = root.at("spec");
  if (kind == "CronJob") {
    if (spec.bool_or("suspend", false)) out.idle = "is suspended";
    spec = spec.at("jobTemplate").at("spec");
  }
  if (kind == "Job" || kind == "CronJob")
    read_job(spec, out);
  else
    out.count = static_cast<uint32_t>(spec.int_or("replicas", 0, INT32_MAX, 1));
  if (kind == "StatefulSet")
    if (const auto ordinals = spec.find("ordinals"))
      out.first = static_cast<uint32_t>(ordinals->int_or("start", 0, INT32_MAX, 0));
  if (kind == "Job" && has_ended(root)) out.idle = "has ended";
  if (out.idle.empty()) read_template(spec, metadata, out);
  return out;
}

}  // namespace koord::wire
