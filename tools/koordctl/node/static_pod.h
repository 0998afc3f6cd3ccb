// Static pods, of which kubelet creates a copy with another uid in the API server, the mirror pod.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace koordctl {

// Returns the uid of a static pod's original, or "" if the pod is no mirror pod. Kubelet's
// directories and files use the original's uid, which is a hash. Uids of other pods contain dashes,
// so the two cannot be confused.
std::string original_uid(const nlohmann::json &pod);
// Gives a mirror pod the uid of its original.
void use_original_uid(nlohmann::json &pod);

}  // namespace koordctl
