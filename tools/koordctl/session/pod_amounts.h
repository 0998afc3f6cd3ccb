// Checks amounts in the manifest of a pod by the rules of the API server.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace koordctl {

// Returns messages about amounts for which the API server would refuse the pod: requests above
// their limits, fractions of devices, devices of which request and limit differ, and names that are
// no resources. Each begins with the field. At most `most` are returned. Amounts that are no
// quantities are left to the library.
std::vector<std::string> amount_faults(const nlohmann::json &pod, size_t most);

}  // namespace koordctl
