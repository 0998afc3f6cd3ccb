#include "topology/siblings.h"

#include <algorithm>

namespace koord {
namespace {

// Returns word `i` of the set shifted down by `stride`. Bit b is set if CPU 64*i + b +
// stride is a member.
uint64_t word_below(const CpuSet &set, size_t i, int stride) noexcept {
  const size_t at = i + static_cast<size_t>(stride) / 64;
  const int shift = stride % 64;
  if (shift == 0) return set.word(at);
  return set.word(at) >> shift | set.word(at + 1) << (64 - shift);
}

// Adds to `set` the bits of `word` (word `i` of some set) moved up by `stride`.
void add_above(CpuSet &set, size_t i, uint64_t word, int stride) noexcept {
  const size_t at = i + static_cast<size_t>(stride) / 64;
  const int shift = stride % 64;
  const uint64_t low = word << shift;
  const uint64_t high = shift == 0 ? 0 : word >> (64 - shift);
  if (low != 0) set.set_word(at, set.word(at) | low);
  if (high != 0) set.set_word(at + 1, set.word(at + 1) | high);
}

}  // namespace

SiblingMap::SiblingMap(std::span<const Core> cores) {
  for (const Core &core : cores) {
    std::vector<int32_t> strides;
    for (size_t t = 1; t < core.threads.size(); ++t)
      strides.push_back(core.threads[t] - core.threads[0]);
    auto group = std::find_if(groups_.begin(), groups_.end(),
                              [&](const Group &g) { return g.strides == strides; });
    if (group == groups_.end())
      group = groups_.insert(groups_.end(), Group{std::move(strides), {}});
    group->first.add(core.threads[0]);
    first_threads_.add(core.threads[0]);
    uniform_ = uniform_ && core.threads.size() == cores.front().threads.size();
  }
}

CpuSet SiblingMap::whole_cores(const CpuSet &cpus, int width) const noexcept {
  CpuSet whole;
  for (const Group &group : groups_) {
    if (group.strides.size() + 1 != static_cast<size_t>(width)) continue;
    for (size_t i = 0; i < group.first.word_count(); ++i) {
      uint64_t bits = group.first.word(i) & cpus.word(i);
      for (const int stride : group.strides) {
        if (bits == 0) break;
        bits &= word_below(cpus, i, stride);
      }
      if (bits != 0) whole.set_word(i, whole.word(i) | bits);
    }
  }
  return whole;
}

CpuSet SiblingMap::lowest_per_core(const CpuSet &cpus) const noexcept {
  CpuSet lowest;
  for (const Group &group : groups_) {
    for (size_t i = 0; i < group.first.word_count(); ++i) {
      const uint64_t cores = group.first.word(i);
      uint64_t seen = cores & cpus.word(i);  // cores whose lowest CPU was found
      add_above(lowest, i, seen, 0);
      for (const int stride : group.strides) {
        if (seen == cores) break;
        const uint64_t next = cores & ~seen & word_below(cpus, i, stride);
        add_above(lowest, i, next, stride);
        seen |= next;
      }
    }
  }
  return lowest;
}

CpuSet SiblingMap::with_siblings(const CpuSet &cpus) const noexcept {
  CpuSet all;
  for (const Group &group : groups_) {
    for (size_t i = 0; i < group.first.word_count(); ++i) {
      uint64_t touched = cpus.word(i);
      for (const int stride : group.strides) touched |= word_below(cpus, i, stride);
      touched &= group.first.word(i);
      add_above(all, i, touched, 0);
      for (const int stride : group.strides) add_above(all, i, touched, stride);
    }
  }
  return all;
}

size_t SiblingMap::memory_beside() const noexcept {
  size_t bytes = groups_.capacity() * sizeof(Group);
  for (const Group &group : groups_) bytes += group.strides.capacity() * sizeof(int32_t);
  return bytes;
}

}  // namespace koord
