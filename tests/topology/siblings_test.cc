// Compares the bit-parallel functions with plain loops over cores.
#include "topology/siblings.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace koord {
namespace {

using Cores = std::vector<std::vector<int32_t>>;

SiblingMap map_of(const Cores &cores) {
  std::vector<SiblingMap::Core> spans;
  for (const auto &threads : cores) spans.push_back({threads});
  return SiblingMap(spans);
}

CpuSet whole(const Cores &cores, const CpuSet &cpus, int width) {
  CpuSet out;
  for (const auto &threads : cores)
    if (threads.size() == static_cast<size_t>(width) &&
        std::all_of(threads.begin(), threads.end(), [&](int t) { return cpus.contains(t); }))
      out.add(threads[0]);
  return out;
}

CpuSet lowest(const Cores &cores, const CpuSet &cpus) {
  CpuSet out;
  for (const auto &threads : cores)
    for (const int thread : threads)
      if (cpus.contains(thread)) {
        out.add(thread);
        break;
      }
  return out;
}

CpuSet siblings(const Cores &cores, const CpuSet &cpus) {
  CpuSet out;
  for (const auto &threads : cores)
    if (std::any_of(threads.begin(), threads.end(), [&](int t) { return cpus.contains(t); }))
      for (const int thread : threads) out.add(thread);
  return out;
}

// Returns `count` cores of `width` threads `step` apart, the first ones from `from` on.
Cores strided(int count, int width, int step, int next, int from = 0) {
  Cores cores;
  for (int i = 0; i < count; ++i) {
    cores.emplace_back();
    for (int t = 0; t < width; ++t) cores.back().push_back(from + i * next + t * step);
  }
  return cores;
}

void check(const Cores &cores, uint32_t seed) {
  const SiblingMap map = map_of(cores);
  std::vector<int32_t> all;
  size_t widest = 0;
  for (const auto &threads : cores) {
    all.insert(all.end(), threads.begin(), threads.end());
    widest = std::max(widest, threads.size());
  }
  CpuSet first;
  for (const auto &threads : cores) first.add(threads[0]);
  EXPECT_EQ(map.first_threads(), first);
  EXPECT_EQ(map.uniform(), std::all_of(cores.begin(), cores.end(), [&](const auto &threads) {
              return threads.size() == cores[0].size();
            }));

  std::mt19937 random(seed);
  for (int round = 0; round < 60; ++round) {
    CpuSet cpus;
    for (const int cpu : all)
      if (round == 0 || (round > 1 && random() % 4 != static_cast<uint32_t>(round % 4)))
        cpus.add(cpu);
    for (int width = 1; width <= static_cast<int>(widest) + 1; ++width)
      EXPECT_EQ(map.whole_cores(cpus, width), whole(cores, cpus, width)) << width;
    EXPECT_EQ(map.lowest_per_core(cpus), lowest(cores, cpus));
    EXPECT_EQ(map.with_siblings(cpus), siblings(cores, cpus));
    // CPUs that the machine does not have change nothing.
    CpuSet more = cpus;
    for (int i = 0; i < 20; ++i) {
      const int cpu = static_cast<int>(random() % 8192);
      if (std::find(all.begin(), all.end(), cpu) == all.end()) more.add(cpu);
    }
    EXPECT_EQ(map.whole_cores(more, static_cast<int>(widest)),
              whole(cores, cpus, static_cast<int>(widest)));
    EXPECT_EQ(map.lowest_per_core(more), lowest(cores, cpus));
    EXPECT_EQ(map.with_siblings(more), siblings(cores, cpus));
  }
}

TEST(SiblingMap, OfNothing) {
  const SiblingMap map;
  EXPECT_TRUE(map.whole_cores(CpuSet{0, 1}, 1).empty());
  EXPECT_TRUE(map.lowest_per_core(CpuSet{0, 1}).empty());
  EXPECT_TRUE(map.with_siblings(CpuSet{0, 1}).empty());
  EXPECT_TRUE(map.first_threads().empty());
}

TEST(SiblingMap, UsualNumberings) {
  check(strided(70, 1, 1, 1), 1);        // no SMT
  check(strided(40, 2, 1, 2), 2);        // n, n + 1
  check(strided(36, 2, 36, 1), 3);       // n, n + N/2
  check(strided(64, 2, 64, 1), 4);       // the stride is a whole word
  check(strided(192, 2, 192, 1), 5);     // several words
  check(strided(68, 4, 68, 1), 6);       // SMT4, split
  check(strided(32, 4, 1, 4), 7);        // SMT4, adjacent
  check(strided(32, 8, 1, 8), 8);        // SMT8
  check(strided(1024, 8, 1024, 1), 9);   // 8192 CPUs
  check(strided(4096, 2, 4096, 1), 10);  // 8192 CPUs
  check(strided(4, 2, 8187, 1), 11);     // up to the last CPU
  check(strided(30, 2, 1, 2, 61), 12);   // first CPU is not 0; pairs across words
}

TEST(SiblingMap, MixedMachines) {
  Cores hybrid = strided(6, 2, 1, 2);  // P cores
  const Cores small = strided(8, 1, 1, 1, 12);
  hybrid.insert(hybrid.end(), small.begin(), small.end());
  check(hybrid, 20);
  check({{0, 36}, {1}, {2, 38}, {3, 39}, {37}}, 21);             // siblings offline
  check({{0, 5}, {1, 3}, {2, 100}, {4, 8191}, {6, 7, 64}}, 22);  // no pattern
}

TEST(SiblingMap, RandomMachines) {
  std::mt19937 random(99);
  for (uint32_t round = 0; round < 40; ++round) {
    std::vector<int32_t> cpus(round % 5 == 0 ? 8192 : 300);
    for (size_t i = 0; i < cpus.size(); ++i) cpus[i] = static_cast<int32_t>(i);
    std::shuffle(cpus.begin(), cpus.end(), random);
    cpus.resize(1 + random() % 200);
    Cores cores;
    for (size_t at = 0; at < cpus.size();) {
      const size_t width = std::min<size_t>(1 + random() % 4, cpus.size() - at);
      cores.emplace_back(cpus.begin() + static_cast<ptrdiff_t>(at),
                         cpus.begin() + static_cast<ptrdiff_t>(at + width));
      std::sort(cores.back().begin(), cores.back().end());
      at += width;
    }
    std::sort(cores.begin(), cores.end());
    check(cores, round);
  }
}

}  // namespace
}  // namespace koord
