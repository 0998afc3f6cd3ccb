// The state of a container that a runtime passes to a hook on standard input (OCI runtime
// specification), and its owner by the annotations of containerd and CRI-O.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/cpu_set.h"

namespace koord::wire {

struct OciState {
  std::string id;         // of the container
  int64_t pid = 0;        // 0 if there is none yet
  std::string pod_uid;    // empty for a container of no pod
  std::string container;  // its name, or empty for the sandbox
  // The cpuset of resource-status, if the runtime passes pods' annotations on.
  std::optional<CpuSet> stated;
};

// Throws kInvalid naming the field for a missing container id, contradicting annotations of two
// runtimes, or an invalid resource-status (read_resource_status). Throws kLimit over 1 MiB.
OciState read_oci_state(std::string_view json);

}  // namespace koord::wire
