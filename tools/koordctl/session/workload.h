// Pods that a workload object would create.
#pragma once

#include <vector>

#include "session/manifest.h"

namespace koordctl {

// Returns true for a Deployment, ReplicaSet, StatefulSet or Job.
bool is_workload(const Manifest &manifest);
// Returns false if another object controls it, and for a Job that is suspended or has ended.
bool creates_pods(const Manifest &workload);
// Returns true if an API server has stored the object: it has a uid.
bool is_stored(const Manifest &manifest);
// Returns at most `most` pods of its template, as "web-0", "web-1" in its namespace. Throws a
// Failure if their number or the template cannot be read.
std::vector<Manifest> pods_of(const Manifest &workload, size_t most);

}  // namespace koordctl
