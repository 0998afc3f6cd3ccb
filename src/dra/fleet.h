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
  // Most claims whose answers are kept, and their memory with the answers. The claims that were not
  // used for the longest time make room.
  static constexpr size_t kMostClaims = 64;
  static constexpr size_t kMostBytes = size_t{64} << 20;

  // Sets or removes the inventory of a node. Nothing changes if memory is short.
  void set(size_t node, const Inventory *inventory);
  size_t node_count() const { return inventory_of_.size(); }

  // Calls `evaluate` with each inventory that has no answer for the claims yet, and `write` with
  // each node and its answer, or nullptr if it has no inventory.
  template <typename Evaluate, typename Write>
  void judge(const Claims &claims, Wanted wanted, uint64_t max_steps, Evaluate &&evaluate,
             Write &&write) {
    Answers &answers = find_answers(claims, wanted, max_steps);
    for (size_t i = 0; i < inventories_.size(); ++i) {
      Known &known = answers.by_inventory[i];
      if (inventories_[i].nodes == 0 || known.generation == inventories_[i].generation) continue;
      known = {inventories_[i].generation, evaluate(inventories_[i].inventory)};
    }
    for (size_t node = 0; node < inventory_of_.size(); ++node)
      write(node, inventory_of_[node] == kNone
                      ? nullptr
                      : &answers.by_inventory[inventory_of_[node]].verdict);
  }

  // Returns the number of claims with answers, and the memory that they take.
  size_t claims_count() const { return answers_.size(); }
  size_t answer_bytes() const;

 private:
  static constexpr size_t kNone = SIZE_MAX;
  // Describes an inventory or claims. Equal ones, and no others, have one key.
  using Key = std::vector<uint64_t>;
  using Numbers = std::map<Key, size_t>;
  // An inventory that at least one node has, or an unused entry.
  struct Entry {
    Inventory inventory{};
    Numbers::iterator number{};
    size_t nodes = 0;
    uint64_t generation = 0;  // never used twice
  };
  // The answer for an inventory. If the generation differs, the entry has another inventory now.
  struct Known {
    uint64_t generation = 0;
    Verdict verdict{};
  };
  // The answers for claims with certain options.
  struct Answers {
    Key key{};
    uint64_t last_use = 0;
    std::vector<Known> by_inventory{};
    size_t bytes() const {
      return key.capacity() * sizeof(uint64_t) + by_inventory.capacity() * sizeof(Known);
    }
  };

  size_t find_inventory(const Inventory &inventory);
  void release(size_t entry);
  Answers &find_answers(const Claims &claims, Wanted wanted, uint64_t max_steps);
  size_t least_used(size_t but) const;

  std::vector<size_t> inventory_of_{};  // by node: its entry, or kNone
  std::vector<Entry> inventories_{};
  std::vector<size_t> free_{};  // entries without nodes
  Numbers numbers_{};           // of the entries in use
  uint64_t generation_ = 0, uses_ = 0;
  std::vector<Answers> answers_{};
};

}  // namespace koord::dra
