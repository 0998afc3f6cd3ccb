// What a runtime tells a hook on standard input: the state of a container (OCI runtime
// specification), and in its annotations whose it is, as containerd and CRI-O write them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/cpu_set.h"

namespace koord::wire {

struct OciState {
  std::string id;         // of the container
  int64_t pid = 0;        // 0: none yet
  std::string pod_uid;    // "": a container of no pod
  std::string container;  // its name; "": the sandbox
  std::optional<CpuSet>
      stated;  // the cpuset of resource-status, where the runtime passes pods' annotations on
};

// Throws kInvalid naming the field: no container id; two runtimes' annotations that contradict each
// other; resource-status as read_resource_status. kLimit: over 1 MiB.
OciState read_oci_state(std::string_view json);

}  // namespace koord::wire
