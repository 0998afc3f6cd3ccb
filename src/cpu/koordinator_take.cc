#include "cpu/koordinator_take.h"

#include <algorithm>

#include "cpu/numa_view.h"

namespace koord::cpu {

Take::Take(const Topology &topology, const Request &request, const State &state,
           const CpuSet &available)
    : topology_(topology), request_(request), state_(state), free_(available) {
  const int cpus = static_cast<int>(topology.cpus().size());
  int sockets = 0;
  for (const auto &socket : topology.sockets()) sockets += socket.cpus.empty() ? 0 : 1;
  cpus_per_core_ = cpus / std::max(1, static_cast<int>(topology.cores().size()));
  cpus_per_node_ = cpus / std::max(1, count_numa_places(topology));
  cpus_per_socket_ = cpus / std::max(1, sockets);

  const bool spec = request.profile == Profile::kSpec;
  if (request.exclusive == ExclusivePolicy::kPcpuLevel && state.core_held != nullptr)
    held_cores_ = topology.siblings().with_siblings(*state.core_held);
  if (request.exclusive == ExclusivePolicy::kNumaNodeLevel && state.node_held != nullptr) {
    for_each_node(topology, [&](const NumaView &node) {
      if (node.cpus->intersects(*state.node_held)) held_nodes_ |= *node.cpus;
    });
    // Where no NUMA node is left the policy becomes PCPULevel, towards holders of either level.
    if (spec) held_cores_ = topology.siblings().with_siblings(*state.node_held);
  }
  if (spec && request.exclusive == ExclusivePolicy::kNumaNodeLevel && state.core_held != nullptr)
    held_cores_ |= topology.siblings().with_siblings(*state.core_held);
}

const CpuSet &Take::run(int need) {
  result_ = CpuSet();
  need_ = need;
  const bool full = request_.bind == BindPolicy::kFullPcpus;
  if (need_ > 0 && (full || cpus_per_core_ == 1)) take_full_cores();
  if (need_ > 0 && !full) take_spread();
  if (need_ > 0) take_rest();
  return result_;
}

size_t Take::passes(bool look_at_cores, bool look_at_nodes, std::array<Pass, 3> &out) const {
  const bool spec = request_.profile == Profile::kSpec;
  size_t n = 0;
  if (request_.exclusive == ExclusivePolicy::kNumaNodeLevel && (look_at_nodes || spec)) {
    out[n++] = {true, false};
    if (spec) out[n++] = {false, true};
  }
  if (request_.exclusive == ExclusivePolicy::kPcpuLevel && (look_at_cores || spec))
    out[n++] = {false, true};
  out[n++] = {false, false};
  return n;
}

// Each strict pass first takes one CPU per core, even without an exclusive policy. Upstream gives up both
// at once; the proposal puts exclusivity before spreading, so each is given up on its own.
size_t Take::spread_passes(bool look_at_nodes, std::array<SpreadPass, 6> &out) const {
  std::array<Pass, 3> order;
  const size_t count = passes(true, look_at_nodes, order);
  size_t n = 0;
  if (request_.profile == Profile::kSpec) {
    for (size_t p = 0; p < count; ++p) {
      out[n++] = {order[p], true};
      out[n++] = {order[p], false};
    }
  } else {
    out[n++] = {order[0], true};
    out[n++] = {order[count - 1], false};
  }
  return n;
}

CpuSet Take::candidates(const Pass &pass) const {
  CpuSet cpus = free_;
  if (pass.avoid_nodes) cpus -= held_nodes_;
  if (pass.avoid_cores) cpus -= held_cores_;
  return cpus;
}

bool Take::better(int a, int b) const {
  return request_.strategy == NumaStrategy::kMostAllocated ? a < b : a > b;
}

int Take::ref_count(int cpu) const {
  if (request_.max_ref_count <= 1 || static_cast<size_t>(cpu) >= state_.ref_counts.size()) return 0;
  return state_.ref_counts[static_cast<size_t>(cpu)];
}

int Take::ref_sum(int core) const {
  if (request_.max_ref_count <= 1) return 0;
  int sum = 0;
  for (const int cpu : topology_.threads(topology_.cores()[static_cast<size_t>(core)]))
    sum += free_.contains(cpu) ? ref_count(cpu) : 0;
  return sum;
}

// The lowest CPU of every core that gives exactly cpus_per_core CPUs. On machines with cores of
// different width that average may be no real core's width; the free threads count then.
CpuSet Take::whole_cores(const CpuSet &cpus) const {
  if (topology_.siblings().uniform()) return topology_.siblings().whole_cores(cpus, cpus_per_core_);
  CpuSet whole;
  for (const auto &core : topology_.cores()) {
    int free_threads = 0;
    for (const int cpu : topology_.threads(core)) free_threads += cpus.contains(cpu) ? 1 : 0;
    if (free_threads == cpus_per_core_) whole.add(topology_.threads(core)[0]);
  }
  return whole;
}

void Take::take_full_cores() {
  if (need_ <= cpus_per_node_ && take_full_cores_in_node()) return;
  if (need_ <= cpus_per_socket_ && take_full_cores_in_socket()) return;
  take_full_cores_across_sockets();
}

bool Take::take_full_cores_in_node() {
  std::array<Pass, 3> order;
  const size_t count = passes(false, true, order);
  for (size_t p = 0; p < count; ++p) {
    const CpuSet cpus = candidates(order[p]);
    const CpuSet whole = whole_cores(cpus);
    CpuSet best;
    int best_whole = 0;
    int best_socket = 0;
    for_each_node(topology_, [&](const NumaView &node) {
      const int in_cores = whole.count_and(*node.cpus) * cpus_per_core_;
      if (in_cores < need_) return;
      const int in_socket =
          cpus.count_and(topology_.sockets()[static_cast<size_t>(node.socket)].cpus);
      if (!best.empty() && !better(in_cores, best_whole) &&
          !(in_cores == best_whole && better(in_socket, best_socket)))
        return;
      best = *node.cpus;
      best_whole = in_cores;
      best_socket = in_socket;
    });
    if (best.empty()) continue;
    CpuList list;
    list_cores(whole & best, list);
    take_first(list, need_);
    return true;
  }
  return false;
}

bool Take::take_full_cores_in_socket() {
  std::array<Pass, 3> order;
  const size_t count = passes(false, false, order);
  for (size_t p = 0; p < count; ++p) {
    const CpuSet whole = whole_cores(candidates(order[p]));
    const CpuSet *best = nullptr;
    int best_whole = 0;
    for (const auto &socket : topology_.sockets()) {
      const int in_cores = whole.count_and(socket.cpus) * cpus_per_core_;
      if (in_cores < need_ || (best != nullptr && !better(in_cores, best_whole))) continue;
      best = &socket.cpus;
      best_whole = in_cores;
    }
    if (best == nullptr) continue;
    CpuList list;
    list_cores(whole & *best, list);
    take_first(list, need_);
    return true;
  }
  return false;
}

// Whole sockets while they fit, then whole cores from the sockets with the fewest.
void Take::take_full_cores_across_sockets() {
  const CpuSet whole = whole_cores(free_);
  const auto sockets = topology_.sockets();
  std::array<int16_t, Topology::kMaxCpus> order;
  const auto cpus_in = [&](int16_t s) {
    return whole.count_and(sockets[static_cast<size_t>(s)].cpus) * cpus_per_core_;
  };
  size_t n = 0;
  for (size_t s = 0; s < sockets.size() && n < order.size(); ++s)
    if (!sockets[s].cpus.empty()) order[n++] = static_cast<int16_t>(s);
  const auto end = order.begin() + static_cast<ptrdiff_t>(n);
  std::sort(order.begin(), end, [&](int16_t a, int16_t b) {
    const int in_a = cpus_in(a);
    const int in_b = cpus_in(b);
    return in_a != in_b ? in_a > in_b : a < b;
  });
  size_t aside = 0;
  CpuList list;
  for (size_t i = 0; i < n && need_ > 0; ++i) {
    const int count = cpus_in(order[i]);
    if (need_ >= count) {
      list.size = 0;
      list_cores(whole & sockets[static_cast<size_t>(order[i])].cpus, list);
      take_first(list, count);
    } else {
      order[aside++] = order[i];
    }
  }
  std::sort(order.begin(), order.begin() + static_cast<ptrdiff_t>(aside),
            [&](int16_t a, int16_t b) {
              const int in_a = cpus_in(a);
              const int in_b = cpus_in(b);
              return in_a != in_b ? in_a < in_b : a < b;
            });
  for (size_t i = 0; i < aside && need_ >= cpus_per_core_; ++i) {
    list.size = 0;
    list_cores(whole & sockets[static_cast<size_t>(order[i])].cpus, list);
    take_first(list, need_ - need_ % cpus_per_core_);
  }
}

void Take::take_spread() {
  if (need_ <= cpus_per_node_) take_spread_in_node();
  if (need_ > 0 && need_ <= cpus_per_socket_) take_spread_in_socket();
}

void Take::take_spread_in_node() {
  std::array<SpreadPass, 6> order;
  const size_t count = spread_passes(true, order);
  for (size_t p = 0; p < count; ++p) {
    const CpuSet cpus = candidates(order[p].pass);
    const CpuSet countable =
        order[p].one_per_core ? topology_.siblings().lowest_per_core(cpus) : cpus;
    CpuSet best;
    int best_node = 0;
    int best_socket = 0;
    for_each_node(topology_, [&](const NumaView &node) {
      if (countable.count_and(*node.cpus) < need_) return;
      const int in_node = cpus.count_and(*node.cpus);
      const int in_socket =
          cpus.count_and(topology_.sockets()[static_cast<size_t>(node.socket)].cpus);
      if (!best.empty() && !better(in_node, best_node) &&
          !(in_node == best_node && better(in_socket, best_socket)))
        return;
      best = *node.cpus;
      best_node = in_node;
      best_socket = in_socket;
    });
    if (best.empty()) continue;
    CpuList list;
    list_cpus(cpus & best, order[p].one_per_core, list);
    spread(list);
    take_first(list, need_);
    return;
  }
}

void Take::take_spread_in_socket() {
  std::array<SpreadPass, 6> order;
  const size_t count = spread_passes(false, order);
  for (size_t p = 0; p < count; ++p) {
    const CpuSet cpus = candidates(order[p].pass);
    const CpuSet countable =
        order[p].one_per_core ? topology_.siblings().lowest_per_core(cpus) : cpus;
    const CpuSet *best = nullptr;
    int best_count = 0;
    for (const auto &socket : topology_.sockets()) {
      const int in_socket = countable.count_and(socket.cpus);
      if (in_socket < need_ || (best != nullptr && !better(in_socket, best_count))) continue;
      best = &socket.cpus;
      best_count = in_socket;
    }
    if (best == nullptr) continue;
    CpuList list;
    list_cpus(cpus & *best, order[p].one_per_core, list);
    spread(list);
    take_first(list, need_);
    return;
  }
}

void Take::take_rest() {
  std::array<Pass, 3> order;
  const size_t count = passes(true, true, order);
  for (size_t p = 0; p < count && need_ > 0; ++p) {
    CpuList list;
    list_last(candidates(order[p]), list);
    spread(list);
    take_first(list, need_);
  }
}

void Take::list_last(const CpuSet &cpus, CpuList &list) const {
  struct Key {
    int taken_on_socket;
    int socket_free;
    int node_free;
    int core_free;
    int socket;
    int refs;
    int core_id;
    int32_t core;
  };
  const auto cores = topology_.cores();
  std::array<Key, Topology::kMaxCpus> keys;
  size_t n = 0;
  NumaCounts node_counts(topology_, cpus);
  int last_socket = -1;
  int taken = 0;
  int socket_free = 0;
  for (size_t c = 0; c < cores.size(); ++c) {
    int free_threads = 0;
    int refs = 0;
    for (const int cpu : topology_.threads(cores[c])) {
      if (!cpus.contains(cpu)) continue;
      ++free_threads;
      refs += ref_count(cpu);
    }
    if (free_threads == 0) continue;
    if (cores[c].socket != last_socket) {
      last_socket = cores[c].socket;
      const CpuSet &socket = topology_.sockets()[static_cast<size_t>(last_socket)].cpus;
      taken = result_.count_and(socket);
      socket_free = cpus.count_and(socket);
    }
    keys[n++] = {taken, socket_free, node_counts.of(cores[c].node), free_threads, cores[c].socket,
                 refs,  cores[c].id, static_cast<int32_t>(c)};
  }
  std::sort(keys.begin(), keys.begin() + static_cast<ptrdiff_t>(n),
            [&](const Key &a, const Key &b) {
              if (a.taken_on_socket != b.taken_on_socket)
                return a.taken_on_socket > b.taken_on_socket;
              if (a.socket_free != b.socket_free) return better(a.socket_free, b.socket_free);
              if (a.node_free != b.node_free) return better(a.node_free, b.node_free);
              if (a.core_free != b.core_free) return a.core_free < b.core_free;
              if (a.socket != b.socket) return a.socket < b.socket;
              if (a.refs != b.refs) return a.refs < b.refs;
              if (a.core_id != b.core_id) return a.core_id < b.core_id;
              return a.core < b.core;
            });
  for (size_t i = 0; i < n; ++i) {
    const size_t from = list.size;
    for (const int cpu : topology_.threads(cores[static_cast<size_t>(keys[i].core)]))
      if (cpus.contains(cpu)) list.add(cpu);
    std::sort(list.ids.begin() + static_cast<ptrdiff_t>(from),
              list.ids.begin() + static_cast<ptrdiff_t>(list.size), [&](int a, int b) {
                const int refs_a = ref_count(a);
                const int refs_b = ref_count(b);
                return refs_a != refs_b ? refs_a < refs_b : a < b;
              });
  }
}

// The free threads of the given cores, cores by (references, socket, core number).
void Take::list_cores(const CpuSet &first_threads, CpuList &list) const {
  std::array<int32_t, Topology::kMaxCpus> order;
  size_t n = 0;
  first_threads.for_each([&](int cpu) { order[n++] = topology_.find_cpu(cpu)->core; });
  const auto end = order.begin() + static_cast<ptrdiff_t>(n);
  const auto cores = topology_.cores();
  const auto before = [&](int32_t a, int32_t b) {
    const int refs_a = ref_sum(a);
    const int refs_b = ref_sum(b);
    if (refs_a != refs_b) return refs_a < refs_b;
    const auto &core_a = cores[static_cast<size_t>(a)];
    const auto &core_b = cores[static_cast<size_t>(b)];
    if (core_a.socket != core_b.socket) return core_a.socket < core_b.socket;
    return core_a.id != core_b.id ? core_a.id < core_b.id : a < b;
  };
  if (!std::is_sorted(order.begin(), end, before)) std::sort(order.begin(), end, before);
  for (size_t i = 0; i < n; ++i)
    for (const int cpu : topology_.threads(cores[static_cast<size_t>(order[i])]))
      if (free_.contains(cpu)) list.add(cpu);
}

// CPUs by (references, id); with one_per_core only the first of each core.
void Take::list_cpus(const CpuSet &cpus, bool one_per_core, CpuList &list) const {
  const bool by_id = request_.max_ref_count <= 1;
  const CpuSet &from = cpus;
  if (one_per_core && by_id) {
    topology_.siblings().lowest_per_core(cpus).for_each([&](int cpu) { list.add(cpu); });
    return;
  }
  from.for_each([&](int cpu) { list.add(cpu); });
  if (by_id) return;
  std::sort(list.ids.begin(), list.ids.begin() + static_cast<ptrdiff_t>(list.size),
            [&](int a, int b) {
              const int refs_a = ref_count(a);
              const int refs_b = ref_count(b);
              return refs_a != refs_b ? refs_a < refs_b : a < b;
            });
  if (!one_per_core) return;
  CpuSet seen;
  size_t kept = 0;
  for (size_t i = 0; i < list.size; ++i) {
    const int core = topology_.find_cpu(list.ids[i])->core;
    if (seen.contains(core)) continue;
    seen.add(core);
    list.ids[kept++] = list.ids[i];
  }
  list.size = kept;
}

// Walks the list round after round, taking the first remaining CPU of each core in every round.
void Take::spread(CpuList &list) const {
  if (list.size <= static_cast<size_t>(cpus_per_core_)) return;
  CpuList rest;
  size_t done = 0;
  while (done < list.size) {
    CpuSet seen;
    rest.size = 0;
    const size_t end = list.size;
    size_t kept = done;
    for (size_t i = done; i < end; ++i) {
      const int cpu = list.ids[i];
      const int core = topology_.find_cpu(cpu)->core;
      if (seen.contains(core)) {
        rest.add(cpu);
      } else {
        seen.add(core);
        list.ids[kept++] = cpu;
      }
    }
    std::copy(rest.ids.begin(), rest.ids.begin() + static_cast<ptrdiff_t>(rest.size),
              list.ids.begin() + static_cast<ptrdiff_t>(kept));
    done = kept;
  }
}

void Take::take_first(const CpuList &list, int count) {
  const int end = std::min(count, static_cast<int>(list.size));
  for (int i = 0; i < end; ++i) take(list.ids[static_cast<size_t>(i)]);
}

void Take::take(int cpu) {
  result_.add(cpu);
  free_.remove(cpu);
  --need_;
  if (request_.exclusive == ExclusivePolicy::kNone) return;
  const auto &record = *topology_.find_cpu(cpu);
  if (request_.exclusive == ExclusivePolicy::kNumaNodeLevel) {
    for_each_node(topology_, [&](const NumaView &node) {
      if (node.cpus->contains(cpu)) held_nodes_ |= *node.cpus;
    });
    if (request_.profile != Profile::kSpec) return;
  }
  for (const int thread : topology_.threads(topology_.cores()[static_cast<size_t>(record.core)]))
    held_cores_.add(thread);
}

}  // namespace koord::cpu
