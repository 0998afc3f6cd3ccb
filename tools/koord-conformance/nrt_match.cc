// Replays the tables of NodeResourceTopologyMatch: filter and scores through koord.h, the internal
// rules against the engine directly.

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "base/quantity.h"
#include "calls.h"
#include "koord.h"
#include "nrt/match.h"
#include "object/objects.h"
#include "replay.h"

namespace {

using Json = nlohmann::json;
using koord::object::Amounts;
using koord::object::KubeQos;
using koord::object::NumaPolicy;
using koord::object::NumaReport;
namespace sched = koord::sched;

// ---- Through koord.h ----

struct Unref {
  void operator()(koord_pod *pod) const { koord_pod_unref(pod); }
};
using Pod = std::unique_ptr<koord_pod, Unref>;

Json containers_of(const Json &pod, const char *field) {
  Json out = Json::array();
  for (const Json &container : pod.value(field, Json::array()))
    out.push_back({{"resources", container}});
  return out;
}

Pod read_nrt_pod(const Json &pod) {
  const std::string text = Json{{"metadata", {{"name", "pod"}}},
                                {"spec",
                                 {{"containers", containers_of(pod, "containers")},
                                  {"initContainers", containers_of(pod, "initContainers")}}}}
                               .dump();
  koord_pod *out = nullptr;
  koord_error err{};
  must(koord_pod_from_json(nullptr, text.data(), text.size(), &out, &err), err);
  return Pod(out);
}

std::string node_document(const Json &fixture) {
  return Json{{"metadata", {{"name", fixture.at("nrt").at("name")}}},
              {"status", {{"allocatable", fixture.at("allocatable")}}}}
      .dump();
}

std::string nrt_document(const Json &fixture) {
  Json nrt = fixture.at("nrt");
  nrt["metadata"]["name"] = nrt.at("name");
  nrt.erase("name");
  return nrt.dump();
}

using NrtNode = std::unique_ptr<koord_nrt_node, decltype(&koord_nrt_node_unref)>;

NrtNode read_nrt_node(const Json &fixture, bool has_nrt) {
  const std::string node = node_document(fixture);
  const std::string nrt = has_nrt ? nrt_document(fixture) : std::string();
  koord_nrt_node *made = nullptr;
  koord_error err{};
  must(koord_nrt_node_from_json(nullptr, node.data(), node.size(), nrt.data(), nrt.size(), &made,
                                &err),
       err);
  return {made, koord_nrt_node_unref};
}

const char *level_name(koord_nrt_level level) {
  switch (level) {
    case KOORD_NRT_LEVEL_POD:
      return "pod";
    case KOORD_NRT_LEVEL_CONTAINER:
      return "container";
    case KOORD_NRT_LEVEL_INIT_CONTAINER:
      return "init-container";
    default:
      return nullptr;
  }
}

std::string qos_name(const Pod &pod) {
  koord_pod_info info = KOORD_INIT(koord_pod_info);
  koord_error err{};
  must(koord_pod_get_info(pod.get(), &info, &err), err);
  return koord_kube_qos_get_name(info.kube_qos);
}

Outcome filter_outcome(const Json &entry, const Json &fixtures) {
  const Json &fixture = fixtures.at(entry.at("node").get<std::string>());
  const Pod pod = read_nrt_pod(entry.at("pod"));
  const NrtNode node = read_nrt_node(fixture, true);
  koord_nrt_verdict verdict = KOORD_INIT(koord_nrt_verdict);
  koord_error err{};
  must(koord_nrt_node_filter(node.get(), pod.get(), &verdict, nullptr, 0, nullptr, &err), err);
  const char *level = level_name(verdict.level);
  Json expected = entry.at("expect");
  expected["qos"] = entry.at("pod_qos");
  return {expected,
          {{"fit", verdict.refusal.reason == KOORD_REASON_NONE},
           {"reject_level", level != nullptr ? Json(level) : Json()},
           {"qos", qos_name(pod)}}};
}

int score_of(const Pod &pod, const NrtNode &node, const Json &strategy) {
  const std::string args = Json{{"scoringStrategy", strategy}}.dump();
  int32_t score = 0;
  koord_error err{};
  must(koord_nrt_node_score(node.get(), pod.get(), args.data(), args.size(), &score, &err), err);
  return score;
}

// Returns the scores of all nodes of a case, by node name.
Json scores_of(const Json &entry, const Json &fixtures, const Json &strategy) {
  const Pod pod = read_nrt_pod(entry.at("pod"));
  const Json hidden = entry.value("nodes_without_nrt", Json::array());
  Json scores;
  for (const Json &id : entry.at("nodes")) {
    const Json &fixture = fixtures.at(id.get<std::string>());
    const Json &name = fixture.at("nrt").at("name");
    const bool known = std::find(hidden.begin(), hidden.end(), name) == hidden.end();
    scores[name.get<std::string>()] = score_of(pod, read_nrt_node(fixture, known), strategy);
  }
  return scores;
}

Outcome strategy_outcome(const Json &entry, const Json &fixtures) {
  Json resources = Json::array();
  for (const auto &[name, weight] : entry.at("weights").items())
    resources.push_back({{"name", name}, {"weight", weight}});
  Json got = scores_of(entry, fixtures, {{"type", entry.at("strategy")}, {"resources", resources}});
  Json expected = entry.at("expect").at("derived_scores");
  if (const Json &asserted = entry.at("expect").at("asserted_upstream"); !asserted.is_null()) {
    const auto best = std::max_element(got.begin(), got.end());
    const Json winner = {{"winner", best.key()}, {"score", best.value()}};
    expected["asserted"] = asserted;
    got["asserted"] = winner;
  }
  return {expected, got};
}

Outcome least_numa_outcome(const Json &entry, const Json &fixtures) {
  return {entry.at("expect").at("scores"),
          scores_of(entry, fixtures, {{"type", "LeastNUMANodes"}})};
}

// ---- Against the engine ----

int64_t amount(const std::string &resource, const Json &quantity) {
  const koord::Quantity parsed = koord::Quantity::parse(quantity.get<std::string>());
  return resource == "cpu" ? parsed.milli_value().value() : parsed.whole().value();
}

Amounts amounts(const Json &map) {
  Amounts out;  // members are sorted
  for (const auto &[name, quantity] : map.items()) out.push_back({name, amount(name, quantity)});
  return out;
}

KubeQos qos_of(const Json &entry) {
  const std::string name = entry.value("pod_qos", "Guaranteed");
  return name == "Guaranteed"  ? KubeQos::kGuaranteed
         : name == "Burstable" ? KubeQos::kBurstable
                               : KubeQos::kBestEffort;
}

NumaReport report_of(const Json &numa_nodes) {
  NumaReport out;
  for (const Json &node : numa_nodes) {
    koord::object::NumaZone zone{node.at("numa_id"), amounts(node.at("resources")), {}};
    const Json costs = node.value("costs", Json::object());
    for (const auto &[id, value] : costs.items()) zone.costs.push_back({std::stoi(id), value});
    out.zones.push_back(std::move(zone));
  }
  return out;
}

koord::object::PodObject pod_of(const Json &request) {
  koord::object::PodObject pod;
  pod.containers.resize(1);
  pod.containers[0].requests = amounts(request);
  return pod;
}

// One request and the zones of one node.
struct Meeting {
  explicit Meeting(const Json &entry)
      : pod(pod_of(entry.value("request", Json::object())), qos_of(entry), numbering()),
        node(sched::make_nrt_node(report_of(entry.at("numa_nodes")), {}, numbering())),
        zones(pod) {
    zones.load(node);
  }

  sched::NrtNumbering numbering() {
    return [this](std::string_view name) {
      return numbers.try_emplace(std::string(name), static_cast<uint16_t>(numbers.size()))
          .first->second;
    };
  }
  sched::NrtRequests requests() const { return pod.effective(); }
  int position(int id) const {
    const auto at = std::find(node.ids.begin(), node.ids.end(), id);
    return at == node.ids.end() ? -1 : static_cast<int>(at - node.ids.begin());
  }
  // Returns `numa_nodes` with the available amounts of the requested resources.
  Json left(const Json &numa_nodes) const {
    Json out = Json::array();
    for (const Json &numa : numa_nodes) {
      Json resources = amounts_json(numa.at("resources"));
      const auto zone = static_cast<size_t>(position(numa.at("numa_id")));
      for (uint32_t column = 0; column < pod.columns().size(); ++column)
        if ((zones.reporting(column) >> zone & 1) != 0)
          resources[pod.columns()[column].resource] = zones.available(column)[zone];
      out.push_back({{"numa_id", numa.at("numa_id")}, {"resources", resources}});
    }
    return out;
  }
  // Converts quantities to numbers, so that "8Gi" compares equal to a computed value.
  static Json amounts_json(const Json &quantities) {
    Json out = Json::object();
    for (const auto &[name, quantity] : quantities.items()) out[name] = amount(name, quantity);
    return out;
  }
  static Json as_numbers(Json numa_nodes) {
    for (Json &numa : numa_nodes) numa["resources"] = amounts_json(numa.at("resources"));
    return numa_nodes;
  }

  std::map<std::string, uint16_t> numbers;
  sched::NrtPod pod;
  sched::NrtNode node;
  sched::NrtZones zones;
};

Outcome required_outcome(const Json &entry) {
  const Meeting meeting(entry);
  sched::NrtBudget budget;
  const sched::NrtZoneSet set = sched::zones_required(meeting.zones, meeting.requests(), budget);
  std::vector<int> ids;
  for (uint64_t left = set.zones; left != 0; left &= left - 1)
    ids.push_back(meeting.zones.id(std::countr_zero(left)));
  std::sort(ids.begin(), ids.end());
  return {
      entry.at("expect"),
      {{"numa_ids", ids.empty() ? Json() : Json(ids)}, {"is_min_avg_distance", set.is_nearest}}};
}

Outcome normalize_outcome(const Json &entry) {
  return {entry.at("expect").at("score"),
          sched::numa_count_score(entry.at("numa_count"), entry.at("max_numa_nodes"),
                                  entry.at("is_min_avg_distance"))};
}

// Returns the smallest mean as a fraction in lowest terms ("134/9"), like the recorded one.
Outcome min_distance_outcome(const Json &entry) {
  const Meeting meeting(entry);
  int64_t least = -1;
  int64_t pairs = 1;
  for (const Json &combination : entry.at("combinations")) {
    uint64_t set = 0;
    for (const int position : combination) set |= uint64_t{1} << position;
    const int64_t sum = sched::distance_sum(meeting.zones, set);
    const auto size = static_cast<int64_t>(combination.size() * combination.size());
    if (least < 0 || sum * pairs < least * size) {
      least = sum;
      pairs = size;
    }
  }
  const int64_t divisor = std::gcd(least, pairs);
  std::string mean = std::to_string(least / divisor);
  if (pairs != divisor) mean += "/" + std::to_string(pairs / divisor);
  return {entry.at("expect").at("exact"), mean};
}

Outcome subtract_one_outcome(const Json &entry) {
  Meeting meeting(entry);
  const int zone = meeting.position(entry.at("numa_id"));
  const bool taken = zone < 0 || meeting.zones.take(zone, meeting.requests());
  const Json &expected = entry.at("expect");
  if (!taken || expected.at("error") == true) return {expected.at("error"), !taken};
  return {Meeting::as_numbers(expected.at("numa_nodes")), meeting.left(entry.at("numa_nodes"))};
}

Outcome subtract_many_outcome(const Json &entry) {
  Meeting meeting(entry);
  uint64_t from = 0;
  for (const int id : entry.at("from")) from |= uint64_t{1} << meeting.position(id);
  meeting.zones.take_across(from, meeting.requests());
  return {Meeting::as_numbers(entry.at("expect").at("numa_nodes")),
          meeting.left(entry.at("numa_nodes"))};
}

Outcome class_outcome(const Json &entry) {
  const auto resource = entry.at("resource").get<std::string>();
  return {entry.at("expect"),
          {{"host_level", sched::is_host_level(resource)},
           {"numa_affine", sched::is_numa_affine(resource)}}};
}

Outcome only_non_numa_outcome(const Json &entry) {
  const Meeting meeting(entry);
  return {entry.at("expect").at("only_non_numa"),
          meeting.zones.only_host_level(meeting.requests())};
}

constexpr std::pair<const char *, NumaPolicy> kPolicies[] = {
    {"", NumaPolicy::kAbsent},
    {"none", NumaPolicy::kNone},
    {"best-effort", NumaPolicy::kBestEffort},
    {"restricted", NumaPolicy::kRestricted},
    {"single-numa-node", NumaPolicy::kSingleNode}};
constexpr std::pair<const char *, sched::TopologyScope> kScopes[] = {
    {"", sched::TopologyScope::kAbsent},
    {"container", sched::TopologyScope::kContainer},
    {"pod", sched::TopologyScope::kPod}};

template <typename Value, size_t N>
Value value_of(const std::pair<const char *, Value> (&table)[N], const Json &name) {
  for (const auto &[text, value] : table)
    if (name == text) return value;
  throw std::runtime_error("no such setting: " + shown(name));
}

sched::TopologyManagerConfig config_of(const Json &json) {
  return {value_of(kPolicies, json.at("policy")), value_of(kScopes, json.at("scope")),
          json.at("maxNUMANodes")};
}

Json config_json(const sched::TopologyManagerConfig &config) {
  Json out = {{"maxNUMANodes", config.max_nodes}};
  for (const auto &[text, value] : kPolicies)
    if (value == config.policy) out["policy"] = text;
  for (const auto &[text, value] : kScopes)
    if (value == config.scope) out["scope"] = text;
  return out;
}

Outcome config_outcome(const Json &entry) {
  NumaReport report;
  for (const Json &policy : entry.at("input").at("topologyPolicies"))
    report.policies.push_back(policy);
  for (const Json &attribute : entry.at("input").at("attributes"))
    report.attributes.push_back({attribute.at("name"), attribute.at("value")});
  return {entry.at("expect"),
          config_json(sched::topology_manager_config(report, config_of(entry.at("start"))))};
}

}  // namespace

void replay_nrt_match(const Json &document, Report &report) {
  const auto replay = [&](const char *group, auto &&outcome) {
    for (const Json &entry : document.value(group, Json::array()))
      replay_case(report, entry.at("id").get<std::string>(), [&] { return outcome(entry); });
  };
  const Json &fixtures = document.at("fixtures");
  replay("filter", [&](const Json &entry) { return filter_outcome(entry, fixtures); });
  replay("score_strategy", [&](const Json &entry) { return strategy_outcome(entry, fixtures); });
  replay("score_least_numa",
         [&](const Json &entry) { return least_numa_outcome(entry, fixtures); });
  replay("numa_nodes_required", required_outcome);
  replay("normalize_score", normalize_outcome);
  replay("min_avg_distance", min_distance_outcome);
  replay("subtract_from_one_numa", subtract_one_outcome);
  replay("subtract_from_many_numa", subtract_many_outcome);
  replay("resource_class", class_outcome);
  replay("only_non_numa", only_non_numa_outcome);
  replay("topology_manager_config", config_outcome);
}
