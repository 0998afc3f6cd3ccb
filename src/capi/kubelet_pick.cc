// CPU picking by kubelet's static policy.
#include "capi/arguments.h"
#include "capi/guard.h"
#include "capi/handles.h"
#include "capi/refusals.h"
#include "capi/struct_reader.h"
#include "cpu/kubelet_policy.h"
#include "koord.h"

using namespace koord::capi;
using koord::CpuSet;
namespace kubelet = koord::kubelet;

namespace {

koord_kubelet_request read_request(const koord_kubelet_request *request) {
  require(request, "request");
  const koord_kubelet_request given = read_struct(request, "request");
  check_flags(given.flags, 0, "request.flags");
  check_flags(given.options, kubelet::kAllOptions, "request.options");
  return given;
}

CpuSet read_optional(const koord_topology &topology, const uint64_t *words) {
  return words != nullptr ? read_set(topology, words) : CpuSet();
}

}  // namespace

koord_status koord_kubelet_pick(const koord_topology *topology,
                                const koord_kubelet_request *request, const uint64_t *shared,
                                const uint64_t *reserved, const uint64_t *reusable, size_t words,
                                const int32_t *affinity, size_t affinity_count, uint64_t *out,
                                koord_refusal *refusal, koord_error *err) {
  return guarded(err, [&] {
    require(topology, "topology");
    require(shared, "shared");
    require(out, "out");
    require(refusal, "refusal");
    const koord_kubelet_request wanted = read_request(request);
    const int cpus = read_amount(wanted.cpus, "request.cpus");
    check_words(*topology, words);
    check_extent(affinity_count, sizeof *affinity, "affinity_count");
    if (affinity_count != 0) require(affinity, "affinity");

    const kubelet::Machine machine(**topology);
    const CpuSet free = read_set(*topology, shared);
    const CpuSet kept = read_optional(*topology, reserved);
    const CpuSet left = read_optional(*topology, reusable);
    CpuSet picked;
    koord::Refusal verdict = kubelet::pick(machine, wanted.options, cpus, {free, kept, left},
                                           {affinity, affinity_count}, picked);
    if (verdict.refused()) picked = CpuSet();
    verdict.profile = koord::Profile::kKubelet;
    picked.to_words({out, words});
    *refusal = to_c(verdict);
  });
}
