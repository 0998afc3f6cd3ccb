// Small machines and checks for the tests of the C interface.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "koord.h"

namespace koord::testing {

struct Unref {
  void operator()(koord_topology *topology) const { koord_topology_unref(topology); }
  void operator()(koord_buffer *buffer) const { koord_buffer_unref(buffer); }
  void operator()(koord_context *context) const { koord_context_free(context); }
  void operator()(koord_pod *pod) const { koord_pod_unref(pod); }
  void operator()(koord_explanation *explanation) const { koord_explanation_unref(explanation); }
  void operator()(koord_numa_hints *hints) const { koord_numa_hints_free(hints); }
};
using TopologyPtr = std::unique_ptr<koord_topology, Unref>;
using BufferPtr = std::unique_ptr<koord_buffer, Unref>;
using PodPtr = std::unique_ptr<koord_pod, Unref>;
using ExplanationPtr = std::unique_ptr<koord_explanation, Unref>;
using NumaHintsPtr = std::unique_ptr<koord_numa_hints, Unref>;
using ContextPtr = std::unique_ptr<koord_context, Unref>;

// Returns `sockets` sockets with `cores` cores, one NUMA node and one L3
// each; thread t of core c is CPU t * all + c.
inline std::vector<koord_cpu> machine_rows(int sockets, int cores, int threads) {
  std::vector<koord_cpu> rows;
  const int all = sockets * cores;
  for (int t = 0; t < threads; ++t)
    for (int c = 0; c < all; ++c)
      rows.push_back({t * all + c, c, c / cores, c / cores, c / cores, 0, c % cores, 0});
  return rows;
}

inline TopologyPtr from_rows(const std::vector<koord_cpu> &rows, std::string_view arch = "") {
  koord_topology *topology = nullptr;
  koord_error err{};
  EXPECT_EQ(koord_topology_from_rows(rows.data(), sizeof rows[0], rows.size(), arch.data(),
                                     arch.size(), &topology, &err),
            KOORD_OK)
      << err.message;
  return TopologyPtr(topology);
}

// 2 sockets of 4 cores of 2 threads: CPUs 0-15, siblings 8 apart, sockets 0-3,8-11 and 4-7,12-15.
inline TopologyPtr two_sockets() { return from_rows(machine_rows(2, 4, 2)); }

inline TopologyPtr synthetic(const char *text) {
  koord_topology *topology = nullptr;
  koord_error err{};
  EXPECT_EQ(koord_topology_from_synthetic(nullptr, text, KOORD_NUL, &topology, &err), KOORD_OK)
      << err.message;
  return TopologyPtr(topology);
}

inline NumaHintsPtr new_numa_hints() {
  koord_numa_hints *hints = nullptr;
  koord_error err{};
  EXPECT_EQ(koord_numa_hints_new(&hints, &err), KOORD_OK) << err.message;
  return NumaHintsPtr(hints);
}

inline PodPtr pod_from(std::string_view json) {
  koord_pod *pod = nullptr;
  koord_error err{};
  EXPECT_EQ(koord_pod_from_json(nullptr, json.data(), json.size(), &pod, &err), KOORD_OK)
      << err.message << '\n'
      << json.substr(0, 1000);
  return PodPtr(pod);
}

inline std::vector<uint64_t> set_words(std::string_view list, size_t words = 1) {
  std::vector<uint64_t> out(words, ~uint64_t{0});
  koord_error err{};
  EXPECT_EQ(koord_cpulist_parse(list.data(), list.size(), out.data(), words, &err), KOORD_OK)
      << err.message;
  return out;
}

inline std::string list_of(const uint64_t *words, size_t count) {
  std::array<char, 4096> text{};
  EXPECT_EQ(koord_cpulist_format(words, count, text.data(), text.size(), nullptr, nullptr),
            KOORD_OK);
  return text.data();
}
inline std::string list_of(const std::vector<uint64_t> &words) {
  return list_of(words.data(), words.size());
}

inline std::string text_of(const koord_buffer *buffer) {
  return {koord_buffer_get_data(buffer), koord_buffer_get_length(buffer)};
}

}  // namespace koord::testing

// Expects that the call fails with `status` and a message that
// contains `fragment`. The call refers to `&err`.
#define EXPECT_FAILS(call, status, fragment)                                        \
  do {                                                                              \
    koord_error err{};                                                              \
    EXPECT_EQ(call, status);                                                        \
    EXPECT_EQ(err.code, status);                                                    \
    EXPECT_NE(std::string_view(err.message).find(fragment), std::string_view::npos) \
        << "message: " << err.message;                                              \
  } while (false)
