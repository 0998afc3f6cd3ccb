// Pods that a workload object would create.
#pragma once

#include <optional>
#include <vector>

#include "session/manifest.h"

namespace koordctl {

// Returns true for a Deployment, ReplicaSet, StatefulSet, Job or CronJob.
bool is_workload(const Manifest &manifest);
// Returns true if an API server has stored the object: it has a uid.
bool is_stored(const Manifest &manifest);
// Returns the pods of its template as libkoord creates them, "web-0", "web-1" in its namespace, or
// nullopt if it creates none: another object controls it, or it is a Job that is suspended or has
// ended. Throws a Failure if the workload cannot be read.
std::optional<std::vector<Manifest>> pods_of(const Manifest &workload);

}  // namespace koordctl
