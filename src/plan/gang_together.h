// Pods of a gang that ask for whole GPUs, brought together: well linked, and on few nodes.
#pragma once

#include <utility>
#include <vector>

#include "plan/gang_kind.h"

namespace koord::plan {

// Where a gang could be.
struct GangPlaces {
  sched::Changes changes;
  size_t nodes = 0;   // that the pods are on
  int64_t links = 0;  // the sum of the link scores of the pods' GPU sets
};

// `order` has the pods with their kinds as they are placed. Two of them ask for whole GPUs.
class Together {
 public:
  Together(GangBoard &board, std::vector<Kind> &kinds,
           const std::vector<std::pair<size_t, size_t>> &order);

  static bool matters(const sched::Scene &scene, const std::vector<Kind> &kinds);

  // Tries to do better: more in links, or the same on fewer nodes. The pods with GPUs fill one node after another,
  // each time beginning with another one of the roomiest; the rest of the gang goes where it is best. The
  // board is empty or not, and is what it came to afterwards.
  void improve(GangPlaces &best);

 private:
  struct Room {
    int64_t pods;
    size_t rank;  // among nodes, by how good they are for the first pod
    uint32_t node;
  };
  void list_rooms();
  bool is_perfect(const GangPlaces &places) const;
  bool fill(size_t first);
  bool put_with_gpus(size_t pod, size_t kind, size_t first);

  GangBoard &board_;
  std::vector<Kind> &kinds_;
  const std::vector<std::pair<size_t, size_t>> &order_;
  std::vector<Room> rooms_;   // the roomiest first
  std::vector<size_t> full_;  // by kind: so many nodes have no room for it any more
  size_t fewest_ = 0;         // nodes, were no room lost
  int64_t most_ = 0;          // in links, had each pod the best GPUs for itself
};

}  // namespace koord::plan
