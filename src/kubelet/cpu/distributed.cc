#include "kubelet/cpu/distributed.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"
#include "kubelet/cpu/balance.h"
#include "kubelet/cpu/order.h"
#include "kubelet/cpu/packed.h"
#include "kubelet/cpu/socket_balance.h"

namespace koord::kubelet {
namespace {

int divide_up(int a, int b) { return (a + b - 1) / b; }

void check_count(size_t nodes, int most, std::string_view options) {
  if (nodes > static_cast<size_t>(most))
    throw Error(Status::kLimit, std::string(options) + ": " + std::to_string(nodes) +
                                    " NUMA nodes have free CPUs, at most " + std::to_string(most) +
                                    " are supported");
}

// Returns -1 if the node has CPUs in several sockets.
int socket_of(const Machine &machine, const CpuSet &node) {
  const int socket = machine.cpu(node.first()).socket;
  return node.is_subset_of(machine.socket_cpus(socket)) ? socket : -1;
}

// Chooses the nodes of `order` that share the request. Returns nullopt if no number of nodes works.
std::optional<Balance> choose_nodes(const Machine &machine, const Order &order, int wanted,
                                    const DistributedOptions &options) {
  const int group = options.group;
  check_count(order.size(), kMaxBalancedNodes, "distribute-cpus-across-numa");
  std::array<int, kMaxBalancedNodes> free;
  for (size_t i = 0; i < order.size(); ++i) free[i] = order[i].free();

  const int machine_groups = divide_up(static_cast<int>(machine.topology().cpus().size()), group);
  int machine_nodes = 0;
  for (int node = 0; node < machine.node_count(); ++node)
    machine_nodes += machine.node_cpus(node).empty() ? 0 : 1;
  const int groups = wanted / group;
  int min_nodes = divide_up(groups, divide_up(machine_groups, machine_nodes));
  const int max_nodes = std::min(groups, static_cast<int>(order.size()));
  if (options.rules.keeps_node_count_of_hint && options.nodes_of_hint <= max_nodes)
    min_nodes = std::max(min_nodes, options.nodes_of_hint);
  if (!options.by_socket || !options.rules.distributes_by_socket)
    return balance({free.data(), order.size()}, wanted, group, min_nodes, max_nodes);
  check_count(order.size(), kMaxSocketBalancedNodes,
              "distribute-cpus-across-numa with align-by-socket");
  std::array<int, kMaxSocketBalancedNodes> sockets;
  for (size_t i = 0; i < order.size(); ++i)
    sockets[i] = socket_of(machine, machine.node_cpus(order[i].index()));
  return balance_by_socket({free.data(), order.size()}, {sockets.data(), order.size()}, wanted,
                           group, min_nodes, max_nodes);
}

// Takes CPUs node by node, packed within each node.
class Dealer {
 public:
  Dealer(const Machine &machine, const CpuSet &free, const PackedOptions &options)
      : machine_(machine), free_(free), options_(options) {}

  // Returns the number of CPUs taken, which is 0 if the node has fewer than `cpus`.
  int take(int node, int cpus) {
    CpuSet part;
    pick_packed(machine_, free_ & machine_.node_cpus(node), cpus, options_, part);
    taken_ |= part;
    free_ -= part;
    return part.count();
  }
  const CpuSet &taken() const { return taken_; }

 private:
  const Machine &machine_;
  CpuSet free_;
  CpuSet taken_;
  PackedOptions options_;
};

}  // namespace

Refusal pick_distributed(const Machine &machine, const CpuSet &available, int wanted,
                         const DistributedOptions &options, CpuSet &out) {
  const int group = options.group;
  const PackedOptions packed{
      .spread = options.spread, .align_uncores = false, .rules = options.rules};
  const CpuSet free = available & machine.topology().all_cpus();
  const int free_count = free.count();
  if (wanted < 1 || wanted > free_count || wanted % group != 0)
    return pick_packed(machine, free, wanted, packed, out);

  Order order;
  order_nodes(machine, free, order);
  const auto chosen = choose_nodes(machine, order, wanted, options);
  if (!chosen) return pick_packed(machine, free, wanted, packed, out);

  Dealer dealer(machine, free, packed);
  int rest = wanted;
  for (size_t i = 0; i < order.size(); ++i)
    if ((chosen->nodes >> i & 1) != 0) rest -= dealer.take(order[i].index(), chosen->cpus_per_node);
  while (rest > 0) {
    const int before = rest;
    for (size_t i = 0; i < order.size() && rest > 0; ++i)
      if ((chosen->remainder >> i & 1) != 0) rest -= dealer.take(order[i].index(), group);
    if (rest == before)
      throw Error(Status::kInternal, "distribute-cpus-across-numa: the chosen NUMA nodes lack " +
                                         std::to_string(rest) + " CPUs");
  }
  out = dealer.taken();
  return {};
}

}  // namespace koord::kubelet
