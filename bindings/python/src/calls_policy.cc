// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
// Calls of policy.h.
// clang-format off
#include "bridge.h"

namespace koord_python {

void add_policy(py::module_ &m) {
  m.def("bind_policy_get_name", [](Number<koord_bind_policy> policy) {
    return koord_bind_policy_get_name(policy.value);
  }, "policy"_a);
  m.def("exclusive_policy_get_name", [](Number<koord_exclusive_policy> policy) {
    return koord_exclusive_policy_get_name(policy.value);
  }, "policy"_a);
  m.def("numa_strategy_get_name", [](Number<koord_numa_strategy> strategy) {
    return koord_numa_strategy_get_name(strategy.value);
  }, "strategy"_a);
  m.def("numa_policy_get_name", [](Number<koord_numa_policy> policy) {
    return koord_numa_policy_get_name(policy.value);
  }, "policy"_a);
  m.def("numa_exclusive_get_name", [](Number<koord_numa_exclusive> exclusive) {
    return koord_numa_exclusive_get_name(exclusive.value);
  }, "exclusive"_a);
}

}  // namespace koord_python
