// Replays NVIDIA's GPU allocator (go-gpuallocator): the tables of its policies, and random requests
// with their optimal answers.
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "device/gpu/partition_table.h"
#include "device/link/link_graph.h"
#include "device/link/link_pick.h"
#include "replay.h"

using namespace koord::device;
using Json = nlohmann::json;

namespace {

constexpr const char *kBestEffort = "best-effort";
constexpr const char *kSimple = "simple";

DeviceMask mask_of(const Json &minors) {
  DeviceMask mask = 0;
  for (const int minor : minors) {
    if (minor < 0 || minor >= kMaxDevices) throw std::runtime_error("a GPU out of range");
    mask |= device_bit(minor);
  }
  return mask;
}

Json list_of(DeviceMask mask) {
  Json minors = Json::array();
  for_each_device(mask, [&](int minor) { minors.push_back(minor); });
  return minors;
}

LinkGraph graph_of(const Json &links) {
  std::vector<LinkFact> facts;
  for (const Json &row : links)
    for (const Json &link : row) facts.push_back({link.at(0), link.at(1)});
  return LinkGraph::from_facts(static_cast<int>(links.size()), facts);
}

LinkGraph unlinked(int devices) {
  const auto n = static_cast<size_t>(devices);
  return LinkGraph::from_facts(devices, std::vector<LinkFact>(n * n));
}

// Topologies by name. Tables in one file describe them, and requests in other files refer to them.
std::map<std::string, LinkGraph> &known_topologies() {
  static std::map<std::string, LinkGraph> topologies;
  return topologies;
}

const LinkGraph &topology(const std::string &name) {
  const auto at = known_topologies().find(name);
  if (at == known_topologies().end())
    throw std::runtime_error("topology " + name + ": name the file of its tables, too");
  return at->second;
}

std::map<std::string, PartitionTable> static_tables(const Json &valid_sets) {
  std::map<std::string, PartitionTable> tables;
  for (const auto &[policy, sizes] : valid_sets.items())
    for (const auto &[size, sets] : sizes.items())
      for (const Json &set : sets) tables[policy].add(std::stoi(size), {mask_of(set), 0, 1});
  return tables;
}

// Allocates by the policies of the tables.
class Policies {
 public:
  explicit Policies(const Json &document)
      : tables_(static_tables(document.at("static_valid_sets"))) {}

  DeviceMask allocate(const std::string &policy, const LinkGraph &graph, DeviceMask free,
                      DeviceMask required, int size) const {
    if (policy == kBestEffort)
      return best_set(graph, {free, required, size, PickMode::kPartition}).devices;
    // If all links are equal, the lowest GPUs beside the required ones are the best.
    if (policy == kSimple)
      return best_set(unlinked(graph.devices()), {free, required, size, PickMode::kSet}).devices;
    PartitionRequest request;
    request.count = size;
    request.present = free;
    request.required = required;
    const PartitionChoice choice =
        pick_partition(tables_.at(policy), request, koord::Profile::kSpec);
    return choice.partition == nullptr ? 0 : choice.partition->minors;
  }

 private:
  std::map<std::string, PartitionTable> tables_;
};

// Returns the expected and actual devices. For a single GPU go-gpuallocator takes the first free
// one, while this library keeps links and partitions whole for later requests, so only the number
// is compared.
Outcome outcome_of(const std::string &policy, const Json &expected, DeviceMask got) {
  if (policy != kSimple && expected.size() == 1) return {1, width(got)};
  return {expected, list_of(got)};
}

void replay_policy_case(const Json &entry, const Policies &policies, Report &report) {
  const std::string name = entry.at("name");
  replay_case(report, entry.at("test").get<std::string>() + '/' + name, [&] {
    const std::string policy = entry.at("policy");
    const DeviceMask required = mask_of(entry.at("required"));
    const DeviceMask got =
        policies.allocate(policy, topology(entry.at("topology")), mask_of(entry.at("available")),
                          required, entry.at("size"));
    if (required != 0) return Outcome{entry.at("expect"), list_of(got)};
    return outcome_of(policy, entry.at("expect"), got);
  });
}

// Replays a sequence in which each step takes its GPUs from the later ones. If several splits are
// optimal, the best-effort policy continues with the first it found and this library with the one
// that contains the best set. Their steps are therefore compared by the sum of their scores.
void replay_sequence(const Json &entry, const Policies &policies, Report &report) {
  const std::string policy = entry.at("policy");
  const std::string test = entry.at("test");
  const LinkGraph &graph = topology(entry.at("topology"));
  DeviceMask free = first_devices(graph.devices());
  int64_t expected = 0;
  int64_t reached = 0;
  size_t number = 0;
  for (const Json &step : entry.at("steps")) {
    replay_case(report, test + '/' + std::to_string(number++), [&] {
      const DeviceMask got = policies.allocate(policy, graph, free, 0, step.at("size"));
      if (!contains(free, got)) throw std::runtime_error("a GPU is assigned twice");
      free &= ~got;
      reached += graph.total(got);
      expected += graph.total(mask_of(step.at("expect")));
      if (policy == kBestEffort) return Outcome{step.at("expect").size(), width(got)};
      return outcome_of(policy, step.at("expect"), got);
    });
  }
  if (policy == kBestEffort) replay_case(report, test, [&] { return Outcome{expected, reached}; });
}

// Returns links that make exactly these sets the best ones: strong links within each set, and weak
// links among the devices of no set.
LinkGraph favoring(const std::vector<DeviceMask> &sets, int devices) {
  constexpr int32_t kStrong = 4;
  const auto n = static_cast<size_t>(devices);
  DeviceMask in_one = 0;
  for (const DeviceMask set : sets) in_one |= set;
  std::vector<LinkFact> facts(n * n);
  for (int a = 0; a < devices; ++a)
    for (int b = 0; b < devices; ++b) {
      const DeviceMask pair = device_bit(a) | device_bit(b);
      LinkFact &fact = facts[static_cast<size_t>(a) * n + static_cast<size_t>(b)];
      if ((pair & in_one) == 0) fact.nvlinks = 1;
      for (const DeviceMask set : sets)
        if (contains(set, pair)) fact.nvlinks = kStrong;
    }
  return LinkGraph::from_facts(devices, facts);
}

constexpr int kNeverFree = 2;  // devices added to those of an iterator's input

// Returns the sets of free devices that this library can choose. go-gpuallocator lists the sets
// that it iterates over. For this library the list is derived from results: links favour one set at
// a time, including sets with devices that are not free. Throws if a favoured set of free devices
// is not chosen.
Json sets_reached(DeviceMask free, int size) {
  const int devices = width(free) + kNeverFree;
  Json reached = Json::array();
  for (DeviceMask set = 1; set < device_bit(devices); ++set) {
    if (width(set) != size) continue;
    const Pick pick = best_set(favoring({set}, devices), {free, 0, size, PickMode::kSet});
    if (pick.refusal != NoPick::kNone) continue;
    const Json answer = list_of(pick.devices);
    if (contains(free, set) && pick.devices != set) throw std::runtime_error("set not found");
    if (std::ranges::find(reached, answer) == reached.end()) reached.push_back(answer);
  }
  std::sort(reached.begin(), reached.end());
  return reached;
}

// Returns true if one of the partition's sets is chosen by a split with at least the partition's
// score.
bool reaches(const Json &partition, DeviceMask free, int size) {
  std::vector<DeviceMask> sets;
  for (const Json &set : partition) {
    DeviceMask mask = 0;
    for (const Json &minor : set)
      if (!minor.is_null()) mask |= mask_of(Json::array({minor}));
    if (width(mask) == size) sets.push_back(mask);
  }
  const LinkGraph graph = favoring(sets, width(free) + kNeverFree);
  const Pick pick = best_set(graph, {free, 0, size, PickMode::kPartition});
  int64_t worth = 0;
  for (const DeviceMask set : sets) worth += graph.total(set);
  return std::ranges::find(sets, pick.devices) != sets.end() && pick.partition >= worth;
}

void replay_iterator(const Json &entry, Report &report) {
  const std::string name = entry.at("name");
  replay_case(report, entry.at("test").get<std::string>() + '/' + name, [&] {
    const DeviceMask free = mask_of(entry.at("input"));
    const int size = entry.at("size");
    const Json &expected = entry.at("expect");
    if (entry.at("kind") == "sets") return Outcome{expected, sets_reached(free, size)};
    if (expected.empty()) {
      const Pick pick = best_set(favoring({}, width(free)), {free, 0, size, PickMode::kPartition});
      return Outcome{true, pick.refusal != NoPick::kNone};
    }
    Json reached = Json::array();
    for (const Json &partition : expected)
      if (reaches(partition, free, size)) reached.push_back(partition);
    return Outcome{expected, reached};
  });
}

// Replays a random request: it must be refused if the recorded one is, or reach the optimal score.
void replay_line(const Json &line, Report &report) {
  replay_case(report, line.at("id"), [&] {
    const LinkGraph graph =
        line.contains("links") ? graph_of(line.at("links")) : topology(line.at("topology"));
    PickRequest request;
    request.free = mask_of(line.at("available"));
    request.required = mask_of(line.at("required"));
    request.count = line.at("size");
    const Pick set = best_set(graph, request);
    request.mode = PickMode::kPartition;
    const Pick partition = best_set(graph, request);
    const Json &optimum = line.at("optimum");
    if (optimum.is_null()) {
      const auto refused = [](const Pick &pick) { return pick.refusal != NoPick::kNone; };
      return Outcome{Json::array({true, true}), Json::array({refused(set), refused(partition)})};
    }
    if (partition.score < line.at("best_effort").at("set_score").get<int64_t>())
      throw std::runtime_error("the other allocator's set is better");
    for (const Pick &pick : {set, partition})
      if (width(pick.devices) != request.count || !contains(request.free, pick.devices) ||
          !contains(pick.devices, request.required) || !pick.exact)
        throw std::runtime_error("not a set as requested");
    return Outcome{Json{{"set", optimum.at("set_score")},
                        {"partition", optimum.at("partition_score")},
                        {"set_of_partition", optimum.at("set_score_within_optimal_partition")}},
                   Json{{"set", set.score},
                        {"partition", partition.partition},
                        {"set_of_partition", partition.score}}};
  });
}

}  // namespace

void replay_gpuallocator_tables(const Json &document, Report &report) {
  for (const auto &[name, described] : document.at("topologies").items())
    known_topologies().insert_or_assign(name, graph_of(described.at("links")));
  for (const auto &[name, described] : document.at("topologies").items())
    replay_case(report, "pair scores of " + name, [&, &name = name, &described = described] {
      const LinkGraph &graph = topology(name);
      Json scores = Json::array();
      for (int a = 0; a < graph.devices(); ++a)
        scores.push_back(std::vector<int32_t>(graph.row(a), graph.row(a) + graph.devices()));
      return Outcome{described.at("pair_score"), scores};
    });
  const Policies policies(document);
  for (const Json &entry : document.at("policy_cases")) replay_policy_case(entry, policies, report);
  for (const Json &entry : document.at("sequences")) replay_sequence(entry, policies, report);
  for (const Json &entry : document.at("iterators")) replay_iterator(entry, report);
}

void replay_gpuallocator_lines(const std::vector<Json> &lines, Report &report) {
  for (const Json &line : lines) replay_line(line, report);
}
