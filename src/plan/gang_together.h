// Pods of a gang that ask for whole GPUs, brought together: on few nodes, and well linked there.
#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "plan/gang_kind.h"
#include "plan/gang_split.h"

namespace koord::plan {

// `order` has the pods with their kinds as they are placed. Two of them ask for whole GPUs.
class Together {
 public:
  Together(GangBoard &board, std::vector<Kind> &kinds, const std::vector<PodOfKind> &order);

  static bool matters(const sched::Scene &scene, const std::vector<Kind> &kinds);

  // Leaves the best placement that it finds on the board (GangWorth), what is there now among them.
  // Where the ways to share the pods out over the nodes at hand are few enough none is better; else
  // the pods fill one node after another, each time beginning with another one of the roomiest.
  // False: the board was empty and still is.
  bool improve();

 private:
  struct Room {
    int64_t with_gpus = 0;  // how many pods that request them could be there
    int64_t pods = 0;       // and of all pods
    size_t rank = 0;        // among nodes, by how good they are for the first pod
    uint32_t node = 0;
  };
  // What the split chose and was seen to fit.
  struct Chosen {
    uint32_t node;
    Load load;
  };
  using Kinds = std::vector<size_t>;

  std::vector<Room> rooms_for(const Kinds &which) const;
  std::vector<uint32_t> nodes_for(const Kinds &which) const;
  bool list_loads(const Kinds &which, GangSplit &split) const;
  bool split(const Kinds &which);
  std::vector<Chosen> search(const Kinds &which, GangSplit &split);
  void try_load(const Kinds &which, uint32_t node, Load &load);
  bool put(const Kinds &which, uint32_t node, const std::vector<uint32_t> &pods,
           const std::vector<size_t> &order, size_t &failed);

  void fill_and_deal();
  bool fill(size_t first);
  bool deal(size_t nodes);
  bool put_rest();

  bool requests_gpus(size_t kind) const;
  void begin();
  void offer();

  GangBoard &board_;
  GangBoard trial_;
  std::vector<Kind> &kinds_;
  const std::vector<PodOfKind> &order_;
  std::optional<GangWorth> worth_;  // of what is on the board
  std::vector<Room> rooms_;         // of pods with GPUs, the roomiest first
  std::vector<size_t> full_;        // by kind: how many nodes have no room for it any more
  std::vector<size_t> next_;        // by kind: of its pods
};

}  // namespace koord::plan
