// CPU picking by Koordinator's policies.
#include <array>
#include <string>

#include "base/error.h"
#include "capi/arguments.h"
#include "capi/guard.h"
#include "capi/handles.h"
#include "capi/policies.h"
#include "capi/refusals.h"
#include "capi/struct_reader.h"
#include "cpu/koordinator.h"
#include "koord.h"

using namespace koord::capi;
using koord::CpuSet;
using koord::Error;
using koord::Status;
using koord::Topology;
namespace cpu = koord::cpu;

namespace {

cpu::Request read_request(const koord_cpu_request *request) {
  require(request, "request");
  const koord_cpu_request given = read_struct(request, "request");
  check_flags(given.flags, KOORD_PICK_REQUIRED | KOORD_PICK_FEWEST_L3, "request.flags");
  if (given.profile == KOORD_PROFILE_KUBELET)
    throw Error(Status::kInvalid,
                "request.profile: kubelet's rules have their own call, koord_kubelet_pick");
  check_number(given.profile, KOORD_PROFILE_UPSTREAM + 1, "request.profile");
  check_number(given.bind_policy, KOORD_BIND_POLICY_SPREAD_BY_PCPUS + 1, "request.bind_policy");
  cpu::Request out{};
  out.profile = static_cast<koord::Profile>(given.profile);
  out.bind = static_cast<cpu::BindPolicy>(given.bind_policy);
  out.exclusive = read_exclusive(given.exclusive_policy, "request.exclusive_policy");
  out.strategy = read_strategy(given.numa_strategy, "request.numa_strategy");
  out.cpus = read_amount(given.cpus, "request.cpus");
  out.max_ref_count = read_amount(given.max_ref_count, "request.max_ref_count");
  out.required = (given.flags & KOORD_PICK_REQUIRED) != 0;
  out.fewest_l3 = (given.flags & KOORD_PICK_FEWEST_L3) != 0;
  return out;
}

void check_hint(const Topology &topology, const koord_numa_grant *hint, size_t count) {
  if (count > topology.nodes().size())
    throw Error(Status::kInvalid, "hint_count: " + std::to_string(count) + ", the machine has " +
                                      std::to_string(topology.nodes().size()) + " NUMA nodes");
  if (count != 0) require(hint, "hint");
  for (size_t i = 0; i < count; ++i) {
    const auto name = [i] { return "hint[" + std::to_string(i) + "]"; };
    if (topology.node_index(hint[i].node) < 0)
      throw Error(Status::kInvalid,
                  name() + ".node: the machine has no NUMA node " + std::to_string(hint[i].node));
    if (i > 0 && hint[i].node <= hint[i - 1].node)
      throw Error(Status::kInvalid, name() + ".node: " + std::to_string(hint[i].node) + " after " +
                                        std::to_string(hint[i - 1].node) +
                                        ", expected each node once and ascending");
    if (hint[i].reserved != 0) throw Error(Status::kInvalid, name() + ".reserved: must be 0");
  }
}

// A nullable set, with the storage it is read into.
struct OptionalSet {
  OptionalSet(const koord_topology &topology, const uint64_t *words) : given(words != nullptr) {
    if (given) set = read_set(topology, words);
  }
  const CpuSet *get() const { return given ? &set : nullptr; }

  bool given;
  CpuSet set;
};

// Runs the picker with the hint in an array of its own on the stack; Capacity is at least
// hint_count.
template <size_t Capacity>
koord::Refusal pick(const Topology &topology, const cpu::Request &request, const cpu::State &state,
                    koord_numa_grant *hint, size_t hint_count, CpuSet &out) {
  std::array<cpu::NumaGrant, Capacity> grants;
  for (size_t i = 0; i < hint_count; ++i) grants[i] = {hint[i].node, hint[i].available_milli, 0};
  const koord::Refusal refusal =
      cpu::pick(topology, request, state, std::span(grants.data(), hint_count), out);
  for (size_t i = 0; i < hint_count; ++i)
    hint[i].granted_milli = refusal.refused() ? 0 : grants[i].granted_milli;
  return refusal;
}

}  // namespace

koord_status koord_cpu_pick(const koord_topology *topology, const koord_cpu_request *request,
                            const uint64_t *available, const uint64_t *preferred,
                            const uint64_t *core_held, const uint64_t *node_held,
                            const uint16_t *ref_counts, size_t words, koord_numa_grant *hint,
                            size_t hint_count, uint64_t *out, koord_refusal *refusal,
                            koord_error *err) {
  return guarded(err, [&] {
    require(topology, "topology");
    require(available, "available");
    require(out, "out");
    require(refusal, "refusal");
    const cpu::Request wanted = read_request(request);
    check_words(*topology, words);
    check_hint(**topology, hint, hint_count);

    const CpuSet usable = read_set(*topology, available);
    const OptionalSet first(*topology, preferred);
    const OptionalSet cores(*topology, core_held);
    const OptionalSet nodes(*topology, node_held);
    const size_t counts = ref_counts == nullptr ? 0 : topology->words * 64;
    const cpu::State state{&usable, first.get(), cores.get(), nodes.get(), {ref_counts, counts}};

    CpuSet picked;
    constexpr size_t kUsualNodes = 16;
    koord::Refusal verdict =
        hint_count <= kUsualNodes
            ? pick<kUsualNodes>(**topology, wanted, state, hint, hint_count, picked)
            : pick<Topology::kMaxNodes>(**topology, wanted, state, hint, hint_count, picked);
    if (verdict.refused()) picked = CpuSet();
    verdict.profile = wanted.profile;
    picked.to_words({out, words});
    *refusal = to_c(verdict);
  });
}
