# Tests of properties draw machines with rapidcheck; here its seed is fixed, so that no run differs from
# another (tests/support/generated_machines.h says how to draw new ones).
find_package(rapidcheck REQUIRED)
set(KOORD_TEST_ENVIRONMENT "RC_PARAMS=seed=20220420 max_success=300")
koord_test_program(cpu_tests ${CMAKE_CURRENT_LIST_DIR} koord_cpu koord_kubelet koord_numa koord_object koord_topology koord_wording koord_base
  koord_json rapidcheck_gtest)
unset(KOORD_TEST_ENVIRONMENT)
