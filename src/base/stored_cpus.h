// A CpuSet in compact form, for storage.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/cpu_set.h"

namespace koord {

// Stores as many words as the highest CPU needs, on the heap.
class StoredCpus {
 public:
  StoredCpus() = default;
  explicit StoredCpus(const CpuSet &cpus) {
    size_t words = cpus.word_count();
    while (words > 0 && cpus.word(words - 1) == 0) --words;
    words_.reserve(words);
    for (size_t i = 0; i < words; ++i) words_.push_back(cpus.word(i));
  }

  CpuSet set() const { return CpuSet::from_words(words_); }
  friend bool operator==(const StoredCpus &, const StoredCpus &) = default;

 private:
  std::vector<uint64_t> words_;
};

}  // namespace koord
