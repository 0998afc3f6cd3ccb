#include "wire/node/nrt_builder.h"

#include <string>
#include <utility>

#include "base/error.h"
#include "wire/node/cpu_topology.h"
#include "wire/node/nrt_decoder.h"

namespace koord::wire {

void NrtBuilder::clear() {
  texts_.clear();
  name_ = {};
  settings_ = {};
  annotations_.clear();
  policies_.clear();
  attributes_.clear();
  zones_.clear();
  resources_.clear();
  costs_.clear();
  machine_.reset();
  cpus_ = {};
}

void NrtBuilder::add_attribute(std::string_view name, std::string_view value) {
  texts_.check_room(name.size() + value.size());
  const TextRange first = texts_.add(name);
  attributes_.push_back({first, texts_.add(value)});
}

int32_t NrtBuilder::add_zone(std::string_view name, std::string_view type) {
  texts_.check_room(name.size() + type.size());
  const TextRange first = texts_.add(name);
  zones_.push_back({first, texts_.add(type)});
  return zones() - 1;
}

void NrtBuilder::add_resource(int32_t zone, std::string_view name, NrtResource resource) {
  resources_.push_back({zone, texts_.add(name), resource});
}

void NrtBuilder::add_cost(int32_t zone, std::string_view name, int64_t value) {
  costs_.push_back({zone, texts_.add(name), value});
}

std::vector<NrtZone> NrtBuilder::zone_list(const Log &log) const {
  NrtZoneList list(log);
  constexpr size_t kIgnored = SIZE_MAX;
  std::vector<size_t> indices(zones_.size(), kIgnored);
  size_t count = 0;
  for (size_t i = 0; i < zones_.size(); ++i) {
    const std::string_view type = texts_.at(zones_[i].text);
    if (list.add(i, texts_.at(zones_[i].name), type.empty() ? "Node" : type) != nullptr)
      indices[i] = count++;
  }
  std::vector<NrtZone> out = list.take();
  for (const ResourceRow &row : resources_) {
    const size_t index = indices[static_cast<size_t>(row.zone)];
    if (index == kIgnored) continue;
    out[index].resources.push_back(row.amounts);
    out[index].resources.back().name = texts_.at(row.name);
  }
  for (const CostRow &row : costs_) {
    const size_t index = indices[static_cast<size_t>(row.zone)];
    if (index != kIgnored) out[index].costs.push_back({texts_.at(row.name), row.value});
  }
  return out;
}

NrtParts NrtBuilder::parts(const Log &log) const {
  NrtParts out;
  for (const TextRange policy : policies_) out.policies.push_back(texts_.at(policy));
  for (const Named &row : attributes_)
    out.attributes.push_back({texts_.at(row.name), texts_.at(row.text)});
  out.zones = zone_list(log);
  return out;
}

template <typename Read>
auto NrtBuilder::read(const Log &log, Read &&read) const {
  return read_named(name_of_object(kNrt, "", texts_.at(name_)), log, [&](const Log &remarks) {
    return read(BuiltTexts(texts_, labels_, annotations_, remarks));
  });
}

object::NodeTopology NrtBuilder::build(const Log &log) const {
  object::NodeTopology out;
  read(log, [&](const BuiltTexts &texts) {
    out.node = texts_.at(name_);
    if (out.node.empty()) throw Error(Status::kInvalid, "metadata.name: missing");
    out.machine = machine_;
    out.kubelet_static = settings_.kubelet_static;
    out.kubelet_full_pcpus_only = settings_.full_pcpus_only;
    out.kubelet_distribute_numa = settings_.distribute_numa;
    out.numa_policy = settings_.numa_policy;
    const auto &held = cpus_[static_cast<size_t>(Cpus::kHeld)];
    out.kubelet_reserved = cpus_[static_cast<size_t>(Cpus::kReserved)].value_or(CpuSet());
    if (held) out.held.emplace_back().cpus = *held;
    read_nrt(texts, parts(texts.log()), out);
  });
  return out;
}

std::shared_ptr<const Topology> NrtBuilder::machine(const Log &log) const {
  return read(log, [&](const BuiltTexts &texts) {
    if (!texts.annotation(kCpuTopologyAnnotation)) {
      if (machine_) return machine_;
      fail_without_machine();
    }
    return read_nrt_machine(texts, read_zones(zone_list(texts.log()), texts.log()));
  });
}

}  // namespace koord::wire
