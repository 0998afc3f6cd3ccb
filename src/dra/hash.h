// Hashes of numbers.
#pragma once

#include <cstdint>

namespace koord::dra {

// Returns the hash of a sequence to which a value is appended.
inline uint64_t mixed(uint64_t hash, uint64_t value) {
  hash = (hash ^ value) * 0x9E3779B97F4A7C15;
  return hash ^ hash >> 29;
}

}  // namespace koord::dra
