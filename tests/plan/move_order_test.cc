// Pods change their CPUs one by one, and no CPU ever has two owners.
#include "plan/move_order.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

namespace koord::testing {
namespace {

using plan::MoveStep;
using plan::order_moves;
using plan::Relocation;

std::string describe(const std::vector<MoveStep> &steps) {
  std::string text;
  for (const MoveStep &step : steps)
    text += std::to_string(step.which) + (step.last ? "=" : "~") + step.cpus.to_string() + " ";
  return text;
}

std::string ordered(const CpuSet &free, const std::vector<Relocation> &moves,
                    const CpuSet &frozen = {}) {
  std::vector<MoveStep> steps;
  return order_moves(free, frozen, moves, steps) ? describe(steps) : "none";
}

TEST(MoveOrder, APodMovesAfterTheOwnersOfItsTarget) {
  EXPECT_EQ(ordered({}, {}), "");
  EXPECT_EQ(ordered({4}, {{{0}, {1}}, {{1}, {2}}, {{2}, {4}}}), "2=4 1=2 0=1 ");
}

TEST(MoveOrder, ACycleGoesThroughFreeCpus) {
  EXPECT_EQ(ordered({7}, {{{0}, {1}}, {{1}, {0}}}), "0~7 1=0 0=1 ");
}

TEST(MoveOrder, ThePodWithTheFewestCpusMovesTwice) {
  EXPECT_EQ(ordered({8, 9}, {{{0, 1, 2}, {2, 3, 4}}, {{3, 4}, {0, 1}}}), "1~8-9 0=2-4 1=0-1 ");
}

TEST(MoveOrder, WithoutFreeCpusAPodShrinksToTheCommonCpus) {
  EXPECT_EQ(ordered({}, {{{0, 1}, {1, 2}}, {{2, 3}, {3, 0}}}), "0~1 1=0,3 0=1-2 ");
}

TEST(MoveOrder, NoPodIsLeftWithoutCpus) {
  EXPECT_EQ(ordered({}, {{{0}, {1}}, {{1}, {0}}}), "none");
}

TEST(MoveOrder, AFreeCpuThatIsATargetIsNotUsedInBetween) {
  // The third pod waits for CPU 5, and also for the other two pods.
  EXPECT_EQ(ordered({5}, {{{0}, {1}}, {{1}, {0}}, {{2, 3}, {0, 5}}}), "none");
}

TEST(MoveOrder, FrozenCpusStayTaken) {
  EXPECT_EQ(ordered({2}, {{{0}, {2}}, {{1}, {0}}}, {0}), "none");
  EXPECT_EQ(ordered({2}, {{{0}, {2}}, {{1}, {0}}}), "0=2 1=0 ");
}

RC_GTEST_PROP(MoveOrderProperty, EveryStateIsExclusive, ()) {
  const int cpus = 16;
  const auto shuffled = [&] {
    std::vector<int> ids(cpus);
    for (int i = 0; i < cpus; ++i) ids[static_cast<size_t>(i)] = i;
    for (int i = cpus - 1; i > 0; --i)
      std::swap(ids[static_cast<size_t>(i)], ids[static_cast<size_t>(*rc::gen::inRange(0, i + 1))]);
    return ids;
  };
  const std::vector<int> from = shuffled();
  const std::vector<int> to = shuffled();
  std::vector<Relocation> moves;
  CpuSet free;
  size_t at = 0;
  const int pods = *rc::gen::resize(100, rc::gen::inRange(2, 8));
  for (int pod = 0; pod < pods; ++pod) {
    Relocation move;
    for (int n = *rc::gen::resize(100, rc::gen::inRange(1, 5)); n > 0 && at < from.size();
         --n, ++at)
      move.from.add(from[at]), move.to.add(to[at]);
    if (!move.from.empty()) moves.push_back(move);
  }
  for (size_t i = at; i < from.size(); ++i) free.add(from[i]);
  std::vector<MoveStep> steps;
  std::vector<MoveStep> again;
  const bool possible = order_moves(free, {}, moves, steps);
  RC_ASSERT(possible == order_moves(free, {}, moves, again));
  RC_ASSERT(describe(steps) == describe(again));
  // Every pod arrives within two moves.
  RC_CLASSIFY(possible, "possible");
  if (!possible) return;
  std::vector<CpuSet> now;
  std::vector<int> turns(moves.size());
  for (const Relocation &move : moves) now.push_back(move.from);
  for (const MoveStep &step : steps) {
    now[step.which] = step.cpus;
    RC_ASSERT(!step.cpus.empty());
    RC_ASSERT(step.last == (step.cpus == moves[step.which].to));
    RC_ASSERT(++turns[step.which] <= 2);
    for (size_t i = 0; i < now.size(); ++i)
      for (size_t j = 0; j < i; ++j) RC_ASSERT(!now[i].intersects(now[j]));
  }
  for (size_t i = 0; i < moves.size(); ++i) RC_ASSERT(now[i] == moves[i].to);
}

}  // namespace
}  // namespace koord::testing
