// Workload objects, for the pods that their controllers would create.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "wire/json/json.h"
#include "wire/object/names.h"

namespace koord::wire {

// Returns true for a Deployment, ReplicaSet, StatefulSet, Job or CronJob. An empty version is
// accepted.
bool is_workload(std::string_view kind, std::string_view api_version);

struct Workload {
  std::string kind;
  std::string name;
  std::string name_space;
  bool is_stored = false;  // an API server has stored it: it has a uid
  std::string idle;        // the reason if it creates no pods: "is suspended"
  uint32_t first = 0;      // number in the name of the first pod
  uint32_t count = 0;
  // The Pod object as JSON, with an empty name at `name_at`; empty if the workload is idle.
  std::string pod;
  size_t name_at = 0;

  std::string pod_name(uint32_t i) const { return name + "-" + std::to_string(first + i); }
  // Returns the Pod object of pod `i` as JSON.
  std::string pod_json(uint32_t i) const;
};

// Throws kInvalid naming the field, also for a name or namespace of more than kMaxNameBytes.
Workload read_workload(const JsonValue &root, std::string_view kind);

}  // namespace koord::wire
