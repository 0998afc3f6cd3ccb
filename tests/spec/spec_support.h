// Machines, pods and nodes in the terms of the specification, on koord.h.
#pragma once

#include <cstddef>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "capi/kubelet_setup_support.h"

namespace koord::testing {

// Returns `sockets` sockets of `nodes` NUMA nodes of `cores`
// cores; thread t of core c is CPU t * all + c.
inline TopologyPtr spec_machine(int sockets, int nodes, int cores, int threads,
                                std::string_view architecture = "x86_64") {
  std::vector<koord_cpu> rows = machine_rows(sockets * nodes, cores, threads);
  for (koord_cpu &row : rows) row.socket = row.numa_node / nodes;
  return from_rows(rows, architecture);
}

// The machine of the kubelet notes: node 0 has the CPUs 0-5,12-17, node 1 has 6-11,18-23.
inline TopologyPtr notes_machine() { return spec_machine(2, 1, 6, 2); }

// Counts the CPUs of a list by `place`, a member of koord_cpu.
using Places = std::map<int32_t, int>;
inline Places count_by(const koord_topology *machine, const std::string &list,
                       int32_t koord_cpu::*place) {
  std::vector<koord_cpu> rows(KOORD_MAX_CPUS);
  size_t count = 0;
  EXPECT_EQ(
      koord_topology_get_cpus(machine, rows.data(), sizeof rows[0], rows.size(), &count, nullptr),
      KOORD_OK);
  rows.resize(count);
  const std::vector<uint64_t> set = set_words(list, KOORD_MAX_CPUS / 64);
  Places places;
  for (const koord_cpu &row : rows)
    if ((set[static_cast<size_t>(row.cpu) / 64] >> (row.cpu % 64) & 1) != 0) ++places[row.*place];
  return places;
}

inline int count(const std::string &list) {
  int n = 0;
  for (const uint64_t word : set_words(list, KOORD_MAX_CPUS / 64)) n += __builtin_popcountll(word);
  return n;
}
// Returns the CPUs of `a` that are not in `b`.
inline std::string without(const std::string &a, const std::string &b) {
  std::vector<uint64_t> out = set_words(a, KOORD_MAX_CPUS / 64);
  const std::vector<uint64_t> other = set_words(b, KOORD_MAX_CPUS / 64);
  for (size_t i = 0; i < out.size(); ++i) out[i] &= ~other[i];
  return list_of(out);
}
inline bool overlap(const std::string &a, const std::string &b) { return without(a, b) != a; }
inline bool within(const std::string &a, const std::string &b) { return without(a, b).empty(); }

inline std::string all_cpus(const koord_topology *machine) {
  std::vector<uint64_t> words(KOORD_MAX_CPUS / 64);
  EXPECT_EQ(koord_topology_get_cpuset(machine, KOORD_CPUSET_KIND_ALL, 0, words.data(), words.size(),
                                      nullptr),
            KOORD_OK);
  return list_of(words);
}

// A node of Koordinator's scheduler, from which a pod requests
// CPUs. Tests set the members that they need.
struct KoordinatorNode {
  explicit KoordinatorNode(TopologyPtr topology)
      : machine(std::move(topology)), available(all_cpus(machine.get())) {
    pod = KOORD_INIT(koord_cpu_request);
  }

  // Returns the CPUs of a pod that requests `cpus`, or an empty string and `refusal`.
  std::string give(uint32_t cpus) {
    constexpr size_t kWords = KOORD_MAX_CPUS / 64;
    pod.cpus = cpus;
    pod.words = kWords;
    pod.sets = KOORD_PICK_SET_CORE_HELD | KOORD_PICK_SET_NODE_HELD;
    std::vector<uint64_t> sets;
    for (const std::string &list : {available, core_held, node_held}) {
      const auto words = set_words(list, kWords);
      sets.insert(sets.end(), words.begin(), words.end());
    }
    std::vector<koord_numa_grant> grants;
    for (const int32_t node : aligned_to) grants.push_back({-1, 0, node, 0});
    pod.grant_stride = sizeof(koord_numa_grant);
    pod.grant_count = static_cast<uint32_t>(grants.size());
    std::vector<uint64_t> out(kWords, ~uint64_t{0});
    koord_error err{};
    EXPECT_EQ(koord_cpu_pick(machine.get(), &pod, sets.data(), nullptr, grants.data(), out.data(),
                             &refusal, &err),
              KOORD_OK)
        << err.message;
    const std::string given = list_of(out);
    if (refusal.reason == KOORD_REASON_NONE) {
      EXPECT_EQ(count(given), static_cast<int>(cpus)) << "no more and no less than asked";
      EXPECT_TRUE(within(given, available)) << given << " out of " << available;
    } else {
      EXPECT_EQ(given, "") << "nothing is given with a refusal";
    }
    return given;
  }
  Places cores_of(const std::string &list) const {
    return count_by(machine.get(), list, &koord_cpu::core_index);
  }
  Places nodes_of(const std::string &list) const {
    return count_by(machine.get(), list, &koord_cpu::numa_node);
  }

  TopologyPtr machine;
  koord_cpu_request pod;
  std::string available;
  std::string core_held;            // held by pods under PCPULevel
  std::string node_held;            // held by pods under NUMANodeLevel
  std::vector<int32_t> aligned_to;  // NUMA nodes chosen by the alignment, empty without alignment
  koord_refusal refusal{};
};

// A node with kubelet's static CPU policy, from which a container requests whole CPUs.
struct KubeletNode {
  explicit KubeletNode(TopologyPtr topology)
      : machine(std::move(topology)), shared(all_cpus(machine.get())) {}

  // Returns the CPUs of the container, or an empty string and
  // `refusal`. The shared set is unchanged.
  std::string offer(uint32_t cpus) {
    constexpr size_t kWords = KOORD_MAX_CPUS / 64;
    koord_kubelet_request request = KOORD_INIT(koord_kubelet_request);
    request.options = options;
    request.cpus = cpus;
    request.sets = KOORD_KUBELET_SET_RESERVED;
    request.affinity = affinity;
    std::vector<uint64_t> sets = set_words(shared, kWords);
    const auto kept = set_words(reserved, kWords);
    sets.insert(sets.end(), kept.begin(), kept.end());
    std::vector<uint64_t> out(kWords, ~uint64_t{0});
    koord_error err{};
    EXPECT_EQ(koord_kubelet_pick(machine.get(), &request, sets.data(), kWords, out.data(), &refusal,
                                 &err),
              KOORD_OK)
        << err.message;
    return list_of(out);
  }
  // Like offer(), but removes the CPUs from the shared set.
  std::string give(uint32_t cpus) {
    const std::string given = offer(cpus);
    shared = without(shared, given);
    return given;
  }
  Places cores_of(const std::string &list) const {
    return count_by(machine.get(), list, &koord_cpu::core_index);
  }
  Places nodes_of(const std::string &list) const {
    return count_by(machine.get(), list, &koord_cpu::numa_node);
  }

  TopologyPtr machine;
  std::string shared;  // the default set, including reserved CPUs
  std::string reserved;
  uint32_t options = 0;
  uint64_t affinity = 0;  // bit i stands for row i of the NUMA nodes
  koord_refusal refusal{};
};

inline std::string sentence(const koord_refusal &refusal) {
  std::array<char, 512> text{};
  EXPECT_EQ(koord_refusal_format(&refusal, text.data(), text.size(), nullptr, nullptr), KOORD_OK);
  return text.data();
}

// Returns the NodeResourceTopology that the node agent reports for a machine, kubelet's
// configuration and its cpu_manager_state.
inline nlohmann::json report_of(const koord_topology *machine, std::string_view kubelet_config,
                                std::string_view cpu_state) {
  koord_buffer *buffer = nullptr;
  koord_error err{};
  EXPECT_EQ(koord_topology_to_nrt(machine, setup_of(kubelet_config, cpu_state).get(), "node-0",
                                  KOORD_NUL, &buffer, &err),
            KOORD_OK)
      << err.message;
  const BufferPtr owner(buffer);
  return buffer == nullptr ? nlohmann::json() : nlohmann::json::parse(text_of(buffer));
}
inline nlohmann::json annotation_of(const nlohmann::json &report, const char *name) {
  return nlohmann::json::parse(report.at("metadata").at("annotations").at(name).get<std::string>());
}
// Returns the CPUs of all entries of an annotation that lists cpusets.
inline std::string cpus_of(const nlohmann::json &entries) {
  std::string joined;
  for (const auto &entry : entries)
    joined += (joined.empty() ? "" : ",") + entry.at("cpuset").get<std::string>();
  return list_of(set_words(joined, KOORD_MAX_CPUS / 64));
}

}  // namespace koord::testing
