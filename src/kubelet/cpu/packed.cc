#include "kubelet/cpu/packed.h"

#include "kubelet/cpu/order.h"

namespace koord::kubelet {
namespace {

// State of one packed assignment: the free CPUs, the CPUs taken, and the number still wanted. A
// list of domains is computed at the start of its step and not updated during the step.
class Packer {
 public:
  Packer(const Machine &machine, const CpuSet &free, int wanted)
      : machine_(machine), free_(free), wanted_(wanted) {}

  bool done() const { return wanted_ == 0; }
  const CpuSet &taken() const { return taken_; }

  void take_whole_nodes() {
    const auto cpus_of = [&](int node) -> const CpuSet & { return machine_.node_cpus(node); };
    if (!any_fits(machine_.node_count(), cpus_of)) return;
    Order nodes;
    order_nodes(machine_, free_, nodes);
    for (const Ranked node : nodes) take_if_whole(node, machine_.node_cpus(node.index()));
  }

  void take_whole_sockets() {
    const auto cpus_of = [&](int socket) -> const CpuSet & { return machine_.socket_cpus(socket); };
    if (!any_fits(static_cast<int>(machine_.topology().sockets().size()), cpus_of)) return;
    Order sockets;
    order_sockets(machine_, free_, sockets);
    for (const Ranked socket : sockets) take_if_whole(socket, machine_.socket_cpus(socket.index()));
  }

  void take_uncores(bool small_ones) {
    const Uncores uncores(machine_);
    Order order;
    order_uncores(machine_, uncores, free_, order);
    if (small_ones || wanted_ >= uncores.cpus_per_uncore())
      for (const Ranked uncore : order) take_if_whole(uncore, uncores.cpus(uncore.index()));
    for (const Ranked uncore : order) {
      if (done()) return;
      // The listed count may be too high by now, never too low.
      if (uncore.free() >= wanted_) take_part_of_uncore(uncores.cpus_among(free_, uncore.index()));
    }
  }

  void take_whole_cores() {
    const CpuSet free = free_;
    visit_whole_cores(machine_, free, wanted_, [&](const Topology::Core &core) {
      for (const int cpu : machine_.topology().threads(core)) take(cpu);
      return wanted_;
    });
  }

  void take_cpus(const PackedOptions &options) {
    const CpuSet free = free_;
    const auto take_one = [&](int cpu) {
      take(cpu);
      return !done();
    };
    if (!options.spread)
      visit_cpus_packed(machine_, free, take_one);
    else if (options.rules.spreads_in_turns)
      visit_cpus_in_turns(machine_, free, take_one);
    else
      visit_cpus_by_number(machine_, free, take_one);
  }

 private:
  // Returns true if a domain is entirely free and not too large. Most requests are smaller than any
  // NUMA node, and this check is cheaper than sorting the domains.
  template <typename CpusOf>
  bool any_fits(int count, CpusOf &&cpus_of) const {
    if (wanted_ < machine_.topology().smallest_place()) return false;
    for (int domain = 0; domain < count; ++domain) {
      const CpuSet &cpus = cpus_of(domain);
      const int size = cpus.count();
      if (size > 0 && size <= wanted_ && cpus.is_subset_of(free_)) return true;
    }
    return false;
  }

  // A domain may be listed twice; the second time its CPUs are no longer free.
  void take_if_whole(Ranked domain, const CpuSet &cpus) {
    const int size = cpus.count();
    if (domain.free() == size && size <= wanted_ && cpus.is_subset_of(free_)) take(cpus, size);
  }

  // Kubelet looks only at the cores with the lowest ids, as many as would suffice if all of them
  // were free. It takes all their free CPUs or none. An odd request may leave out the last thread.
  void take_part_of_uncore(const CpuSet &inside) {
    if (inside.count() < wanted_) return;
    const Topology &topology = machine_.topology();
    const int width = machine_.counters().cpus_per_core();
    int cores_left = (wanted_ + width - 1) / width;
    CpuSet part;
    int size = 0;
    int highest = -1;
    visit_cores(topology, machine_.cores_touched(inside), [&](int core) {
      for (const int cpu : topology.threads(topology.cores()[core])) {
        if (!free_.contains(cpu)) continue;
        part.add(cpu);
        ++size;
        highest = std::max(highest, cpu);
      }
      --cores_left;
      const bool can_do = size + cores_left * topology.smt_width() >= wanted_;
      return cores_left > 0 && can_do;
    });
    if (wanted_ % 2 != 0 && width > 1 && size > wanted_) {
      part.remove(highest);
      --size;
    }
    if (size == wanted_) take(part, size);
  }

  void take(const CpuSet &cpus, int size) {
    taken_ |= cpus;
    free_ -= cpus;
    wanted_ -= size;
  }
  // A CPU of a domain that is listed twice may be visited again.
  void take(int cpu) {
    if (!free_.contains(cpu)) return;
    taken_.add(cpu);
    free_.remove(cpu);
    --wanted_;
  }

  const Machine &machine_;
  CpuSet free_;
  CpuSet taken_;
  int wanted_;
};

}  // namespace

Refusal not_enough_cpus(int wanted, int available) {
  Refusal refusal = Refusal::of(Reason::kNotEnoughCpus, Profile::kKubelet);
  refusal.needed = wanted;
  refusal.best = available;
  return refusal;
}

Refusal pick_packed(const Machine &machine, const CpuSet &available, int wanted,
                    const PackedOptions &options, CpuSet &out) {
  const CpuSet free = available & machine.topology().all_cpus();
  const int free_count = free.count();
  out = CpuSet();
  if (wanted < 1) return {};
  if (wanted > free_count) return not_enough_cpus(wanted, free_count);

  Packer packer(machine, free, wanted);
  machine.numa_first() ? packer.take_whole_nodes() : packer.take_whole_sockets();
  if (!packer.done())
    machine.numa_first() ? packer.take_whole_sockets() : packer.take_whole_nodes();
  if (!packer.done() && options.align_uncores)
    packer.take_uncores(options.rules.takes_small_uncores);
  if (!packer.done() && !options.spread) packer.take_whole_cores();
  if (!packer.done()) packer.take_cpus(options);
  out = packer.taken();
  return {};
}

}  // namespace koord::kubelet
