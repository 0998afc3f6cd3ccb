// Brings pods of a gang that request whole GPUs together: on few nodes, and well linked there.
#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "plan/gang_kind.h"
#include "plan/gang_split.h"

namespace koord::plan {

// `order` lists the pods with their kinds in the order of
// placement. At least two of them must request whole GPUs.
class GangConsolidation {
 public:
  GangConsolidation(GangBoard &board, std::vector<Kind> &kinds,
                    const std::vector<PodOfKind> &order);

  static bool matters(const sched::ClusterSnapshot &snapshot, const std::vector<Kind> &kinds);

  // Leaves the best placement found on the board (GangWorth), which may be the present one. If
  // there are few enough ways to distribute the pods over the candidate nodes, no other is better.
  // Otherwise the pods fill one node after another, beginning each time with another of the nodes
  // with most room. Returns false if the board was empty and still is.
  bool improve();

 private:
  // Upper bounds on the pods that request GPUs and on all pods.
  struct Room {
    int64_t with_gpus = 0;
    int64_t pods = 0;
    size_t rank = 0;  // among nodes, by their score for the first pod
    uint32_t node = 0;
  };
  // A load that the split chose and that was found to fit.
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

  void fill_or_distribute();
  bool fill_nodes(size_t first);
  bool distribute(size_t nodes);
  bool put_rest();

  bool requests_gpus(size_t kind) const;
  void start_over();
  void adopt_if_better();

  GangBoard &board_;
  GangBoard trial_;
  std::vector<Kind> &kinds_;
  const std::vector<PodOfKind> &order_;
  std::optional<GangWorth> worth_;  // of the placement on the board
  std::vector<Room> rooms_;         // for pods with GPUs, most room first
  std::vector<size_t> full_;        // by kind: number of nodes that have no more room for it
  std::vector<size_t> next_;        // by kind: index of its next pod
};

}  // namespace koord::plan
