// Checks the values of a KubeletConfiguration by the rules with which kubelet reads and validates
// it: Kubernetes 1.37 and 1.38, pkg/kubelet/apis/config/validation and pkg/kubelet/eviction.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "koord.h"

namespace koordctl {

inline constexpr size_t kMaxKubeletFaults = 1000;  // of one configuration

// Appends a message for each value with which kubelet does not start, until `out` has
// kMaxKubeletFaults. Policies, reserved CPUs and reserved memory are left to libkoord.
void check_kubelet_values(const nlohmann::json &config, koord_kubelet_version version,
                          std::vector<std::string> &out);

}  // namespace koordctl
