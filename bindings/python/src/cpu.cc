// The pickers, the merge of NUMA hints, and NodeResourceTopologyMatch.
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
      "nrt_filter",
      [](const Handle<koord_pod> &pod, const Text &node, const Text &nrt) {
        const Used used_pod(pod);
        koord_nrt_verdict verdict = KOORD_INIT(koord_nrt_verdict);
        call_with_remarks([&](const koord_context *log, koord_error *err) {
          return koord_nrt_filter(log, used_pod.get(), node.data(), node.size(), nrt.data(),
                                  nrt.size(), &verdict, err);
        });
        return to_dict(verdict);
      },
      "pod"_a, "node"_a, "nrt"_a);
  m.def(
      "nrt_score",
      [](const Handle<koord_pod> &pod, const Text &nrt, const Text &args) {
        const Used used_pod(pod);
        int32_t score = 0;
        call_with_remarks([&](const koord_context *log, koord_error *err) {
          return koord_nrt_score(log, used_pod.get(), nrt.data(), nrt.size(), args.data(),
                                 args.size(), &score, err);
        });
        return score;
      },
      "pod"_a, "nrt"_a, "args"_a);
  m.def(
      "cpu_pick",
      [](const Handle<koord_topology> &topology, const py::dict &request, const Words &available,
         const Words &preferred, const Words &core_held, const Words &node_held,
         const py::object &ref_counts, const py::object &hint) {
        const Used used(topology);
        koord_cpu_request request_ = KOORD_INIT(koord_cpu_request);
        fill(request_, request);
        std::vector<uint16_t> counts;
        if (!ref_counts.is_none()) {
          const Rows given(ref_counts, sizeof(uint16_t), false);
          if (given.count() > KOORD_MAX_CPUS)
            throw py::value_error("ref_counts: more than there can be CPUs");
          counts.assign(64 * kWords, 0);
          std::copy_n(given.as<uint16_t>(), given.count(), counts.begin());
        }
        const Rows hint_(hint, sizeof(koord_numa_grant), true);
        uint64_t out[kWords] = {};
        koord_refusal refusal{};
        call([&](koord_error *err) {
          return koord_cpu_pick(used.get(), &request_, available.words, preferred.get(),
                                core_held.get(), node_held.get(),
                                counts.empty() ? nullptr : counts.data(), kWords,
                                hint_.as<koord_numa_grant>(), hint_.count(), out, &refusal, err);
        });
        return py::make_tuple(to_words(out), to_dict(refusal));
      },
      "topology"_a, "request"_a, "available"_a, "preferred"_a, "core_held"_a, "node_held"_a,
      "ref_counts"_a, "hint"_a);
  m.def(
      "kubelet_pick",
      [](const Handle<koord_topology> &topology, const py::dict &request, const Words &shared,
         const Words &reserved, const Words &reusable,
         const std::vector<Number<int32_t>> &affinity) {
        const Used used(topology);
        koord_kubelet_request request_ = KOORD_INIT(koord_kubelet_request);
        fill(request_, request);
        std::vector<int32_t> nodes;
        for (const auto &node : affinity) nodes.push_back(node.value);
        uint64_t out[kWords] = {};
        koord_refusal refusal{};
        call([&](koord_error *err) {
          return koord_kubelet_pick(used.get(), &request_, shared.words, reserved.get(),
                                    reusable.get(), kWords, nodes.data(), nodes.size(), out,
                                    &refusal, err);
        });
        return py::make_tuple(to_words(out), to_dict(refusal));
      },
      "topology"_a, "request"_a, "shared"_a, "reserved"_a, "reusable"_a, "affinity"_a);
  m.def(
      "numa_merge",
      [](const py::dict &options, const py::object &places, const py::object &distances,
         const py::object &lists, const py::object &hints, const Text &names) {
        koord_numa_options options_ = KOORD_INIT(koord_numa_options);
        fill(options_, options);
        const Rows places_(places, sizeof(koord_numa_place), false);
        const Rows lists_(lists, sizeof(koord_numa_hint_list), false);
        const Rows hints_(hints, sizeof(koord_numa_hint), false);
        const Rows distances_(distances, sizeof(uint32_t), false);
        if (distances_.count() != 0 && distances_.count() != places_.count() * places_.count()) {
          throw py::value_error("distances: one for each pair of NUMA nodes is needed");
        }
        koord_numa_merged out{};
        const py::str text =
            text_of([&](char *text, size_t capacity, size_t *needed, koord_error *err) {
              return koord_numa_merge(
                  &options_, places_.as<koord_numa_place>(), sizeof(koord_numa_place),
                  places_.count(), distances_.count() == 0 ? nullptr : distances_.as<uint32_t>(),
                  lists_.as<koord_numa_hint_list>(), sizeof(koord_numa_hint_list), lists_.count(),
                  hints_.as<koord_numa_hint>(), sizeof(koord_numa_hint), hints_.count(),
                  names.data(), names.size(), &out, text, capacity, needed, err);
            });
        return py::make_tuple(to_dict(out), text);
      },
      "options"_a, "places"_a, "distances"_a, "lists"_a, "hints"_a, "names"_a);
}

}  // namespace koord_python
