#include "kubelet/cpu/hints.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/count_bits.h"
#include "base/error.h"

namespace koord::kubelet {
namespace {

// A NUMA node that owns CPUs. Nodes are identified by their position among these.
struct NodeCpus {
  int cpus;  // all CPUs of the node, free or not
  int available;
  CpuSet owned;
};

class HintMaker {
 public:
  HintMaker(const Machine &machine, const CpuSet &available, const CpuSet &reusable, int wanted)
      : machine_(machine), wanted_(wanted) {
    const CpuSet reused = reusable & machine.topology().all_cpus();
    reusable_count_ = reused.count();
    for (int i = 0; i < machine.node_count(); ++i) {
      const CpuSet &cpus = machine.node_cpus(i);
      if (cpus.empty()) continue;
      if (cpus.intersects(reused)) reusable_mask_ |= 1u << result_.node_ids.size();
      result_.node_ids.push_back(machine.node_id(i));
      nodes_.push_back({cpus.count(), cpus.count_and(available), cpus});
      if (nodes_.size() > kMaxHintNodes)
        throw Error(Status::kLimit, "topology hints: more than " + std::to_string(kMaxHintNodes) +
                                        " NUMA nodes own CPUs");
    }
  }

  Hints make(bool align_by_socket) {
    const int count = static_cast<int>(nodes_.size());
    narrowest_ = count;
    for (int size = 1; size <= count; ++size) visit(0, size, 0, 0, reusable_count_);
    const int sockets = align_by_socket ? sockets_for_narrowest() : 0;
    for (Hint &hint : result_.hints)
      hint.preferred =
          count_bits(hint.mask) == narrowest_ || (sockets > 0 && sockets_of(hint.mask) == sockets);
    return std::move(result_);
  }

 private:
  // Visits the masks with `missing` more nodes from `from` on, in lexicographic order.
  void visit(size_t from, int missing, uint32_t mask, int cpus, int available) {
    if (missing == 0) {
      if (cpus >= wanted_) narrowest_ = std::min(narrowest_, count_bits(mask));
      const bool leaves_reusable = (reusable_mask_ & ~mask) != 0;
      if (!leaves_reusable && available >= wanted_) result_.hints.push_back({mask, false});
      return;
    }
    for (size_t i = from; i + missing <= nodes_.size(); ++i)
      visit(i + 1, missing - 1, mask | 1u << i, cpus + nodes_[i].cpus,
            available + nodes_[i].available);
  }

  // Returns the number of sockets that the narrowest hint needs, or 0 if there are fewer nodes than
  // sockets. Kubelet assumes that every socket has the same number of NUMA nodes.
  int sockets_for_narrowest() const {
    const Counters &counters = machine_.counters();
    const int per_socket = counters.sockets > 0 ? counters.nodes / counters.sockets : 0;
    return per_socket > 0 ? (narrowest_ + per_socket - 1) / per_socket : 0;
  }

  int sockets_of(uint32_t mask) const {
    CpuSet rest;
    for (size_t i = 0; i < nodes_.size(); ++i)
      if ((mask >> i & 1) != 0) rest |= nodes_[i].owned;
    int sockets = 0;
    for (; !rest.empty(); ++sockets)
      rest -= machine_.socket_cpus(machine_.cpu(rest.first()).socket);
    return sockets;
  }

  const Machine &machine_;
  int wanted_;
  int reusable_count_ = 0;
  uint32_t reusable_mask_ = 0;  // nodes with reusable CPUs
  int narrowest_ = 0;           // fewest nodes that could hold the request if all CPUs were free
  std::vector<NodeCpus> nodes_;
  Hints result_;
};

}  // namespace

Hints hints(const Machine &machine, const CpuSet &available, const CpuSet &reusable, int wanted,
            bool align_by_socket) {
  return HintMaker(machine, available, reusable, wanted).make(align_by_socket);
}

}  // namespace koord::kubelet
