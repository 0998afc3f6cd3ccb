// Assigns numbers to configured names, before a cluster is used.
#include <algorithm>

#include "sched/cluster/cluster.h"

namespace koord::sched {

void Cluster::set_weights(const std::vector<std::pair<std::string, int32_t>> &weights) {
  options_.weights.clear();
  for (const auto &[resource, weight] : weights)
    options_.weights.push_back({resources_.intern(resource), weight});
}

void Cluster::set_device_settings(const object::DeviceSettings &settings) {
  if (settings.weights) {
    options_.device_scorer.weights.clear();
    for (const auto &[resource, weight] : *settings.weights)
      options_.device_scorer.weights.push_back({resources_.intern(resource), weight});
  }
  options_.devices_ignore_numa = settings.ignores_numa;
  options_.requires_device_object = settings.requires_object;
  options_.withhold_unreported_devices = settings.withhold_unreported;
  if (settings.split_by_size) {
    options_.split_by_size.clear();
    for (const std::string &resource : *settings.split_by_size)
      options_.split_by_size.push_back(resources_.intern(resource));
  }
  for (const object::ModelShares &model : settings.shares) {
    device::ModelTemplates &out = options_.share_templates.emplace_back();
    out.model = model.model;
    for (const object::ModelShares::Share &share : model.shares) {
      device::ShareTemplate &entry = out.templates.emplace_back();
      entry.name = share.name;
      object::Amounts amounts = share.amounts;
      std::sort(amounts.begin(), amounts.end(), [](const auto &a, const auto &b) {
        return object::KnownFirst()(a.resource, b.resource);
      });
      for (const object::Amount &amount : amounts)
        entry.parts.push_back({resources_.intern(amount.resource), amount.value});
    }
  }
  for (const object::ModelName &model : settings.unshared)
    options_.unshared.push_back({model.vendor, model.model});
}

}  // namespace koord::sched
