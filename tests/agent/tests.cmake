# Tests of the node's agent.
find_package(rapidcheck REQUIRED)
# Each case of the plans of control groups carries out a plan from every prefix.
set(KOORD_TEST_ENVIRONMENT "RC_PARAMS=seed=20220420 max_success=150")
koord_test_program(agent_tests ${CMAKE_CURRENT_LIST_DIR} koord_agent koord_cpu koord_kubelet koord_numa koord_device koord_object
                   koord_topology koord_wording koord_base rapidcheck_gtest)
unset(KOORD_TEST_ENVIRONMENT)
