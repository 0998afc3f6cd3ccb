#include "render/parts.h"

#include <algorithm>

namespace koord::render {
namespace {

constexpr size_t kNamedParts = 4;

int node_of(int node) { return node < 0 ? kNoNode : node; }

}  // namespace

Parts::Parts(const Topology &topology) : topology_(topology) {
  std::vector<int> socket_of_node(topology.nodes().size(), -1);
  std::map<std::pair<int, int>, size_t> found;
  for (size_t i = 0; i < topology.cores().size(); ++i) {
    const Topology::Core &core = topology.cores()[i];
    const auto [at, is_new] = found.try_emplace({core.socket, node_of(core.node)}, parts_.size());
    if (is_new) parts_.push_back(Part{core.socket, node_of(core.node), {}, {}});
    Part &part = parts_[at->second];
    for (const int cpu : topology.threads(core)) part.cpus.add(cpu);
    const int kind = topology.find_cpu(topology.threads(core).front())->kind;
    part.clusters[{core.l3 < 0 ? kNoNode : core.l3, -kind}].push_back(static_cast<int>(i));
    if (core.node < 0) continue;
    int &socket = socket_of_node[static_cast<size_t>(core.node)];
    if (socket >= 0 && socket != core.socket) nodes_outside_ = true;
    socket = core.socket;
  }
  std::sort(parts_.begin(), parts_.end(), [this](const Part &a, const Part &b) {
    const bool outside = nodes_outside_;
    return outside ? std::pair(a.node, a.socket) < std::pair(b.node, b.socket)
                   : std::pair(a.socket, a.node) < std::pair(b.socket, b.node);
  });
  for (size_t i = 0; i < parts_.size(); ++i) {
    const Part &part = parts_[i];
    index_[{part.socket, part.node}] = i;
    by_outer_[outer_of(part)].push_back(i);
    by_socket_[part.socket].push_back(i);
    outer_cpus_[outer_of(part)] |= part.cpus;
    for (const auto &[key, cores] : part.clusters) {
      auto &parts = by_l3_[key.first];
      if (parts.empty() || parts.back() != i) parts.push_back(i);
    }
  }
}

Parts::Home Parts::home_of(const CpuSet &cpus) const {
  const Topology::Cpu *first = topology_.find_cpu(cpus.first());
  if (first == nullptr) return {};
  const size_t index = index_.at({first->socket, node_of(first->node)});
  const Part &part = parts_[index];
  if (cpus.is_subset_of(part.cpus)) return {static_cast<int>(index), outer_of(part)};
  if (cpus.is_subset_of(outer_cpus_.at(outer_of(part)))) return {-1, outer_of(part)};
  return {};
}

std::string Parts::socket_name(int socket) const {
  return "socket " + std::to_string(topology_.sockets()[static_cast<size_t>(socket)].id);
}

std::string Parts::node_name(int node) const {
  if (node == kNoNode) return "no NUMA node";
  return "NUMA " + std::to_string(topology_.nodes()[static_cast<size_t>(node)].id);
}

std::string Parts::part_name(size_t index, size_t from) const {
  const Part &part = parts_[index];
  if (part.node == kNoNode) return socket_name(part.socket);
  if (!nodes_outside_ || part.socket == parts_[from].socket) return node_name(part.node);
  if (part.node == parts_[from].node) return socket_name(part.socket);
  if (by_outer_.at(part.node).size() == 1) return node_name(part.node);
  return node_name(part.node) + " " + socket_name(part.socket);
}

std::string Parts::others(const std::vector<size_t> &parts, size_t self) const {
  std::string text;
  size_t count = 0;
  for (const size_t i : parts) {
    if (i == self) continue;
    if (count == kNamedParts)
      return text + " and " + std::to_string(parts.size() - 1 - kNamedParts) + " more";
    if (count++ > 0) text += ", ";
    text += part_name(i, self);
  }
  return text;
}

}  // namespace koord::render
