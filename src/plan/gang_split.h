// Distribution of a gang's pods over nodes, from the worth of the possible loads or bounds on it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "plan/gang.h"

namespace koord::plan {

// A combination of pods on one node.
struct Load {
  std::vector<uint32_t> pods;  // by kind
  GangWorth worth;             // an upper bound until the load was tried
  bool tried = false;
  bool fits = true;
  std::vector<size_t> order;  // of kinds, in which all pods fit; set once tried

  size_t at = 0;  // index of the state that consists of these pods
};
struct LoadedNode {
  uint32_t node;
  std::vector<Load> loads;  // of two with the same worth the first is taken
};

// Finds the best distribution by dynamic programming over the remaining pods and nodes.
class GangSplit {
 public:
  static constexpr size_t kMostStates = 1 << 16;
  static constexpr uint64_t kMostSteps = 1 << 22;

  // `pods`: the number of pods of each kind.
  explicit GangSplit(std::vector<uint32_t> pods);

  bool is_small() const { return states_ <= kMostStates && steps_ <= kMostSteps; }
  uint64_t steps() const { return steps_; }  // cost of solve()

  // Among equally good nodes, those added first are used.
  void add(LoadedNode node);
  std::vector<LoadedNode> &nodes() { return nodes_; }

  // Returns a load or nullptr for each node, so that all pods are placed. Returns an empty vector
  // if that is impossible. is_small() must be true.
  std::vector<Load *> solve();

 private:
  bool has(size_t state, const Load &load) const;
  void add_choices(const LoadedNode &node, uint16_t *choice);

  std::vector<uint32_t> pods_;
  std::vector<LoadedNode> nodes_;
  size_t states_ = 1;
  uint64_t steps_ = 0;
  std::vector<uint32_t> left_;    // states x kinds: the remaining pods of a state
  std::vector<GangWorth> worth_;  // by state: the best of the nodes from the current one on
  std::vector<GangWorth> after_;  // by state: the best of the nodes after the current one
};

}  // namespace koord::plan
