#include "machines.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "picks.h"

namespace koord::bench {
namespace {

int count(const Machine &machine, const Words &set) {
  int n = 0;
  for (int cpu = 0; cpu < machine.cpus; ++cpu) n += contains(set, cpu) ? 1 : 0;
  return n;
}

TEST(Machines, HaveTheCountsOfTheirNames) {
  for (const Machine &machine : machines()) {
    SCOPED_TRACE(machine.name);
    const TopologyPtr topology = topology_of(machine);
    koord_topology_info info = KOORD_INIT(koord_topology_info);
    ASSERT_EQ(koord_topology_get_info(topology.get(), &info, nullptr), KOORD_OK);
    EXPECT_EQ(info.sockets, 2u);
    EXPECT_EQ(info.smt_width, 2u);
    EXPECT_EQ(info.cores * 2, info.cpus);
    EXPECT_EQ(info.words, machine.words());
    EXPECT_EQ(info.cores % info.l3s, 0u);
    EXPECT_EQ(info.l3s % info.numa_nodes, 0u) << "an L3 group over two NUMA nodes";
    EXPECT_EQ(std::to_string(info.cpus) + "cpu-" + std::to_string(info.numa_nodes) + "numa",
              machine.name);
    uint64_t first_core[KOORD_MAX_CPUS / 64] = {};
    ASSERT_EQ(koord_topology_get_cpuset(topology.get(), KOORD_CPUSET_KIND_CORE, 0, first_core,
                                        std::size(first_core), nullptr),
              KOORD_OK);
    const Words core(first_core, first_core + machine.words());
    EXPECT_TRUE(contains(core, 0) && contains(core, machine.cpus / 2));
    EXPECT_EQ(count(machine, core), 2);
  }
}

TEST(Machines, AreTheSameAsAnnotations) {
  for (const Machine &machine : machines()) {
    SCOPED_TRACE(machine.name);
    const std::string json = annotation(machine);
    koord_topology *topology = nullptr;
    ASSERT_EQ(koord_topology_from_annotation(nullptr, json.data(), json.size(), &topology, nullptr),
              KOORD_OK);
    const TopologyPtr owner(topology);
    koord_buffer *written = nullptr;
    ASSERT_EQ(koord_topology_to_annotation(topology_of(machine).get(), &written, nullptr),
              KOORD_OK);
    EXPECT_EQ(koord_buffer_get_data(written), json);
    koord_buffer_unref(written);
  }
}

TEST(Machines, AreHalfFree) {
  for (const Machine &machine : machines()) {
    SCOPED_TRACE(machine.name);
    std::set<Words> different;
    for (uint32_t seed = 0; seed < kStates; ++seed) {
      const Words cores = half_free(machine, Taken::kCores, seed);
      const Words cpus = half_free(machine, Taken::kCpus, seed);
      EXPECT_EQ(count(machine, cores), machine.cpus / 2);
      EXPECT_EQ(count(machine, cpus), machine.cpus / 2);
      int split = 0;
      for (int cpu = 0; cpu < machine.cores(); ++cpu) {
        EXPECT_EQ(contains(cores, cpu), contains(cores, cpu + machine.cores()));
        split += contains(cpus, cpu) != contains(cpus, cpu + machine.cores()) ? 1 : 0;
      }
      EXPECT_GT(split, machine.cores() / 4);
      different.insert(cores);
      different.insert(cpus);
    }
    EXPECT_EQ(different.size(), 2 * kStates);
  }
}

}  // namespace
}  // namespace koord::bench
