// Inventories of many nodes, and the answers for claims that were evaluated on them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "dra/claims.h"
#include "dra/inventory.h"
#include "dra/miss.h"
#include "dra/search.h"

namespace koord::dra {

// The answer for a node, without devices.
struct Verdict {
  MissReason reason = MissReason::kNone;
  bool truncated = false;
  Score score;
};

// Many nodes look alike: claims are evaluated once for all nodes with equal inventories, and again
// only for inventories that have changed.
class Fleet {
 public:
  // Sets or removes the inventory of a node. Nothing changes if memory is short.
  void set(size_t node, const Inventory *inventory);
  size_t node_count() const { return state_of_.size(); }

  // Calls `evaluate` with each inventory that has no answer for the claims yet, and `write` with
  // each node and its answer, or nullptr if it has no inventory.
  template <typename Evaluate, typename Write>
  void judge(const Claims &claims, Wanted wanted, uint64_t max_steps, Evaluate &&evaluate,
             Write &&write) {
    Shape &shape = find_shape(claims, wanted, max_steps);
    shape.verdicts.resize(states_.size());
    for (size_t i = 0; i < states_.size(); ++i) {
      if (states_[i].nodes == 0 || shape.verdicts[i].first == states_[i].generation) continue;
      const Verdict verdict = evaluate(states_[i].inventory);
      shape.verdicts[i] = {states_[i].generation, verdict};
    }
    for (size_t node = 0; node < state_of_.size(); ++node)
      write(node, state_of_[node] == kNoState ? nullptr : &shape.verdicts[state_of_[node]].second);
  }

 private:
  static constexpr size_t kNoState = SIZE_MAX;
  static constexpr size_t kMostShapes = 64;
  using Key = std::vector<uint64_t>;
  // An inventory, and how many nodes have it.
  struct State {
    Inventory inventory{};
    Key key{};
    size_t nodes = 0;
    uint64_t generation = 0;  // never used twice
  };
  // Claims, and their answers by state. An answer of another generation is stale.
  struct Shape {
    Key key{};
    uint64_t last_use = 0;
    std::vector<std::pair<uint64_t, Verdict>> verdicts{};
  };

  size_t find_state(const Inventory &inventory);
  void release(size_t state);
  Shape &find_shape(const Claims &claims, Wanted wanted, uint64_t max_steps);

  std::vector<size_t> state_of_{};  // by node
  std::vector<State> states_{};
  std::vector<size_t> free_{};  // states without nodes
  std::map<Key, size_t> numbers_{};
  uint64_t generation_ = 0, uses_ = 0;
  std::vector<Shape> shapes_{};
};

}  // namespace koord::dra
