// What pods hold of a node: CPUs and blocks of memory, container by container.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/cpu_set.h"
#include "numa/hints.h"

namespace koord::kubelet {

// A CpuSet to keep: as many words as its highest CPU needs, on the heap.
class StoredCpus {
 public:
  StoredCpus() = default;
  explicit StoredCpus(const CpuSet &cpus) {
    size_t words = cpus.word_count();
    while (words > 0 && cpus.word(words - 1) == 0) --words;
    words_.reserve(words);
    for (size_t i = 0; i < words; ++i) words_.push_back(cpus.word(i));
  }

  CpuSet set() const {
    CpuSet out;
    for (size_t i = 0; i < words_.size(); ++i) out.set_word(i, words_[i]);
    return out;
  }
  friend bool operator==(const StoredCpus &, const StoredCpus &) = default;

 private:
  std::vector<uint64_t> words_;
};

struct MemoryBlock {
  numa::Mask nodes = 0;
  uint32_t kind = 0;  // of MemorySetup
  uint64_t bytes = 0;

  friend bool operator==(const MemoryBlock &, const MemoryBlock &) = default;
};

// An entry may be there and be empty; kubelet tells the two apart.
struct ContainerHolding {
  std::string name;
  bool has_cpus = false;
  bool has_memory = false;
  StoredCpus cpus;
  std::vector<MemoryBlock> memory;

  bool empty() const { return !has_cpus && !has_memory; }
  friend bool operator==(const ContainerHolding &, const ContainerHolding &) = default;
};

struct PodHolding {
  std::string uid;
  std::vector<ContainerHolding> containers;

  const ContainerHolding *find(std::string_view name) const {
    for (const ContainerHolding &container : containers)
      if (container.name == name) return &container;
    return nullptr;
  }
  friend bool operator==(const PodHolding &, const PodHolding &) = default;
};

}  // namespace koord::kubelet
