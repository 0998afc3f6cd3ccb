#include "output/placement_output.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/table.h"
#include "output/picture.h"
#include "output/refusal_json.h"
#include "output/topology_table.h"

namespace koordctl {
namespace {

using OrderedJson = nlohmann::ordered_json;

OrderedJson pod_json(const Placement &placement, bool is_kubelet) {
  const PodRequest &request = placement.request;
  const auto has = [&](uint32_t flag) { return (request.flags & flag) != 0; };
  OrderedJson json;
  json["name"] = request.name;
  json["cpus"] = request.cpus;
  if (!is_kubelet) {
    json["bindPolicy"] = koord_bind_policy_get_name(request.bind);
    json["required"] = has(KOORD_PICK_REQUIRED);
    json["exclusivePolicy"] = koord_exclusive_policy_get_name(request.exclusive);
    json["numaStrategy"] = koord_numa_strategy_get_name(request.numa);
    json["fewestL3"] = has(KOORD_PICK_FEWEST_L3);
  }
  if (!request.numa_nodes.empty()) json["requestedNumaNodes"] = request.numa_nodes;
  json["granted"] = placement.granted();
  if (!placement.granted()) {
    json["refusal"] =
        refusal_json(placement.refusal, placement.sentence, placement.refusal.profile);
    return json;
  }
  json["cpuset"] = placement.cpus.to_string();
  json["numaNodes"] = placement.footprint.nodes;
  json["sockets"] = placement.footprint.sockets;
  json["l3s"] = placement.footprint.l3s;
  json["wholeCores"] = placement.footprint.whole_cores;
  json["splitCores"] = placement.footprint.split_cores;
  return json;
}

std::string core_text(const Footprint &footprint) {
  std::string text;
  if (footprint.whole_cores != 0) text = std::to_string(footprint.whole_cores) + " whole";
  if (footprint.split_cores != 0) {
    if (!text.empty()) text += ", ";
    text += std::to_string(footprint.split_cores) + " split";
  }
  return text;
}

}  // namespace

std::string placement_table(const std::vector<Placement> &placements, bool with_header) {
  Table table({"POD", "CPUS", "CPUSET", "NUMA", "SOCKETS", "L3", "CORES"});
  for (const Placement &placement : placements) {
    const Footprint &footprint = placement.footprint;
    table.add({placement.request.name, std::to_string(placement.request.cpus),
               placement.granted() ? placement.cpus.to_string() : "refused",
               number_ranges(footprint.nodes), number_ranges(footprint.sockets),
               number_ranges(footprint.l3s), core_text(footprint)});
  }
  return table.to_string(with_header);
}

std::string placement_json(const Placer &placer, const std::vector<Placement> &placements) {
  static constexpr const char *kProfiles[] = {"spec", "upstream", "kubelet"};
  const PlacementOptions &options = placer.options();
  OrderedJson json;
  json["apiVersion"] = "koord.sh/v1";
  json["kind"] = "Placement";
  json["profile"] = kProfiles[options.profile];
  json["granted"] = std::all_of(placements.begin(), placements.end(),
                                [](const Placement &placement) { return placement.granted(); });
  json["pods"] = OrderedJson::array();
  for (const Placement &placement : placements)
    json["pods"].push_back(pod_json(placement, options.profile == KOORD_PROFILE_KUBELET));
  json["allocated"] = OrderedJson::array();
  for (const Holder &holder : options.holders) {
    json["allocated"].push_back(
        {{"name", holder.name},
         {"cpuset", holder.cpus.to_string()},
         {"exclusivePolicy", koord_exclusive_policy_get_name(holder.exclusive)}});
  }
  json["reserved"] = options.reserved.to_string();
  json["free"] = placer.available().to_string();
  return json.dump(2);
}

std::vector<NamedSet> picture_sets(const Placer &placer, const std::vector<Placement> &placements) {
  // New pods come first, because the first colours are the easiest to distinguish.
  std::vector<NamedSet> sets;
  for (const Placement &placement : placements)
    if (placement.granted()) sets.push_back({placement.request.name, placement.cpus});
  const PlacementOptions &options = placer.options();
  for (const Holder &holder : options.holders) sets.push_back({holder.name, holder.cpus});
  fold_sets(sets, kMaxPictureSets - (options.reserved.empty() ? 0 : 1));
  if (!options.reserved.empty()) sets.push_back({"reserved", options.reserved});
  return sets;
}

std::string picture_title(const std::vector<Placement> &placements) {
  size_t placed = 0;
  size_t cpus = 0;
  for (const Placement &placement : placements) {
    placed += placement.granted() ? 1 : 0;
    cpus += placement.cpus.count();
  }
  return std::to_string(placed) + " of " + std::to_string(placements.size()) +
         (placements.size() == 1 ? " pod placed, " : " pods placed, ") + std::to_string(cpus) +
         (cpus == 1 ? " CPU" : " CPUs");
}

}  // namespace koordctl
