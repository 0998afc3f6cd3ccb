// Checks the values of a KubeletConfiguration by the rules with which kubelet reads and validates
// it: Kubernetes 1.37, pkg/kubelet/apis/config/validation and pkg/kubelet/eviction.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace koordctl {

// Appends a message for every value with which kubelet does not start. Policies, reserved CPUs and
// reserved memory are left to libkoord.
void check_kubelet_values(const nlohmann::json &config, std::vector<std::string> &out);

}  // namespace koordctl
