#include "topology/topology.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "base/error.h"

namespace koord {
namespace {

constexpr int64_t kMaxId = INT32_MAX - 1;  // of sockets and cores: the kernel's int, minus one

[[noreturn]] void invalid(const std::string &what) {
  throw Error(Status::kInvalid, "topology: " + what);
}

std::string cpu_name(int64_t id) { return "CPU " + std::to_string(id); }

void check_range(int64_t value, int64_t low, int64_t high, const std::string &what) {
  if (value < low || value > high)
    invalid(what + " " + std::to_string(value) + " is outside " + std::to_string(low) + ".." +
            std::to_string(high));
}

void check_cpus(std::vector<TopologySpec::Cpu> &cpus) {
  if (cpus.empty()) invalid("no CPU is usable");
  if (cpus.size() > Topology::kMaxCpus)
    throw Error(Status::kLimit, "topology: " + std::to_string(cpus.size()) + " CPUs, at most " +
                                    std::to_string(Topology::kMaxCpus) + " are supported");
  for (const auto &cpu : cpus) {
    check_range(cpu.id, 0, CpuSet::kCapacity - 1, "CPU id");
    check_range(cpu.socket, 0, kMaxId, cpu_name(cpu.id) + ": socket id");
    check_range(cpu.node, -1, Topology::kMaxNodes - 1, cpu_name(cpu.id) + ": NUMA node id");
    check_range(cpu.core, 0, kMaxId, cpu_name(cpu.id) + ": core id");
    check_range(cpu.l3, -1, kMaxId, cpu_name(cpu.id) + ": L3 id");
    check_range(cpu.kernel_core, -1, INT32_MAX, cpu_name(cpu.id) + ": kernel core id");
  }
  std::sort(cpus.begin(), cpus.end(), [](const auto &a, const auto &b) { return a.id < b.id; });
  for (size_t i = 1; i < cpus.size(); ++i) {
    if (cpus[i - 1].id != cpus[i].id) continue;
    if (cpus[i - 1].node != cpus[i].node)
      invalid(cpu_name(cpus[i].id) + " is listed in two NUMA nodes, " +
              std::to_string(cpus[i - 1].node) + " and " + std::to_string(cpus[i].node));
    invalid(cpu_name(cpus[i].id) + " is listed twice");
  }
}

void check_places(const TopologySpec &spec) {
  if (spec.nodes.size() > Topology::kMaxNodes)
    throw Error(Status::kLimit, "topology: " + std::to_string(spec.nodes.size()) +
                                    " NUMA nodes, at most " + std::to_string(Topology::kMaxNodes) +
                                    " are supported");
  std::vector<int64_t> ids;
  for (const auto &node : spec.nodes) {
    check_range(node.id, 0, Topology::kMaxNodes - 1, "NUMA node id");
    ids.push_back(node.id);
  }
  std::sort(ids.begin(), ids.end());
  const auto twice = std::adjacent_find(ids.begin(), ids.end());
  if (twice != ids.end()) invalid("NUMA node " + std::to_string(*twice) + " is listed twice");
  for (const int64_t socket : spec.empty_sockets) check_range(socket, 0, kMaxId, "socket id");
  check_range(spec.empty_l3s, 0, CpuSet::kCapacity, "number of L3 caches without CPUs");

  const size_t n = spec.distances.node_ids.size();
  if (spec.distances.values.size() != n * n)
    invalid("the distance matrix has " + std::to_string(spec.distances.values.size()) +
            " values for " + std::to_string(n) + " NUMA nodes");
  CpuSet seen;
  for (const int node : spec.distances.node_ids) {
    check_range(node, 0, Topology::kMaxNodes - 1, "the distance matrix: NUMA node id");
    if (seen.contains(node))
      invalid("the distance matrix lists NUMA node " + std::to_string(node) + " twice");
    seen.add(node);
  }
}

}  // namespace

std::shared_ptr<const Topology> Topology::build(TopologySpec spec) {
  check_cpus(spec.cpus);
  check_places(spec);
  return std::shared_ptr<const Topology>(new Topology(std::move(spec)));
}

Topology::Topology(TopologySpec &&spec)
    : offline_(spec.offline),
      disallowed_(spec.disallowed),
      isolated_(spec.isolated),
      nohz_full_(spec.nohz_full),
      distances_(std::move(spec.distances)),
      devices_(std::move(spec.devices)),
      facts_(std::move(spec.facts)) {
  std::stable_sort(devices_.begin(), devices_.end(),
                   [](const auto &a, const auto &b) { return a.bus_id < b.bus_id; });
  add_places(spec);
  add_cpus(spec.cpus);
  for (NumaNode &node : nodes_) node.l3s = l3s_of(node.cpus);
  add_numa_places();
  rank_cores();
  offline_ -= all_;
  // The kernel accepts these parameters for CPUs that the machine does not have.
  for (CpuSet *stated : {&isolated_, &nohz_full_}) *stated &= all_ | offline_ | disallowed_;
  for (int i = 0; i < spec.empty_l3s; ++i) l3s_.push_back(L3{-1, -1, {}});
  for (NumaNode &node : nodes_) node.local_cpus = (node.local_cpus & all_) | node.cpus;
  std::vector<SiblingMap::Core> cores;
  for (const Core &core : cores_) cores.push_back({threads(core)});
  siblings_ = SiblingMap(cores);
}

void Topology::add_places(const TopologySpec &spec) {
  std::map<int64_t, NumaNode> nodes;
  for (const auto &node : spec.nodes)
    nodes[node.id] = NumaNode{
        static_cast<int32_t>(node.id), node.memory_bytes, node.huge_pages, {}, node.local_cpus};
  std::map<int64_t, Socket> sockets;
  for (const int64_t socket : spec.empty_sockets)
    sockets[socket] = Socket{static_cast<int32_t>(socket), {}};
  for (const auto &cpu : spec.cpus) {
    if (cpu.node >= 0)
      nodes.try_emplace(cpu.node, NumaNode{static_cast<int32_t>(cpu.node), 0, {}, {}, {}});
    sockets.try_emplace(cpu.socket, Socket{static_cast<int32_t>(cpu.socket), {}});
  }
  for (auto &[id, node] : nodes) {
    std::stable_sort(node.huge_pages.begin(), node.huge_pages.end(),
                     [](const auto &a, const auto &b) { return a.page_bytes < b.page_bytes; });
    nodes_.push_back(std::move(node));
  }
  for (auto &[id, socket] : sockets) sockets_.push_back(std::move(socket));
}

void Topology::add_cpus(const std::vector<TopologySpec::Cpu> &cpus) {
  // CPUs are ascending by id, so cores and L3 groups are numbered by their lowest CPU.
  std::map<std::tuple<int64_t, int64_t, int64_t>, int32_t> core_of;
  std::map<int64_t, int32_t> l3_of;
  std::vector<std::vector<int32_t>> threads_of;
  cpu_index_.assign(cpus.back().id + 1, -1);
  for (const auto &spec : cpus) {
    Cpu cpu{};
    cpu.id = static_cast<int32_t>(spec.id);
    cpu.socket = socket_index(static_cast<int>(spec.socket));
    cpu.node = spec.node < 0 ? -1 : node_index(static_cast<int>(spec.node));
    cpu.kernel_core = static_cast<int32_t>(spec.kernel_core);
    cpu.kind = spec.kind;
    cpu.l3 = -1;
    if (spec.l3 >= 0) {
      const auto [l3, is_new] = l3_of.try_emplace(spec.l3, static_cast<int32_t>(l3s_.size()));
      if (is_new) l3s_.push_back(L3{static_cast<int32_t>(spec.l3), cpu.id, {}});
      cpu.l3 = l3->second;
      l3s_[cpu.l3].cpus.add(cpu.id);
    }
    const auto [core, is_new] = core_of.try_emplace({spec.socket, spec.node, spec.core},
                                                    static_cast<int32_t>(cores_.size()));
    cpu.core = core->second;
    if (is_new) {
      cores_.push_back(Core{static_cast<int32_t>(spec.core), cpu.socket, cpu.node, cpu.l3, 0, 0});
      threads_of.emplace_back();
    }
    threads_of[cpu.core].push_back(cpu.id);
    sockets_[cpu.socket].cpus.add(cpu.id);
    (cpu.node >= 0 ? nodes_[cpu.node].cpus : without_node_).add(cpu.id);
    if (cpu.l3 < 0) without_l3_.add(cpu.id);
    all_.add(cpu.id);
    cpu_index_[cpu.id] = static_cast<int32_t>(cpus_.size());
    cpus_.push_back(cpu);
  }
  cpus_per_core_ = static_cast<int>(cpus_.size() / cores_.size());
  for (size_t i = 0; i < cores_.size(); ++i) {
    cores_[i].first = static_cast<uint32_t>(thread_ids_.size());
    cores_[i].threads = static_cast<uint32_t>(threads_of[i].size());
    thread_ids_.insert(thread_ids_.end(), threads_of[i].begin(), threads_of[i].end());
    smt_width_ = std::max(smt_width_, static_cast<int>(threads_of[i].size()));
  }
}

std::vector<int32_t> Topology::l3s_of(const CpuSet &cpus) const {
  std::vector<int32_t> l3s;
  cpus.for_each([&](int id) {
    const int32_t l3 = find_cpu(id)->l3;
    if (l3 >= 0) l3s.push_back(l3);
  });
  std::sort(l3s.begin(), l3s.end());
  l3s.erase(std::unique(l3s.begin(), l3s.end()), l3s.end());
  return l3s;
}

void Topology::add_numa_places() {
  CpuSet without_node = without_node_;
  const int zero = node_index(0);
  if (!without_node.empty() && zero >= 0) without_node |= nodes_[zero].cpus;
  if (!without_node.empty()) numa_places_.push_back({0, zero, 0, without_node});
  for (size_t i = 0; i < nodes_.size(); ++i) {
    if (nodes_[i].cpus.empty() || (!without_node.empty() && nodes_[i].id == 0)) continue;
    numa_places_.push_back({nodes_[i].id, static_cast<int32_t>(i), 0, nodes_[i].cpus});
  }
  for (CpuNode &place : numa_places_) {
    place.socket = find_cpu(place.cpus.first())->socket;
    place.l3s = l3s_of(place.cpus);
  }

  std::set<std::pair<int32_t, int32_t>> pairs;
  for (const Cpu &cpu : cpus_) pairs.emplace(cpu.socket, cpu.node < 0 ? 0 : nodes_[cpu.node].id);
  socket_place_pairs_ = static_cast<int>(pairs.size());

  smallest_place_ = all_.count();
  for (const CpuNode &place : numa_places_) {
    smallest_place_ = std::min(smallest_place_, place.cpus.count());
    largest_place_ = std::max(largest_place_, place.cpus.count());
  }
  for (const Socket &socket : sockets_) {
    if (!socket.cpus.empty()) smallest_place_ = std::min(smallest_place_, socket.cpus.count());
    largest_socket_ = std::max(largest_socket_, socket.cpus.count());
  }
}

void Topology::rank_cores() {
  for (size_t i = 0; i < cores_.size(); ++i) ranked_cores_.push_back(static_cast<int32_t>(i));
  std::stable_sort(ranked_cores_.begin(), ranked_cores_.end(), [&](int32_t a, int32_t b) {
    return std::tie(cores_[a].socket, cores_[a].id) < std::tie(cores_[b].socket, cores_[b].id);
  });
  core_rank_.resize(cores_.size());
  for (size_t i = 0; i < ranked_cores_.size(); ++i)
    core_rank_[ranked_cores_[i]] = static_cast<int32_t>(i);
  std::vector<int32_t> last(sockets_.size(), INT32_MIN);
  const Core *before = &cores_.front();
  for (const Core &core : cores_) {
    if (core.id < last[core.socket]) sockets_[core.socket].cores_ascend = false;
    last[core.socket] = core.id;
    if (core.socket < before->socket || core.id < before->id) all_ranked_by_cpu_ = false;
    before = &core;
  }
}

bool Topology::on_ranked_socket(const CpuSet &cpus) const {
  const Cpu *first = find_cpu(cpus.first());
  if (first == nullptr) return true;
  const Socket &socket = sockets_[first->socket];
  return socket.cores_ascend && cpus.is_subset_of(socket.cpus);
}

const Topology::CpuNode *Topology::find_numa_place(int id) const {
  const auto at = std::lower_bound(numa_places_.begin(), numa_places_.end(), id,
                                   [](const CpuNode &place, int want) { return place.id < want; });
  return at != numa_places_.end() && at->id == id ? &*at : nullptr;
}

int Topology::node_index(int id) const {
  const auto at = std::lower_bound(nodes_.begin(), nodes_.end(), id,
                                   [](const NumaNode &node, int want) { return node.id < want; });
  return at != nodes_.end() && at->id == id ? static_cast<int>(at - nodes_.begin()) : -1;
}

int Topology::socket_index(int id) const {
  const auto at = std::lower_bound(sockets_.begin(), sockets_.end(), id,
                                   [](const Socket &socket, int want) { return socket.id < want; });
  return at != sockets_.end() && at->id == id ? static_cast<int>(at - sockets_.begin()) : -1;
}

size_t Topology::memory_use() const {
  const auto bytes_of = []<typename T>(const std::vector<T> &values) {
    return values.capacity() * sizeof(T);
  };
  size_t bytes = sizeof *this + bytes_of(cpus_) + bytes_of(cpu_index_) + bytes_of(cores_) +
                 bytes_of(thread_ids_) + bytes_of(l3s_) + bytes_of(nodes_) + bytes_of(sockets_) +
                 bytes_of(numa_places_) + bytes_of(ranked_cores_) + bytes_of(core_rank_) +
                 bytes_of(distances_.node_ids) + bytes_of(distances_.values) +
                 siblings_.memory_beside();
  for (const NumaNode &node : nodes_) bytes += bytes_of(node.huge_pages) + bytes_of(node.l3s);
  for (const CpuNode &place : numa_places_) bytes += bytes_of(place.l3s);
  return bytes;
}

}  // namespace koord
