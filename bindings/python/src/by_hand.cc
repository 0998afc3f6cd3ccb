// Calls with arrays whose lengths another argument determines. The lengths are checked here.
#include "bridge.h"

namespace koord_python {
namespace {

// Adjacent sets of CPUs. The first is always present. Each of the others has a bit, in order.
struct Sets {
  explicit Sets(const py::list &given) {
    for (size_t i = 0; i < given.size(); ++i) {
      const auto set = given[i].cast<Words>();
      if (i > 0 && !set.given) continue;
      if (i > 0) flags |= 1U << (i - 1);
      words.insert(words.end(), set.words, set.words + kWords);
    }
    if (words.empty()) throw py::value_error("sets: the first is missing");
  }
  std::vector<uint64_t> words;
  uint32_t flags = 0;
};

py::tuple cpu_pick(const Handle<koord_topology> &topology, const py::object &request,
                   const py::list &sets, const py::object &ref_counts, const py::object &grants) {
  const Used used(topology);
  koord_cpu_request request_ = *Packed<koord_cpu_request>(request).get();
  const Sets sets_(sets);
  std::vector<uint16_t> counts;
  if (!ref_counts.is_none()) {
    const Rows given(ref_counts, sizeof(uint16_t), false);
    if (given.count() > KOORD_MAX_CPUS)
      throw py::value_error("ref_counts: more than there can be CPUs");
    counts.assign(64 * kWords, 0);
    std::copy_n(given.as<uint16_t>(), given.count(), counts.begin());
  }
  const Rows grants_(grants, sizeof(koord_numa_grant), true);
  request_.sets = sets_.flags;
  request_.words = kWords;
  request_.grant_stride = sizeof(koord_numa_grant);
  request_.grant_count = static_cast<uint32_t>(std::min<size_t>(grants_.count(), UINT32_MAX));
  uint64_t out[kWords] = {};
  koord_refusal refusal{};
  Call()([&](koord_error *err) {
    return koord_cpu_pick(used.get(), &request_, sets_.words.data(),
                          counts.empty() ? nullptr : counts.data(), grants_.as<koord_numa_grant>(),
                          out, &refusal, err);
  });
  return py::make_tuple(to_words(out), row_of(refusal));
}

py::tuple kubelet_pick(const Handle<koord_topology> &topology, const py::object &request,
                       const py::list &sets) {
  const Used used(topology);
  koord_kubelet_request request_ = *Packed<koord_kubelet_request>(request).get();
  const Sets sets_(sets);
  request_.sets = sets_.flags;
  uint64_t out[kWords] = {};
  koord_refusal refusal{};
  Call()([&](koord_error *err) {
    return koord_kubelet_pick(used.get(), &request_, sets_.words.data(), kWords, out, &refusal,
                              err);
  });
  return py::make_tuple(to_words(out), row_of(refusal));
}

void numa_hints_set_nodes(const Handle<koord_numa_hints> &hints, const py::object &rows,
                          const py::object &distances) {
  const Used used(hints);
  const Rows rows_(rows, sizeof(koord_numa_place), false);
  const Rows distances_(distances, sizeof(uint32_t), false);
  if (distances_.count() != 0 && distances_.count() != rows_.count() * rows_.count())
    throw py::value_error("distances: one for each pair of NUMA nodes is needed");
  Call()([&](koord_error *err) {
    const auto lock = used.alone();
    return koord_numa_hints_set_nodes(
        used.get(), rows_.as<koord_numa_place>(), sizeof(koord_numa_place), rows_.count(),
        distances_.count() == 0 ? nullptr : distances_.as<uint32_t>(), err);
  });
}

}  // namespace

void add_by_hand(py::module_ &m) {
  m.def("cpu_pick", &cpu_pick, "topology"_a, "request"_a, "sets"_a, "ref_counts"_a, "grants"_a);
  m.def("kubelet_pick", &kubelet_pick, "topology"_a, "request"_a, "sets"_a);
  m.def("numa_hints_set_nodes", &numa_hints_set_nodes, "hints"_a, "rows"_a, "distances"_a);
}

}  // namespace koord_python
