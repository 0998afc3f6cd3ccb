// Determines the pod and container of a config.json.
#pragma once

#include <string>

#include "json.h"

namespace koord_runtime {

struct Owner {
  std::string uid;              // uid of its pod; "" if it belongs to no pod
  std::string container;        // name of the container; "" for a sandbox
  std::string resource_status;  // the CPU assignment in the pod's annotations; "" if there is none
};

// Reads the annotations that containerd and CRI-O write themselves. Throws Failure (kEnvironment)
// if they contradict each other.
Owner owner_of(const Json &config);

// Returns true if the container's control group belongs to that pod. kubelet chooses control
// groups, and a pod's author cannot.
bool is_group_of(const Json &config, const std::string &uid, const std::string &id);

}  // namespace koord_runtime
