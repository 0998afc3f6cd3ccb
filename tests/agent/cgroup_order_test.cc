// Orders of moves: given examples, and random ones compared with an exhaustive search.
#include "agent/cgroup_order.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <deque>
#include <set>
#include <string>
#include <vector>

#include "base/error.h"
#include "support/expect_error.h"

namespace koord::agent::testing {
namespace {

MovingPod pod(const std::string &name, const CpuSet &now, const CpuSet &goal,
              Sharing sharing = Sharing::kAlone) {
  return {"pod " + name, {{now, goal, sharing}}};
}

CpuSet cpus_below(int count) {
  CpuSet set;
  for (int cpu = 0; cpu < count; ++cpu) set.add(cpu);
  return set;
}

std::string order_of(const std::vector<MovingPod> &pods, int cpus,
                     const std::vector<FixedContainer> &fixed = {}) {
  std::string text;
  for (const Move &move : order_moves(pods, fixed, cpus_below(cpus)))
    text += (text.empty() ? "" : ", ") + pods[move.pod].name + ' ' + move.to.to_string();
  return text;
}

TEST(CgroupOrder, PodsThatSwapUseAnUnassignedCpuInBetween) {
  EXPECT_EQ(order_of({pod("a", {0}, {1}), pod("b", {1}, {0})}, 3), "pod a 2, pod b 0, pod a 1");
}

TEST(CgroupOrder, PodsThatSwapUseACpuOfTheSharedPoolInBetween) {
  EXPECT_EQ(
      order_of({pod("a", {0}, {1}), pod("b", {1}, {0}), pod("shared", {2}, {2}, Sharing::kShared)},
               3),
      "pod a 2, pod b 0, pod a 1");
}

TEST(CgroupOrder, ACircleNeedsOneCpuToWaitOn) {
  EXPECT_EQ(order_of({pod("a", {0}, {1}), pod("b", {1}, {2}), pod("c", {2}, {0})}, 4),
            "pod a 3, pod c 0, pod b 2, pod a 1");
}

TEST(CgroupOrder, PodsThatSwapSeveralCpusNeedNoSpareCpu) {
  EXPECT_EQ(order_of({pod("a", {0, 1}, {2, 3}), pod("b", {2, 3}, {0, 1})}, 4),
            "pod a 0, pod b 1, pod a 2-3, pod b 0-1");
}

TEST(CgroupOrder, APodThatDoesNotMoveGivesUpACpuInBetween) {
  EXPECT_EQ(order_of({pod("a", {0}, {1}), pod("b", {1}, {0}), pod("c", {2, 3}, {2, 3})}, 4),
            "pod c 3, pod a 2, pod b 0, pod a 1, pod c 2-3");
}

// The CPU that would have to be given up is the container's only one.
TEST(CgroupOrder, NoContainerIsLeftWithoutACpu) {
  const std::vector<MovingPod> pods = {
      pod("a", {0}, {1}),
      pod("b", {1}, {0}),
      {"pod c", {{{2}, {2}, Sharing::kAlone}, {{3}, {3}, Sharing::kAlone}}}};
  EXPECT_ERROR(order_of(pods, 4), Status::kConflict, "each needs the last one that it has");
}

TEST(CgroupOrder, ARefusalListsTheWaitingPodsAndTheirHolders) {
  EXPECT_ERROR(order_of({pod("a", {0}, {1}), pod("b", {1}, {0})}, 2), Status::kConflict,
               "pod a (on CPUs 0) waits for CPUs 1 of pod b; pod b (on CPUs 1) waits for CPUs 0 of "
               "pod a; such an exchange needs a CPU for the meantime, but exclusive pods hold all "
               "CPUs, and each needs the last one that it has");
  EXPECT_ERROR(
      order_of({pod("a", {0}, {1}), pod("b", {1}, {0})}, 3, {{"kubelet's", {2}, Sharing::kAlone}}),
      Status::kConflict, "pod a (on CPUs 0) waits for CPUs 1 of pod b");
  std::vector<MovingPod> circle;
  for (int i = 0; i < 6; ++i)
    circle.push_back(pod(std::to_string(i), {i}, {(i + 1) % 6}, Sharing::kWithBestEffort));
  EXPECT_ERROR(
      order_of(circle, 6), Status::kConflict,
      "pod 3 (on CPUs 3) waits for CPUs 4 of pod 4; and 2 more; such an exchange needs a CPU");
  EXPECT_ERROR(order_of({pod("a", {0}, {2}), pod("b", {1}, {2, 3})}, 4), Status::kConflict,
               "pod a and pod b must both run on CPUs 2");
}

// CPUs of each pod as bits, at most 6.
using Sets = std::vector<unsigned>;

CpuSet set_of(unsigned bits) {
  CpuSet set;
  for (int cpu = 0; cpu < 6; ++cpu)
    if ((bits >> cpu & 1) != 0) set.add(cpu);
  return set;
}
unsigned bits_of(const CpuSet &set) {
  unsigned bits = 0;
  set.for_each([&](int cpu) { bits |= 1u << cpu; });
  return bits;
}
unsigned held_by_others(const Sets &sets, size_t but) {
  unsigned held = 0;
  for (size_t i = 0; i < sets.size(); ++i)
    if (i != but) held |= sets[i];
  return held;
}

// Returns true if LSE pods can move from `now` to `goal`. A waiting pod needs only one CPU.
bool is_there_a_way(const Sets &now, const Sets &goal, int cpus) {
  std::set<Sets> seen{now};
  std::deque<Sets> open{now};
  for (; !open.empty(); open.pop_front()) {
    for (size_t i = 0; i < now.size(); ++i) {
      const unsigned others = held_by_others(open.front(), i);
      const unsigned own = open.front()[i];
      Sets next = open.front();
      const auto reach = [&](unsigned bits) {
        if (((bits & ~own) & others) != 0) return;
        next[i] = bits;
        if (seen.insert(next).second) open.push_back(next);
      };
      for (int cpu = 0; cpu < cpus; ++cpu) reach(1u << cpu);
      reach(goal[i]);
    }
    if (seen.contains(goal)) return true;
  }
  return now == goal;
}

RC_GTEST_PROP(CgroupOrderProperties, ThereIsAnOrderWheneverThereCanBe, ()) {
  const auto draw = [](int from, int to) { return *rc::gen::inRange(from, to + 1); };
  const int cpus = draw(2, 6);
  const auto pods = static_cast<size_t>(draw(2, std::min(cpus, 5)));
  Sets now(pods, 0);
  Sets goal(pods, 0);
  // Deals one CPU to each pod, beginning with `first`, and the others at random.
  const auto deal = [&](Sets &sets, int first) {
    for (int n = 0; n < cpus; ++n) {
      if (n >= static_cast<int>(pods) && draw(1, 10) == 1) continue;
      const int whose = n < static_cast<int>(pods) ? n : draw(0, static_cast<int>(pods) - 1);
      sets[static_cast<size_t>(whose)] |= 1u << (first + n) % cpus;
    }
  };
  deal(now, 0);
  if (draw(0, 2) == 0) {
    deal(goal, draw(0, cpus - 1));
  } else {  // some CPUs rotate
    const int turning = draw(2, cpus);
    const int step = draw(1, turning);
    for (size_t i = 0; i < pods; ++i)
      for (int cpu = 0; cpu < cpus; ++cpu)
        if ((now[i] >> cpu & 1) != 0)
          goal[i] |= 1u << (cpu < turning ? (cpu + step) % turning : cpu);
  }

  std::vector<MovingPod> moving;
  for (size_t i = 0; i < pods; ++i)
    moving.push_back(pod(std::to_string(i), set_of(now[i]), set_of(goal[i])));
  std::vector<Move> moves;
  try {
    moves = order_moves(moving, {}, cpus_below(cpus));
  } catch (const Error &error) {
    RC_ASSERT(error.status() == Status::kConflict);
    RC_ASSERT(!is_there_a_way(now, goal, cpus));
    RC_TAG("no way");
    return;
  }
  bool waits = false;
  for (const Move &move : moves) {
    const unsigned to = bits_of(move.to);
    RC_ASSERT(to != 0u);
    RC_ASSERT((to & held_by_others(now, move.pod)) == 0u);
    now[move.pod] = to;
    waits = waits || move.kind == MoveKind::kPark;
  }
  RC_ASSERT(now == goal);
  RC_TAG(waits ? "waits" : "plain");
}

}  // namespace
}  // namespace koord::agent::testing
