// CPU picking by kubelet's static policy.
#include <array>
#include <bit>
#include <span>
#include <string>

#include "capi/boundary/arguments.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "capi/boundary/policies.h"
#include "capi/boundary/refusals.h"
#include "capi/boundary/struct_reader.h"
#include "koord.h"
#include "kubelet/cpu/policy.h"

using namespace koord::capi;
using koord::CpuSet;
namespace kubelet = koord::kubelet;

namespace {

koord_kubelet_request read_request(const koord_kubelet_request *request) {
  require(request, "request");
  const koord_kubelet_request given = read_struct(request, "request");
  check_flags(given.flags, 0, "request.flags");
  check_flags(given.options, kubelet::kAllOptions, "request.options");
  check_flags(given.sets, KOORD_KUBELET_SET_RESERVED | KOORD_KUBELET_SET_REUSABLE, "request.sets");
  return given;
}

// The sets of a call, `words` apart: the first one always, the others if their flags are set.
struct KubeletSets {
  KubeletSets(const koord_topology &topology, const uint64_t *sets, size_t words, uint32_t given)
      : shared(read_set(topology, sets)),
        reserved(given & KOORD_KUBELET_SET_RESERVED ? read_set(topology, sets += words) : CpuSet()),
        reusable(given & KOORD_KUBELET_SET_REUSABLE ? read_set(topology, sets += words)
                                                    : CpuSet()) {}

  CpuSet shared, reserved, reusable;
};

// The NUMA nodes of a hint, by id.
struct Affinity {
  Affinity(const koord::Topology &topology, uint64_t rows) {
    const auto &nodes = topology.nodes();
    for (; rows != 0; rows &= rows - 1) {
      const auto row = static_cast<size_t>(std::countr_zero(rows));
      if (row >= nodes.size())
        invalid("request.affinity", "has bit " + std::to_string(row) + ", the machine has " +
                                        std::to_string(nodes.size()) + " NUMA nodes");
      ids[count++] = nodes[row].id;
    }
  }
  std::span<const int32_t> get() const { return {ids.data(), count}; }

  std::array<int32_t, 64> ids;
  size_t count = 0;
};

}  // namespace

koord_status koord_kubelet_pick(const koord_topology *topology,
                                const koord_kubelet_request *request, const uint64_t *sets,
                                size_t words, uint64_t *out, koord_refusal *refusal,
                                koord_error *err) {
  return guarded(err, [&] {
    require(topology, "topology");
    require(sets, "sets");
    require(out, "out");
    require(refusal, "refusal");
    const koord_kubelet_request wanted = read_request(request);
    const int cpus = read_amount(wanted.cpus, "request.cpus");
    const koord::KubeletVersion version = read_kubelet_version(wanted.version, "request.version");
    check_words(*topology, words);
    check_extent(words, 3 * sizeof *sets, "words");

    const kubelet::Machine machine(**topology);
    const KubeletSets given(*topology, sets, words, wanted.sets);
    const Affinity affinity(**topology, wanted.affinity);
    CpuSet picked;
    koord::Refusal verdict =
        kubelet::pick(machine, wanted.options, cpus, {given.shared, given.reserved, given.reusable},
                      affinity.get(), picked, version);
    if (verdict.refused()) picked = CpuSet();
    verdict.profile = koord::Profile::kKubelet;
    picked.to_words({out, words});
    *refusal = to_c(verdict);
  });
}
