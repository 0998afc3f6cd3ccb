// Compares the tables of kubelet_balance with an enumeration
// of all combinations in kubelet's order.
#include "kubelet/cpu/balance.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <random>
#include <vector>

#include "kubelet/cpu/deviation.h"
#include "kubelet/cpu/socket_balance.h"

namespace koord::kubelet {
namespace {

double rounded(double x) { return std::round(x * 1000) / 1000; }

double score(const std::vector<int> &left) {
  double mean = 0;
  for (const int x : left) mean += x;
  mean = rounded(mean / static_cast<double>(left.size()));
  double sum = 0;
  for (const int x : left) sum += (x - mean) * (x - mean);
  return rounded(std::sqrt(sum / static_cast<double>(left.size())));
}

// Returns all subsets of `from` with `size` members, in lexicographic order of positions.
std::vector<uint64_t> subsets(uint64_t from, int size, size_t positions) {
  if (size == 0) return {0};
  std::vector<uint64_t> all;
  for (size_t i = 0; i < positions; ++i) {
    if ((from >> i & 1) == 0) continue;
    for (const uint64_t rest : subsets(from & ~((uint64_t{2} << i) - 1), size - 1, positions))
      all.push_back(rest | uint64_t{1} << i);
  }
  return all;
}

struct Answer {
  Balance balance;
  std::vector<int> left;
};

// Distributes the remainder round-robin. Returns false if the nodes run out of CPUs.
bool hand_out(std::vector<int> &left, uint64_t turns, int remainder, int group) {
  while (remainder > 0) {
    const int before = remainder;
    for (size_t i = 0; i < left.size() && remainder > 0; ++i) {
      if ((turns >> i & 1) == 0 || left[i] < group) continue;
      left[i] -= group;
      remainder -= group;
    }
    if (remainder == before) return false;
  }
  return true;
}

bool in_one_socket(uint64_t nodes, const std::vector<int> &sockets) {
  int socket = -1;
  for (size_t i = 0; i < sockets.size(); ++i) {
    if ((nodes >> i & 1) == 0) continue;
    if (sockets[i] < 0 || (socket >= 0 && sockets[i] != socket)) return false;
    socket = sockets[i];
  }
  return true;
}

// `sockets` has the socket of each node for align-by-socket since kubelet 1.37; else it is empty.
std::optional<Answer> enumerate(const std::vector<int> &free, int wanted, int group, int min_nodes,
                                int max_nodes, const std::vector<int> &sockets = {}) {
  const size_t n = free.size();
  const bool by_socket = !sockets.empty();
  for (int k = min_nodes; k <= max_nodes; ++k) {
    std::optional<Answer> best;
    double best_score = 1e300;
    bool best_in_one = false;
    const auto offer = [&](const Answer &found, double its_score) {
      const bool in_one = by_socket && in_one_socket(found.balance.nodes, sockets);
      const bool better = in_one != best_in_one ? in_one : its_score < best_score;
      if (!better) return;
      best_score = its_score;
      best = found;
      best_in_one = in_one;
    };
    for (const uint64_t nodes : subsets((uint64_t{1} << n) - 1, k, n)) {
      int share = wanted / k / group * group;
      for (size_t i = 0; by_socket && i < n; ++i)
        if ((nodes >> i & 1) != 0) share = std::min(share, free[i] / group * group);
      const int remainder = wanted - share * k;
      int whole = 0;
      bool rich = true;
      std::vector<int> after = free;
      uint64_t usable = 0;
      for (size_t i = 0; i < n; ++i) {
        if ((nodes >> i & 1) == 0) continue;
        whole += free[i] / group * group;
        rich = rich && free[i] >= share;
        after[i] -= share;
        if (after[i] >= group) usable |= uint64_t{1} << i;
      }
      if (whole < wanted || !rich) continue;
      if (remainder == 0) {
        offer({{nodes, 0, share}, after}, score(after));
        continue;
      }
      double local_score = 1e300;
      Answer local;
      for (int size = std::popcount(usable); size > 0; --size)
        for (const uint64_t turns : subsets(usable, size, n)) {
          std::vector<int> left = after;
          if (!hand_out(left, turns, remainder, group)) continue;
          if (score(left) < local_score) {
            local_score = score(left);
            local = {{nodes, turns, share}, left};
          }
        }
      if (local_score < 1e300) offer(local, local_score);
    }
    if (best) return best;
  }
  return std::nullopt;
}

void expect_same(const std::vector<int> &free, int wanted, int group, int min_nodes,
                 const std::vector<int> &sockets = {}) {
  const int max_nodes = std::min(wanted / group, static_cast<int>(free.size()));
  const auto want = enumerate(free, wanted, group, min_nodes, max_nodes, sockets);
  const auto got = sockets.empty()
                       ? balance(free, wanted, group, min_nodes, max_nodes)
                       : balance_by_socket(free, sockets, wanted, group, min_nodes, max_nodes);
  std::string input;
  for (const int socket : sockets) input += "s" + std::to_string(socket) + ' ';
  for (const int f : free) input += std::to_string(f) + ' ';
  SCOPED_TRACE("free " + input + "wanted " + std::to_string(wanted) + " group " +
               std::to_string(group) + " from " + std::to_string(min_nodes) + " nodes");
  ASSERT_EQ(got.has_value(), want.has_value());
  if (!got) return;
  EXPECT_EQ(got->nodes, want->balance.nodes);
  EXPECT_EQ(got->remainder, want->balance.remainder);
  EXPECT_EQ(got->cpus_per_node, want->balance.cpus_per_node);
}

TEST(KubeletBalance, SameAsEnumeration) {
  std::mt19937 random(20240611);
  const auto up_to = [&](int low, int high) {
    return low + static_cast<int>(random() % static_cast<unsigned>(high - low + 1));
  };
  for (int round = 0; round < 4000; ++round) {
    // Few distinct numbers give many ties; many distinct numbers give few.
    const int most = up_to(1, round % 3 == 0 ? 64 : 9);
    std::vector<int> free(static_cast<size_t>(up_to(1, round % 10 == 0 ? 8 : 6)));
    int total = 0;
    for (int &f : free) total += f = up_to(1, most);
    const int group = 1 << up_to(0, 2);
    const int wanted = up_to(1, std::max(1, total / group)) * group;
    if (wanted > total) continue;
    // Kubelet starts at the smallest number of nodes that could
    // suffice; a later start gives more remainders.
    expect_same(free, wanted, group,
                up_to(1, std::min(wanted / group, static_cast<int>(free.size()))));
    if (HasFailure()) return;
  }
}

TEST(KubeletBalance, SameAsEnumerationBySocket) {
  std::mt19937 random(20261126);
  const auto up_to = [&](int low, int high) {
    return low + static_cast<int>(random() % static_cast<unsigned>(high - low + 1));
  };
  for (int round = 0; round < 4000; ++round) {
    const int most = up_to(1, round % 3 == 0 ? 32 : 6);
    std::vector<int> free(static_cast<size_t>(up_to(1, round % 10 == 0 ? 7 : 5)));
    std::vector<int> sockets(free.size());
    int total = 0;
    for (int &f : free) total += f = up_to(1, most);
    for (int &socket : sockets) socket = up_to(0, 9) == 0 ? -1 : up_to(0, 2);
    const int group = 1 << up_to(0, 2);
    const int wanted = up_to(1, std::max(1, total / group)) * group;
    if (wanted > total) continue;
    expect_same(free, wanted, group,
                up_to(1, std::min(wanted / group, static_cast<int>(free.size()))), sockets);
    if (HasFailure()) return;
  }
}

// Balance alone would choose nodes 1 and 2; kubelet 1.37 prefers two nodes of one socket.
TEST(KubeletBalance, NodesOfOneSocketComeFirst) {
  const std::vector free{4, 8, 8, 4};
  EXPECT_EQ(balance(free, 8, 1, 2, 4)->nodes, 0b0110u);
  EXPECT_EQ(balance_by_socket(free, std::vector{0, 0, 1, 1}, 8, 1, 2, 4)->nodes, 0b0011u);
}

// Before 1.37, a node that could not give half excluded both nodes from the distribution.
TEST(KubeletBalance, EveryNodeGivesAsManyAsTheSmallestCan) {
  const std::vector free{2, 8};
  EXPECT_FALSE(balance(free, 10, 1, 2, 2).has_value());
  const auto got = balance_by_socket(free, std::vector{0, 0}, 10, 1, 2, 2);
  ASSERT_TRUE(got.has_value());
  EXPECT_EQ(got->cpus_per_node, 2);
  EXPECT_EQ(got->remainder, 0b10u);
}

TEST(KubeletBalance, ANodeGivesWholeGroups) {
  // Kubelet 1.36 counts single CPUs here and loops forever.
  const auto got = balance(std::vector{5, 5, 5, 5}, 14, 2, 4, 4);
  ASSERT_TRUE(got.has_value());
  EXPECT_EQ(got->cpus_per_node, 2);
  EXPECT_EQ(got->remainder, 0b1111u);  // 3 groups, one for each of the first 3 nodes
}

TEST(KubeletBalance, FirstOfEqualCombinations) {
  const auto got = balance(std::vector(8, 8), 32, 1, 4, 8);
  ASSERT_TRUE(got.has_value());
  EXPECT_EQ(got->nodes, 0b1111u);
}

// There are too many nodes to keep every row of the table.
TEST(KubeletBalance, FirstOfEqualTurnsOnManyNodes) {
  constexpr uint64_t kAll = ~uint64_t{0};
  const auto even = balance(std::vector(64, 4), 64 * 2 + 40, 1, 64, 64);
  ASSERT_TRUE(even.has_value());
  EXPECT_EQ(even->nodes, kAll);
  EXPECT_EQ(even->remainder, kAll);  // the first 40 nodes give one more each

  // If the last 40 nodes have more CPUs, taking the remainder from them leaves the machine even.
  std::vector<int> free(64, 4);
  std::fill(free.begin() + 24, free.end(), 5);
  const auto uneven = balance(free, 64 * 2 + 40, 1, 64, 64);
  ASSERT_TRUE(uneven.has_value());
  EXPECT_EQ(uneven->cpus_per_node, 2);
  EXPECT_EQ(uneven->remainder, kAll << 24);
}

TEST(KubeletBalance, NoNumberOfNodesWorks) {
  EXPECT_FALSE(balance(std::vector{1, 1, 1}, 4, 1, 1, 3).has_value());
  EXPECT_FALSE(balance(std::vector{3, 3}, 6, 2, 2, 2).has_value());
  EXPECT_FALSE(balance(std::vector{8, 8}, 2, 1, 2, 1).has_value());
}

TEST(KubeletBalance, ManyNodes) {
  // This is far beyond the reach of enumeration: the last 40 of 64 nodes have one CPU more.
  std::vector<int> free(kMaxBalancedNodes, 4);
  std::fill(free.begin() + 24, free.end(), 5);
  const auto got = balance(free, 100, 1, 40, 64);
  ASSERT_TRUE(got.has_value());
  EXPECT_EQ(got->nodes, ~uint64_t{0} << 24);
  EXPECT_EQ(got->cpus_per_node, 2);
  EXPECT_EQ(std::popcount(got->remainder), 40);
}

TEST(KubeletDeviation, RoundsLikeKubelet) {
  std::mt19937 random(7);
  for (int round = 0; round < 20000; ++round) {
    std::vector<int> left(1 + random() % 16);
    int64_t sum = 0;
    int64_t squares = 0;
    for (int &x : left) {
      x = static_cast<int>(random() % (round % 2 == 0 ? 10 : 512));
      sum += x;
      squares += int64_t{x} * x;
    }
    const Deviation deviation(static_cast<int64_t>(left.size()), sum);
    const int64_t q = deviation.thousandths(squares);
    EXPECT_EQ(q, std::llround(score(left) * 1000));
    const int64_t largest = deviation.largest_squares(q);
    EXPECT_GE(largest, squares);
    EXPECT_EQ(deviation.thousandths(largest), q);
    EXPECT_GT(deviation.thousandths(largest + 1), q);
  }
}

}  // namespace
}  // namespace koord::kubelet
