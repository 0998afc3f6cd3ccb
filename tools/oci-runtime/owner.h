// Whose container a config.json is about.
#pragma once

#include <string>

#include "json.h"

namespace koord_runtime {

struct Owner {
  std::string uid;              // of its pod; "": it belongs to no pod
  std::string container;        // its name; "": the sandbox
  std::string resource_status;  // what it was told about its CPUs; "": nothing
};

// By the annotations that containerd and CRI-O write themselves. Throws Failure (kEnvironment)
// where they contradict each other.
Owner owner_of(const Json &config);

// Whether the runtime is to put this container into a control group of that pod: kubelet names
// them, no author of a pod does.
bool is_group_of(const Json &config, const std::string &uid, const std::string &id);

}  // namespace koord_runtime
