#include "session/workload.h"

#include <string>
#include <utility>

#include "koord.hpp"
#include "session/added_objects.h"
#include "session/json_member.h"

namespace koordctl {

bool is_workload(const Manifest &manifest) {
  if (manifest.kind == "Job" || manifest.kind == "CronJob")
    return manifest.api_version.empty() || manifest.api_version.starts_with("batch/");
  return (manifest.kind == "Deployment" || manifest.kind == "ReplicaSet" ||
          manifest.kind == "StatefulSet") &&
         (manifest.api_version.empty() || manifest.api_version.starts_with("apps/"));
}

bool is_stored(const Manifest &manifest) {
  return member(member(manifest.object, "metadata"), "uid").is_string();
}

std::optional<std::vector<Manifest>> pods_of(const Manifest &workload) {
  koord::Cluster cluster = koord::Cluster::create();
  const koord::AddedObjects added = cluster.add_objects(workload.object.dump());
  const std::vector<AddedRow> rows = rows_of(added);
  rows.front().check(workload.where);
  if (rows.front().result == KOORD_ADDED_RESULT_SKIPPED) return std::nullopt;
  std::vector<Manifest> pods;
  for (size_t i = 1; i < rows.size(); ++i) {
    Manifest pod;
    pod.where = workload.where + ": " + workload.kind + " " + rows.front().name + ": spec.template";
    pod.file = workload.file;
    pod.api_version = "v1";
    pod.kind = "Pod";
    pod.object = nlohmann::json::parse(added.get_pod_json(i));
    pods.push_back(std::move(pod));
  }
  return pods;
}

}  // namespace koordctl
