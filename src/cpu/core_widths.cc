#include "cpu/core_widths.h"

#include <algorithm>

namespace koord::cpu {
namespace {

constexpr int kMost = static_cast<int>(Topology::kMaxCpus);  // requests may be larger

CoreSums up_to(int limit) noexcept {
  CoreSums out;
  out.set();
  return out >> (out.size() - 1 - static_cast<size_t>(limit));
}

}  // namespace

int greatest(const CoreSums &sums, int limit) noexcept {
  limit = std::min(limit, kMost);
  while (limit > 0 && !sums.test(static_cast<size_t>(limit))) --limit;
  return limit;
}

CoreSums together(const CoreSums &a, const CoreSums &b, int limit) noexcept {
  limit = std::min(limit, kMost);
  CoreSums out;
  for (int sum = 0; sum <= limit; ++sum)
    if (b.test(static_cast<size_t>(sum))) out |= a << static_cast<size_t>(sum);
  return out & up_to(limit);
}

CoreWidths::CoreWidths(const Topology &topology, const CpuSet &cpus) {
  topology.siblings().lowest_per_core(cpus).for_each([&](int first) {
    const int core = topology.find_cpu(first)->core;
    const auto threads = topology.threads(topology.cores()[static_cast<size_t>(core)]);
    if (std::ranges::all_of(threads, [&](int cpu) { return cpus.contains(cpu); }))
      add(static_cast<int>(threads.size()));
  });
}

int &CoreWidths::count_of(int width) {
  const auto at = std::ranges::find(counts_, width, &std::pair<int, int>::first);
  return at != counts_.end() ? at->second : counts_.emplace_back(width, 0).second;
}

void CoreWidths::add(int width) { ++count_of(width); }
void CoreWidths::remove(int width) { --count_of(width); }

CoreSums CoreWidths::sums(int limit) const noexcept {
  limit = std::min(limit, kMost);
  CoreSums out;
  out.set(0);
  for (const auto &[width, cores] : counts_) {
    // Any number of cores up to `left` is a sum of 1, 2, 4, ... and a remainder.
    int left = std::min(cores, limit / width);
    for (int some = 1; left > 0; left -= some, some *= 2)
      out |= out << static_cast<size_t>(std::min(some, left) * width);
  }
  return out & up_to(limit);
}

}  // namespace koord::cpu
