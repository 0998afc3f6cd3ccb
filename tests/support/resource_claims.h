// The cases of tests/data/resource_claims.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace koord::testing {

// A case with the objects that all cases of its file share.
struct HeldDevicesCase {
  std::string name;  // with that of the file
  std::vector<nlohmann::json> devices;
  std::vector<nlohmann::json> objects;
  nlohmann::json held;  // by node
};

// Throws std::runtime_error if a file is missing or has no cases.
std::vector<HeldDevicesCase> held_devices_cases();

}  // namespace koord::testing
