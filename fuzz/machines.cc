#include "machines.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace koord::fuzz {
namespace {

struct Shape {
  int sockets, nodes, l3s, cores, threads;  // each per one of the former
};

Shape read_shape(Bytes &in) {
  // Small machines run fast, and most of what can go wrong goes wrong there.
  const int most = in.between(0, 15) == 1 ? kMaxMachineCpus : kUsualMachineCpus;
  Shape shape{};
  shape.sockets = in.between(1, 8);
  shape.nodes = in.between(1, 4);
  shape.l3s = in.between(1, 4);
  shape.cores = in.between(1, 32);
  shape.threads = 1 << in.between(0, 3);
  const auto cpus = [&] {
    return shape.sockets * shape.nodes * shape.l3s * shape.cores * shape.threads;
  };
  for (int *count : {&shape.sockets, &shape.l3s, &shape.cores})
    while (cpus() > most && *count > 1) *count = (*count + 1) / 2;
  return shape;
}

// Kernel CPU numbers of (core, thread), both counted through the machine.
std::vector<int> number_cpus(Bytes &in, const Shape &shape) {
  const int cores = shape.sockets * shape.nodes * shape.l3s * shape.cores;
  const int per_socket = cores / shape.sockets;
  std::vector<int> ids(static_cast<size_t>(cores * shape.threads));
  const int style = in.between(0, 3);
  for (int core = 0; core < cores; ++core)
    for (int thread = 0; thread < shape.threads; ++thread) {
      int id = core * shape.threads + thread;  // siblings side by side
      if (style == 1) id = thread * cores + core;
      if (style == 2)
        id = (core / per_socket * shape.threads + thread) * per_socket + core % per_socket;
      ids[static_cast<size_t>(core * shape.threads + thread)] = id;
    }
  if (style == 3) {
    Random random(in.u16());
    for (size_t i = ids.size(); i > 1; --i) std::swap(ids[i - 1], ids[random.below(i)]);
  }
  const int step = in.between(0, 15) == 1 ? 3 : 1;
  const int offset = in.between(0, 15) == 1 ? 77 : 0;
  for (int &id : ids) id = id * step + offset;
  return ids;
}

std::vector<koord_cpu> read_rows(Bytes &in) {
  const Shape shape = read_shape(in);
  const std::vector<int> ids = number_cpus(in, shape);
  const int node_style = in.between(0, 7);
  const int socket_step = in.between(0, 7) == 1 ? 36 : 1;
  const bool knows_l3 = in.between(0, 7) != 1;
  const int l3_width = in.between(0, 7) == 1 ? shape.nodes * shape.l3s : 1;  // one per socket
  const bool cores_per_node = in.flag();
  const int small_cores = in.between(0, 7) == 1 ? in.between(1, 8) : 0;  // last ones of an L3 group
  const int missing = in.between(0, 3) == 1 ? in.between(0, 200) : 0;    // of 256 CPUs
  const int homeless = in.between(0, 15) == 1 ? in.between(0, 255) : 0;
  Random random(in.u16());

  std::vector<koord_cpu> rows;
  for (size_t i = 0; i < ids.size(); ++i) {
    const int thread = static_cast<int>(i) % shape.threads;
    const int core = static_cast<int>(i) / shape.threads;
    const int l3 = core / shape.cores;
    const int node = l3 / shape.l3s;
    const int socket = node / shape.nodes;
    const bool is_small = core % shape.cores >= shape.cores - small_cores;
    if (is_small && thread > 0) continue;
    if (static_cast<int>(random.below(256)) < missing) continue;
    koord_cpu row{};
    row.cpu = ids[i];
    row.socket = socket * socket_step;
    row.numa_node = node;
    if (node_style == 1) row.numa_node = socket;                              // whole sockets
    if (node_style == 2) row.numa_node = node * 8 + 1;                        // sparse, none is 0
    if (node_style == 3) row.numa_node = node / 2;                            // over sockets
    if (node_style == 4) row.numa_node = shape.sockets * shape.nodes - node;  // downwards
    if (node_style == 5) row.numa_node = -1;
    if (static_cast<int>(random.below(256)) < homeless) row.numa_node = -1;
    row.core = cores_per_node ? core % (shape.cores * shape.l3s) : core;
    row.l3 = knows_l3 ? l3 / l3_width : -1;
    row.kernel_core = core % (shape.cores * shape.l3s);
    row.kind = small_cores > 0 && !is_small ? 1 : 0;
    rows.push_back(row);
  }
  if (rows.empty()) rows.push_back({ids[0], 0, 0, 0, 0, 0, 0, 0});
  return rows;
}

}  // namespace

Machine read_machine(Bytes &in) {
  static constexpr const char *kArchitectures[] = {"x86_64", "", "x86_64", "aarch64", "armv7l"};
  Machine machine;
  machine.architecture = kArchitectures[in.between(0, 15) % 5];
  const std::vector<koord_cpu> rows = read_rows(in);
  machine.topology = make<TopologyPtr>([&](koord_topology **out, koord_error *err) {
    return koord_topology_from_rows(rows.data(), sizeof rows[0], rows.size(),
                                    machine.architecture.data(), machine.architecture.size(), out,
                                    err);
  });
  FUZZ_CHECK(machine.topology != nullptr);
  machine.info = KOORD_INIT(koord_topology_info);
  FUZZ_CHECK(koord_topology_get_info(machine.topology.get(), &machine.info, nullptr) == KOORD_OK);
  machine.rows.resize(machine.info.cpus);
  size_t count = 0;
  FUZZ_CHECK(koord_topology_get_cpus(machine.topology.get(), machine.rows.data(),
                                     sizeof machine.rows[0], machine.rows.size(), &count,
                                     nullptr) == KOORD_OK);
  FUZZ_CHECK(count == rows.size());
  for (const koord_cpu &row : machine.rows) machine.all.add(row.cpu);
  return machine;
}

Words read_set(Bytes &in, const Machine &machine, size_t words) {
  CpuSet set;
  const int kind = in.between(0, 7);
  const auto density = in.u8();
  Random random(in.u16());
  const auto lucky = [&] { return random.below(256) < density; };
  if (kind == 0) set = machine.all;
  if (kind == 1 || kind == 2)
    for (const koord_cpu &row : machine.rows)
      if (lucky()) set.add(row.cpu);
  if (kind == 3 || kind == 4) {  // whole cores, or whole NUMA nodes
    std::map<int32_t, bool> chosen;
    for (const koord_cpu &row : machine.rows) {
      const auto [at, is_new] =
          chosen.try_emplace(kind == 3 ? row.core_index : row.numa_node, false);
      if (is_new) at->second = lucky();
      if (at->second) set.add(row.cpu);
    }
  }
  if (kind == 5)  // the lowest numbers
    for (size_t i = 0; i < machine.rows.size() * density / 256; ++i) set.add(machine.rows[i].cpu);
  for (int flips = in.between(0, 3); flips > 0; --flips) {
    const int cpu = machine.rows[in.u16() % machine.rows.size()].cpu;
    set.contains(cpu) ? set.remove(cpu) : set.add(cpu);
  }
  Words out(words);
  for (size_t i = 0; i < words; ++i) out[i] = set.word(i);
  if (in.between(0, 15) == 1)  // CPUs the machine does not have
    for (size_t i = 0; i < words; ++i) out[i] |= random.next() & ~machine.all.word(i);
  return out;
}

int places(const Machine &machine, const CpuSet &cpus, int32_t koord_cpu::*column) {
  std::set<int32_t> values;
  for (const koord_cpu &row : machine.rows)
    if (cpus.contains(row.cpu)) values.insert(row.*column);
  return static_cast<int>(values.size());
}

CpuSet where(const Machine &machine, const CpuSet &cpus, int32_t koord_cpu::*column,
             int32_t value) {
  CpuSet out;
  for (const koord_cpu &row : machine.rows)
    if (row.*column == value && cpus.contains(row.cpu)) out.add(row.cpu);
  return out;
}

int uniform_threads(const Machine &machine) {
  std::vector<int> threads(machine.info.cores);
  for (const koord_cpu &row : machine.rows) ++threads[static_cast<size_t>(row.core_index)];
  for (const int count : threads)
    if (count != threads[0]) return 0;
  return threads[0];
}

}  // namespace koord::fuzz
