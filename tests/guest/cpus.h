// Sets of CPUs or NUMA nodes for the tests on real kernels. They use no
// code of the library, because they check it.
#pragma once

#include <bitset>
#include <stdexcept>
#include <string>
#include <vector>

namespace koord::guest {

inline constexpr size_t kMaxCpus = 512;
using Cpus = std::bitset<kMaxCpus>;

inline std::vector<int> members(const Cpus &set) {
  std::vector<int> out;
  for (size_t cpu = 0; cpu < kMaxCpus; ++cpu)
    if (set[cpu]) out.push_back(static_cast<int>(cpu));
  return out;
}

// Formats a set as the kernel does, as in "0-3,8".
inline std::string to_list(const Cpus &set) {
  std::string out;
  for (size_t cpu = 0; cpu < kMaxCpus; ++cpu) {
    if (!set[cpu]) continue;
    size_t last = cpu;
    while (last + 1 < kMaxCpus && set[last + 1]) ++last;
    out += (out.empty() ? "" : ",") + std::to_string(cpu);
    if (last > cpu) out += '-' + std::to_string(last);
    cpu = last;
  }
  return out;
}

inline Cpus from_list(const std::string &list) {
  Cpus out;
  size_t at = 0;
  const auto number = [&] {
    size_t used = 0;
    const unsigned long value = std::stoul(list.substr(at), &used);
    if (value >= kMaxCpus) throw std::runtime_error("too large a number in \"" + list + '"');
    at += used;
    return value;
  };
  while (at < list.size() && list[at] != '\n') {
    const size_t first = number();
    size_t last = first;
    if (at < list.size() && list[at] == '-') {
      ++at;
      last = number();
    }
    for (size_t cpu = first; cpu <= last; ++cpu) out.set(cpu);
    if (at < list.size() && list[at] == ',') ++at;
  }
  return out;
}

}  // namespace koord::guest
