#pragma once

#include <cstddef>
#include <cstdint>

#include "base/cpu_set.h"

namespace koord {

// A hash of a sequence of words that is the same on every machine. It is not safe against input
// that is chosen to collide. Not thread-safe.
class WordHash {
 public:
  void add(uint64_t word) {
    value_ = (value_ ^ word) * 0x9e3779b97f4a7c15u;
    value_ ^= value_ >> 29;
  }
  // Equal sets of different capacity have the same hash.
  void add(const CpuSet &cpus) {
    size_t words = cpus.word_count();
    while (words > 0 && cpus.word(words - 1) == 0) --words;
    add(uint64_t{words});
    for (size_t i = 0; i < words; ++i) add(cpus.word(i));
  }
  uint64_t value() const { return value_; }

 private:
  uint64_t value_ = 0xcbf29ce484222325u;
};

}  // namespace koord
