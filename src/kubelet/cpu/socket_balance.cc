#include "kubelet/cpu/socket_balance.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <numeric>

#include "base/count_bits.h"
#include "kubelet/cpu/deviation.h"

namespace koord::kubelet {
namespace {

// Calls visit(mask) for each choice of `size` members of `from`, in lexicographic order of their
// positions.
template <typename Visit>
void for_each_choice(uint64_t from, int size, Visit &&visit, uint64_t chosen = 0) {
  if (size == 0) return visit(chosen);
  for (; count_bits(from) >= size; from &= from - 1) {
    const uint64_t first = from & -from;
    for_each_choice(from ^ first, size - 1, visit, chosen | first);
  }
}

template <typename Visit>
void for_each_member(uint64_t mask, Visit &&visit) {
  for (; mask != 0; mask &= mask - 1) visit(static_cast<size_t>(std::countr_zero(mask)));
}

class SocketBalancer {
 public:
  SocketBalancer(std::span<const int> free, std::span<const int> sockets, int wanted, int group)
      : free_(free),
        sockets_(sockets),
        wanted_(wanted / group),
        group_(group),
        deviation_(static_cast<int64_t>(free.size()),
                   std::accumulate(free.begin(), free.end(), int64_t{-wanted})) {}

  // Returns the best balance over `size` nodes, or nullopt if there is none.
  std::optional<Balance> solve(int size) {
    best_ = {};
    for_each_choice((uint64_t{1} << free_.size()) - 1, size,
                    [&](uint64_t nodes) { consider(nodes); });
    return best_.nodes != 0 ? std::optional(best_) : std::nullopt;
  }

 private:
  int groups_of(size_t node) const { return free_[node] / group_; }

  bool in_one_socket(uint64_t nodes) const {
    const int socket = sockets_[static_cast<size_t>(std::countr_zero(nodes))];
    bool same = socket >= 0;
    for_each_member(nodes, [&](size_t node) { same = same && sockets_[node] == socket; });
    return same;
  }

  void consider(uint64_t nodes) {
    const bool one_socket = in_one_socket(nodes);
    if (best_.nodes != 0 && best_in_one_socket_ && !one_socket) return;
    int total_groups = 0;
    int share = wanted_ / count_bits(nodes);
    for_each_member(nodes, [&](size_t node) {
      total_groups += groups_of(node);
      share = std::min(share, groups_of(node));
    });
    if (total_groups < wanted_) return;
    Balance found;
    found.nodes = nodes;
    found.cpus_per_node = share * group_;
    const int64_t score = choose_turns(nodes, share, found.remainder);
    const bool better = best_.nodes == 0 || (one_socket && !best_in_one_socket_) || score < score_;
    if (!better) return;
    best_ = found;
    best_in_one_socket_ = one_socket;
    score_ = score;
  }

  // Chooses the nodes that take turns at the remainder: the largest set with the best score, and
  // the first of several. Returns the score.
  int64_t choose_turns(uint64_t nodes, int share, uint64_t &turns) const {
    const int rest = wanted_ - share * count_bits(nodes);
    if (rest == 0) return deviation_.thousandths(squares_after(nodes, share, 0, 0));
    uint64_t candidates = 0;
    for_each_member(nodes, [&](size_t node) {
      if (groups_of(node) > share) candidates |= uint64_t{1} << node;
    });
    int64_t best = INT64_MAX;
    int64_t fewest_squares = INT64_MAX;
    for (int size = count_bits(candidates); size >= 1; --size)
      for_each_choice(candidates, size, [&](uint64_t subset) {
        int available = 0;
        for_each_member(subset, [&](size_t node) { available += groups_of(node) - share; });
        if (available < rest) return;
        const int64_t squares = squares_after(nodes, share, subset, rest);
        if (squares >= fewest_squares) return;  // the score cannot be better
        fewest_squares = squares;
        const int64_t score = deviation_.thousandths(squares);
        if (score >= best) return;
        best = score;
        turns = subset;
      });
    return best;
  }

  // Returns the sum of squares of the CPUs that are free after all nodes gave their share and
  // `subset` gave the rest, one group per turn.
  int64_t squares_after(uint64_t nodes, int share, uint64_t subset, int rest) const {
    std::array<int, kMaxSocketBalancedNodes> left;
    std::copy(free_.begin(), free_.end(), left.begin());
    for_each_member(nodes, [&](size_t node) { left[node] -= share * group_; });
    while (rest > 0)
      for_each_member(subset, [&](size_t node) {
        if (rest == 0 || left[node] < group_) return;
        left[node] -= group_;
        --rest;
      });
    int64_t squares = 0;
    for (size_t node = 0; node < free_.size(); ++node) squares += int64_t{left[node]} * left[node];
    return squares;
  }

  std::span<const int> free_;
  std::span<const int> sockets_;
  int wanted_;  // groups
  int group_;
  Deviation deviation_;
  Balance best_;
  bool best_in_one_socket_ = false;
  int64_t score_ = 0;
};

}  // namespace

std::optional<Balance> balance_by_socket(std::span<const int> free, std::span<const int> sockets,
                                         int wanted, int group, int min_nodes, int max_nodes) {
  SocketBalancer balancer(free, sockets, wanted, group);
  for (int size = min_nodes; size <= max_nodes; ++size)
    if (const auto found = balancer.solve(size)) return found;
  return std::nullopt;
}

}  // namespace koord::kubelet
