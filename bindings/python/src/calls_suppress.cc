// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
// Calls of suppress.h.
// clang-format off
#include "bridge.h"

namespace koord_python {

void add_suppress(py::module_ &m) {
  m.def("agent_suppress", [](const Handle<koord_agent> &agent, const py::object &usage, const Words &current) {
    const Used used_agent(agent);
    const Packed<koord_suppress_usage> given_usage(usage);
    uint64_t out_cpus[kWords] = {};
    koord_suppression out_out = KOORD_INIT(koord_suppression);
    Call call(used_agent.remarks());
    call([&](koord_error *err) {
      const auto lock_agent = used_agent.shared();
      return koord_agent_suppress(used_agent.get(), given_usage.get(), current.get(), out_cpus, kWords, &out_out, err);
    });
    return call.give(py::make_tuple(to_words(out_cpus), row_of(out_out)));
  }, "agent"_a, "usage"_a, "current"_a.none(true));
  m.def("agent_restrict_best_effort", [](const Handle<koord_agent> &agent, const Words &words) {
    const Used used_agent(agent);
    Call call(used_agent.remarks());
    call([&](koord_error *err) {
      const auto lock_agent = used_agent.alone();
      return koord_agent_restrict_best_effort(used_agent.get(), words.words, kWords, err);
    });
    call.end();
  }, "agent"_a, "words"_a);
}

}  // namespace koord_python
