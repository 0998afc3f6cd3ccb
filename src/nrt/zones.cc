#include "nrt/zones.h"

#include <algorithm>
#include <bit>
#include <map>

#include "base/error.h"

namespace koord::sched {
namespace {

using object::Amount;
using object::NumaReport;

struct Row {
  bool on_node = false;
  uint64_t reporting = 0;
};
using Rows = std::map<uint16_t, Row>;

std::vector<uint8_t> zone_ids(const NumaReport &report) {
  std::vector<uint8_t> ids;
  uint64_t seen = 0;
  for (const object::NumaZone &zone : report.zones) {
    if (zone.node < 0 || zone.node >= NumaReport::kMaxNodes)
      throw Error(Status::kInvalid, "zones: found NUMA node " + std::to_string(zone.node) +
                                        ", expected one below " +
                                        std::to_string(NumaReport::kMaxNodes));
    if ((seen >> zone.node & 1) != 0)
      throw Error(Status::kInvalid,
                  "zones: NUMA node " + std::to_string(zone.node) + " is listed twice");
    seen |= uint64_t{1} << zone.node;
    ids.push_back(static_cast<uint8_t>(zone.node));
  }
  return ids;
}

std::vector<uint8_t> distances(const NumaReport &report) {
  const size_t n = report.zones.size();
  std::vector<int> position(NumaReport::kMaxNodes, -1);
  for (size_t i = 0; i < n; ++i) position[report.zones[i].node] = static_cast<int>(i);
  std::vector<uint8_t> out(n * n, NrtNode::kUnknownDistance);
  for (size_t i = 0; i < n; ++i) {
    for (const object::NumaCost &cost : report.zones[i].costs) {
      if (cost.node < 0 || cost.node >= NumaReport::kMaxNodes || position[cost.node] < 0) continue;
      const bool known = cost.value >= 0 && cost.value < NrtNode::kUnknownDistance;
      out[i * n + static_cast<size_t>(position[cost.node])] =
          known ? static_cast<uint8_t>(cost.value) : NrtNode::kUnknownDistance;
    }
  }
  return out;
}

// Returns for each zone the zones that can replace it in any set without changing the set's
// distance. The distance of two zones is the sum of both directions.
std::vector<uint64_t> twins(const std::vector<uint8_t> &distances, size_t n) {
  const auto pair = [&](size_t a, size_t b) { return distances[a * n + b] + distances[b * n + a]; };
  const auto alike = [&](size_t a, size_t b) {
    if (distances[a * n + a] != distances[b * n + b]) return false;
    for (size_t other = 0; other < n; ++other)
      if (other != a && other != b && pair(a, other) != pair(b, other)) return false;
    return true;
  };
  std::vector<uint64_t> out(n);
  for (size_t a = 0; a < n; ++a)
    for (size_t b = a + 1; b < n; ++b)
      if (alike(a, b)) {
        out[a] |= uint64_t{1} << b;
        out[b] |= uint64_t{1} << a;
      }
  return out;
}

}  // namespace

NrtNode make_nrt_node(const NumaReport &report, const object::Amounts &allocatable,
                      const NrtNumbering &number) {
  NrtNode node;
  node.config = topology_manager_config(report);
  node.ids = zone_ids(report);
  node.distances = distances(report);
  node.twins = twins(node.distances, node.zones());

  Rows rows;
  for (const std::string_view name : {"cpu", "memory", "pods", "ephemeral-storage"})
    rows[number(name)].on_node = true;
  for (const Amount &amount : allocatable) rows[number(amount.resource)].on_node = true;
  for (size_t zone = 0; zone < report.zones.size(); ++zone)
    for (const Amount &amount : report.zones[zone].available)
      rows[number(amount.resource)].reporting |= uint64_t{1} << zone;
  if (rows.size() > NrtNode::kMaxResources)
    throw Error(Status::kLimit, "NodeResourceTopology: found " + std::to_string(rows.size()) +
                                    " resources on one node, expected at most " +
                                    std::to_string(NrtNode::kMaxResources));

  node.available.resize(rows.size() * node.zones());
  for (const auto &[resource, row] : rows) {
    node.resources.push_back(resource);
    node.on_node.push_back(row.on_node ? 1 : 0);
    node.reporting.push_back(row.reporting);
  }
  for (size_t zone = 0; zone < report.zones.size(); ++zone) {
    for (const Amount &amount : report.zones[zone].available) {
      const auto at =
          std::lower_bound(node.resources.begin(), node.resources.end(), number(amount.resource));
      const auto row = static_cast<size_t>(at - node.resources.begin());
      node.available[row * node.zones() + zone] = amount.value;
    }
  }
  return node;
}

NrtZones::NrtZones(const NrtPod &pod)
    : pod_(&pod), on_node_(pod.columns().size()), reporting_(pod.columns().size()) {}

void NrtZones::load(const NrtNode &node) {
  node_ = &node;
  const size_t zones = node.zones();
  if (available_.size() < zones * pod_->columns().size())
    available_.resize(zones * pod_->columns().size());
  size_t row = 0;
  for (const uint32_t column : pod_->by_number()) {  // both ascend by number
    const uint16_t number = pod_->columns()[column].number;
    while (row < node.resources.size() && node.resources[row] < number) ++row;
    const bool known = row < node.resources.size() && node.resources[row] == number;
    on_node_[column] = known ? node.on_node[row] : 0;
    reporting_[column] = known ? node.reporting[row] : 0;
    if (known)
      std::copy_n(node.available.data() + row * zones, zones, cell(column, 0));
    else
      std::fill_n(cell(column, 0), zones, 0);
  }
}

int NrtZones::lowest(uint64_t zones) const {
  int best = std::countr_zero(zones);
  for (uint64_t rest = zones & (zones - 1); rest != 0; rest &= rest - 1) {
    const int zone = std::countr_zero(rest);
    if (id(zone) < id(best)) best = zone;
  }
  return best;
}

uint64_t NrtZones::sufficient(const NrtRequest &request) const {
  if (!binds(request.column)) return reporting_[request.column];
  const std::span<const int64_t> has = available(request.column);
  uint64_t zones = 0;
  for (size_t zone = 0; zone < has.size(); ++zone)
    zones |= uint64_t{has[zone] >= request.value ? 1U : 0U} << zone;
  return zones & reporting_[request.column];
}

bool NrtZones::only_host_level(NrtRequests requests) const {
  return std::all_of(requests.begin(), requests.end(),
                     [this](const NrtRequest &request) { return reporting_[request.column] == 0; });
}

bool NrtZones::take(int zone, NrtRequests requests) {
  const auto reported = [&](const NrtRequest &request) {
    return binds(request.column) && (reporting_[request.column] >> zone & 1) != 0;
  };
  for (const NrtRequest &request : requests)
    if (reported(request) && *cell(request.column, zone) < request.value) return false;
  for (const NrtRequest &request : requests)
    if (reported(request)) *cell(request.column, zone) -= request.value;
  return true;
}

void NrtZones::take_across(uint64_t zones, NrtRequests requests) {
  for (const NrtRequest &request : requests) {
    int64_t rest = request.value;
    for (uint64_t left = zones & reporting_[request.column]; left != 0 && rest > 0;) {
      const int zone = lowest(left);
      left &= ~(uint64_t{1} << zone);
      int64_t &has = *cell(request.column, zone);
      const int64_t taken = std::min(has, rest);
      has -= taken;
      rest -= taken;
    }
  }
}

}  // namespace koord::sched
