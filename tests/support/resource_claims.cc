#include "support/resource_claims.h"

#include <fstream>
#include <stdexcept>

namespace koord::testing {

std::vector<HeldDevicesCase> held_devices_cases() {
  std::vector<HeldDevicesCase> out;
  for (const char *name : {"extended", "identities", "nodes"}) {
    std::ifstream file(std::string(KOORD_SOURCE_DIR "/tests/data/resource_claims/") + name +
                       ".json");
    const nlohmann::json root = nlohmann::json::parse(file);
    const size_t before = out.size();
    for (const nlohmann::json &one : root.at("cases")) {
      HeldDevicesCase &read = out.emplace_back();
      read.name = std::string(name) + ": " + one.at("name").get<std::string>();
      const nlohmann::json &devices = (one.contains("devices") ? one : root).at("devices");
      read.devices = devices.get<std::vector<nlohmann::json>>();
      read.objects = root.at("objects").get<std::vector<nlohmann::json>>();
      for (const nlohmann::json &object : one.at("objects")) read.objects.push_back(object);
      read.held = one.at("held");
    }
    if (out.size() == before) throw std::runtime_error(std::string(name) + ": no cases");
  }
  return out;
}

}  // namespace koord::testing
