// CPU picking by Koordinator's policies.
#include <array>
#include <cstddef>
#include <cstring>
#include <string>

#include "capi/boundary/arguments.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "capi/boundary/policies.h"
#include "capi/boundary/refusals.h"
#include "capi/boundary/rows.h"
#include "capi/boundary/struct_reader.h"
#include "cpu/koordinator.h"
#include "koord.h"

using namespace koord::capi;
using koord::CpuSet;
using koord::Topology;
namespace cpu = koord::cpu;

namespace {

constexpr uint32_t kAllSets = uint32_t{KOORD_PICK_SET_PREFERRED} |
                              uint32_t{KOORD_PICK_SET_CORE_HELD} |
                              uint32_t{KOORD_PICK_SET_NODE_HELD};

cpu::Request read_request(const koord_cpu_request &given) {
  check_flags(given.flags, KOORD_PICK_REQUIRED | KOORD_PICK_FEWEST_L3, "request.flags");
  if (given.profile == KOORD_PROFILE_KUBELET)
    invalid("request.profile",
            "KOORD_PROFILE_KUBELET is not supported here; use koord_kubelet_pick");
  check_number(given.profile, KOORD_PROFILE_UPSTREAM + 1, "request.profile");
  check_number(given.bind_policy, KOORD_BIND_POLICY_SPREAD_BY_PCPUS + 1, "request.bind_policy");
  check_flags(given.sets, kAllSets, "request.sets");
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

// NUMA nodes that a topology manager chose, in the caller's array.
struct Grants {
  koord_numa_grant *rows;
  size_t stride;
  size_t count;

  Grants(const Topology &topology, const koord_cpu_request &request, koord_numa_grant *grants)
      : rows(grants), stride(request.grant_stride), count(request.grant_count) {
    if (!is_stride(stride, count == 0 ? 0 : sizeof *rows))
      fail_stride(stride, sizeof *rows, "request.grant_stride: ");
    if (count > topology.nodes().size())
      invalid("request.grant_count", std::to_string(count) + ", the machine has " +
                                         std::to_string(topology.nodes().size()) + " NUMA nodes");
    if (count != 0) require(rows, "grants");
  }
  // Returns row `i`, whose NUMA node must be above `before`.
  cpu::HintedNode read(const Topology &topology, size_t i, int before) const {
    const koord_numa_grant grant = read_row(rows, stride, i, {"grants", i});
    if (topology.node_index(grant.numa_node) < 0 || grant.numa_node <= before ||
        grant.reserved != 0)
      refuse(topology, grant, i, before);
    return {grant.numa_node, grant.available_milli, 0};
  }
  [[noreturn, gnu::cold]] static void refuse(const Topology &topology,
                                             const koord_numa_grant &grant, size_t i, int before) {
    const FieldName name("grants", i);
    if (topology.node_index(grant.numa_node) < 0)
      invalid(name.field("numa_node"),
              "the machine has no NUMA node " + std::to_string(grant.numa_node));
    if (grant.numa_node <= before)
      invalid(name.field("numa_node"), std::to_string(grant.numa_node) + " after " +
                                           std::to_string(before) +
                                           ", expected ascending NUMA nodes without duplicates");
    invalid(name.field("reserved"), "must be 0");
  }
  void write(size_t i, int64_t granted_milli) const {
    char *row = reinterpret_cast<char *>(rows) + stride * i;
    std::memcpy(row + offsetof(koord_numa_grant, granted_milli), &granted_milli,
                sizeof granted_milli);
  }
};

// The sets of a call, one after another. Sets that the mask does not name are absent.
class Sets {
 public:
  Sets(const koord_topology &topology, const koord_cpu_request &request, const uint64_t *sets)
      : topology_(topology), words_(request.words), given_(request.sets), at_(sets) {}

  CpuSet first() const { return read_set(topology_, at_); }
  // Must be called in the order of the flags.
  CpuSet next(koord_pick_set_flags flag) {
    return has(flag) ? read_set(topology_, at_ += words_) : CpuSet();
  }
  bool has(koord_pick_set_flags flag) const { return (given_ & flag) != 0; }

 private:
  const koord_topology &topology_;
  size_t words_;
  koord_pick_set_flags given_;
  const uint64_t *at_;
};

// Runs the picker with the grants in an array on the stack. Capacity must be at least their count.
template <size_t Capacity>
koord::Refusal pick(const Topology &topology, const cpu::Request &request, const cpu::State &state,
                    const Grants &rows, CpuSet &out) {
  std::array<cpu::HintedNode, Capacity> grants;
  for (size_t i = 0; i < rows.count; ++i)
    grants[i] = rows.read(topology, i, i == 0 ? -1 : grants[i - 1].node);
  const koord::Refusal refusal =
      cpu::pick(topology, request, state, std::span(grants.data(), rows.count), out);
  for (size_t i = 0; i < rows.count; ++i)
    rows.write(i, refusal.refused() ? 0 : grants[i].granted_milli);
  return refusal;
}

}  // namespace

koord_status koord_cpu_pick(const koord_topology *topology, const koord_cpu_request *request,
                            const uint64_t *sets, const uint16_t *ref_counts,
                            koord_numa_grant *grants, uint64_t *out, koord_refusal *refusal,
                            koord_error *err) {
  return guarded(err, [&] {
    require(topology, "topology");
    require(request, "request");
    require(out, "out");
    require(refusal, "refusal");
    const koord_cpu_request given = read_struct(request, "request");
    const cpu::Request wanted = read_request(given);
    check_set_words(*topology, given.words);
    if (sets == nullptr && given.sets != 0)
      invalid("sets", "is NULL, expected the available CPUs and what request.sets names");
    const Grants chosen(**topology, given, grants);

    Sets reader(*topology, given, sets);
    const CpuSet usable = sets == nullptr ? (*topology)->all_cpus() : reader.first();
    const CpuSet preferred = reader.next(KOORD_PICK_SET_PREFERRED);
    const CpuSet core_held = reader.next(KOORD_PICK_SET_CORE_HELD);
    const CpuSet node_held = reader.next(KOORD_PICK_SET_NODE_HELD);
    const size_t counts = ref_counts == nullptr ? 0 : topology->words * 64;
    const cpu::State state{&usable,
                           reader.has(KOORD_PICK_SET_PREFERRED) ? &preferred : nullptr,
                           reader.has(KOORD_PICK_SET_CORE_HELD) ? &core_held : nullptr,
                           reader.has(KOORD_PICK_SET_NODE_HELD) ? &node_held : nullptr,
                           {ref_counts, counts}};

    CpuSet picked;
    constexpr size_t kUsualNodes = 16;
    koord::Refusal verdict =
        chosen.count <= kUsualNodes
            ? pick<kUsualNodes>(**topology, wanted, state, chosen, picked)
            : pick<Topology::kMaxNodes>(**topology, wanted, state, chosen, picked);
    if (verdict.refused()) picked = CpuSet();
    verdict.profile = wanted.profile;
    picked.to_words({out, given.words});
    *refusal = to_c(verdict);
  });
}
