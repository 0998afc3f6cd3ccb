// The pickers, and NodeResourceTopologyMatch.
#include <pybind11/stl.h>

#include "bridge.h"

namespace koord_python {

void add_cpu(py::module_ &m) {
  m.def(
      "bind_policy_get_name",
      [](Number<int32_t> policy) { return koord_bind_policy_get_name(policy.value); }, "policy"_a);
  m.def(
      "exclusive_policy_get_name",
      [](Number<int32_t> policy) { return koord_exclusive_policy_get_name(policy.value); },
      "policy"_a);
  m.def(
      "numa_strategy_get_name",
      [](Number<int32_t> strategy) { return koord_numa_strategy_get_name(strategy.value); },
      "strategy"_a);
  m.def(
      "nrt_node_from_json",
      [](const Text &node, const Text &nrt) {
        koord_nrt_node *out = nullptr;
        return call_with_remarks(
            [&](const koord_context *log, koord_error *err) {
              return koord_nrt_node_from_json(log, node.data(), node.size(), nrt.data(), nrt.size(),
                                              &out, err);
            },
            [&] { return owned(out); });
      },
      "node"_a, "nrt"_a);
  m.def(
      "nrt_node_filter",
      [](const Handle<koord_nrt_node> &node, const Handle<koord_pod> &pod) {
        const Used used_node(node);
        const Used used_pod(pod);
        koord_nrt_verdict verdict = KOORD_INIT(koord_nrt_verdict);
        const py::str resource =
            text_of([&](char *text, size_t capacity, size_t *needed, koord_error *err) {
              return koord_nrt_node_filter(used_node.get(), used_pod.get(), &verdict, text,
                                           capacity, needed, err);
            });
        return py::make_tuple(to_dict(verdict), resource);
      },
      "node"_a, "pod"_a);
  m.def(
      "nrt_node_score",
      [](const Handle<koord_nrt_node> &node, const Handle<koord_pod> &pod, const Text &args) {
        const Used used_node(node);
        const Used used_pod(pod);
        int32_t score = 0;
        call([&](koord_error *err) {
          return koord_nrt_node_score(used_node.get(), used_pod.get(), args.data(), args.size(),
                                      &score, err);
        });
        return score;
      },
      "node"_a, "pod"_a, "args"_a);
  m.def(
      "cpu_pick",
      [](const Handle<koord_topology> &topology, const py::dict &request, const Words &available,
         const Words &preferred, const Words &core_held, const Words &node_held,
         const py::object &ref_counts, const py::object &grants) {
        const Used used(topology);
        koord_cpu_request request_ = KOORD_INIT(koord_cpu_request);
        fill(request_, request);
        uint64_t sets[4 * kWords];
        uint64_t *end = std::copy_n(available.words, kWords, sets);
        const auto add = [&](const Words &set, koord_pick_set_flags flag) {
          if (!set.given) return;
          request_.sets |= flag;
          end = std::copy_n(set.words, kWords, end);
        };
        add(preferred, KOORD_PICK_SET_PREFERRED);
        add(core_held, KOORD_PICK_SET_CORE_HELD);
        add(node_held, KOORD_PICK_SET_NODE_HELD);
        std::vector<uint16_t> counts;
        if (!ref_counts.is_none()) {
          const Rows given(ref_counts, sizeof(uint16_t), false);
          if (given.count() > KOORD_MAX_CPUS)
            throw py::value_error("ref_counts: more than there can be CPUs");
          counts.assign(64 * kWords, 0);
          std::copy_n(given.as<uint16_t>(), given.count(), counts.begin());
        }
        const Rows grants_(grants, sizeof(koord_numa_grant), true);
        request_.words = kWords;
        request_.grant_stride = sizeof(koord_numa_grant);
        request_.grant_count = static_cast<uint32_t>(std::min<size_t>(grants_.count(), UINT32_MAX));
        uint64_t out[kWords] = {};
        koord_refusal refusal{};
        call([&](koord_error *err) {
          return koord_cpu_pick(used.get(), &request_, sets,
                                counts.empty() ? nullptr : counts.data(),
                                grants_.as<koord_numa_grant>(), out, &refusal, err);
        });
        return py::make_tuple(to_words(out), to_dict(refusal));
      },
      "topology"_a, "request"_a, "available"_a, "preferred"_a, "core_held"_a, "node_held"_a,
      "ref_counts"_a, "grants"_a);
  m.def(
      "kubelet_pick",
      [](const Handle<koord_topology> &topology, const py::dict &request, const Words &shared,
         const Words &reserved, const Words &reusable) {
        const Used used(topology);
        koord_kubelet_request request_ = KOORD_INIT(koord_kubelet_request);
        fill(request_, request);
        request_.sets = KOORD_KUBELET_SET_RESERVED | KOORD_KUBELET_SET_REUSABLE;
        std::vector<uint64_t> sets;
        for (const Words *set : {&shared, &reserved, &reusable})
          sets.insert(sets.end(), set->words, set->words + kWords);
        uint64_t out[kWords] = {};
        koord_refusal refusal{};
        call([&](koord_error *err) {
          return koord_kubelet_pick(used.get(), &request_, sets.data(), kWords, out, &refusal, err);
        });
        return py::make_tuple(to_words(out), to_dict(refusal));
      },
      "topology"_a, "request"_a, "shared"_a, "reserved"_a, "reusable"_a);
}

}  // namespace koord_python
