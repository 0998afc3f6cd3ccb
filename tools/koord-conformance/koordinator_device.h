// Converts recorded devices, pods and settings to the engine's types.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>

#include "device/allocation/allocate.h"
#include "object/resources.h"

// Names of resources and device types, shared by all cases of a file.
class DeviceWorld {
 public:
  koord::object::Resources &resources() { return resources_; }
  const koord::device::Templates &templates() const { return templates_; }
  void set_templates(const nlohmann::json &by_model);

  koord::device::ResourceAmounts parts(const nlohmann::json &amounts);
  koord::device::Grants grants(const nlohmann::json &allocations);
  // Parses {"0":{"koordinator.sh/gpu-core":"100"}} by type.
  koord::device::Grants amounts_by_minor(const nlohmann::json &types);
  koord::object::PodDevices stated(const nlohmann::json &annotations);
  std::optional<koord::device::Scorer> scorer(const nlohmann::json &entry);
  nlohmann::json json_of(const koord::device::ResourceAmounts &parts) const;
  nlohmann::json json_of(const koord::device::Grants &grants) const;  // by type, ascending by minor
  std::string annotation_of(const koord::device::Grants &grants) const;

 private:
  koord::object::Resources resources_;
  koord::device::Templates templates_;
};

// Runs a case of a single step of the allocator.
nlohmann::json run_device_step(const nlohmann::json &entry, const nlohmann::json &devices,
                               DeviceWorld &world);
bool is_device_step(const std::string &kind);
