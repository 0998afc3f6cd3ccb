// Which pods of a gang share a node, when what they are worth there is known or bounded.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "plan/gang_worth.h"

namespace koord::plan {

// How many pods of each kind are on one node.
struct Load {
  std::vector<uint32_t> pods;  // by kind
  GangWorth worth;             // while nobody has tried, no less than it will be
  bool tried = false;
  bool fits = true;
  std::vector<size_t> order;  // of kinds, in which they found room; when tried

  size_t at = 0;  // of the state that consists of these pods
};
struct LoadedNode {
  uint32_t node;
  std::vector<Load> loads;  // of two that are worth the same the first is taken
};

// The best way to share pods out, by pods left and nodes left.
class GangSplit {
 public:
  static constexpr size_t kMostStates = 1 << 16;
  static constexpr uint64_t kMostSteps = 1 << 22;

  // How many of each kind there are.
  explicit GangSplit(std::vector<uint32_t> pods);

  bool is_small() const { return states_ <= kMostStates && steps_ <= kMostSteps; }
  uint64_t steps() const { return steps_; }  // that solve() takes

  // Among equally good nodes the first are used.
  void add(LoadedNode node);
  std::vector<LoadedNode> &nodes() { return nodes_; }

  // Node by node a load or none, for all pods; empty: there is no way. Only when is_small().
  std::vector<Load *> solve();

 private:
  bool has(size_t state, const Load &load) const;
  void look_at(const LoadedNode &node, uint16_t *choice);

  std::vector<uint32_t> pods_;
  std::vector<LoadedNode> nodes_;
  size_t states_ = 1;
  uint64_t steps_ = 0;
  std::vector<uint32_t> left_;    // states x kinds: the pods that a state has left
  std::vector<GangWorth> worth_;  // by state: the best of the nodes from one on
  std::vector<GangWorth> after_;  // the same of the nodes behind it
};

}  // namespace koord::plan
