# The node's agent: who runs where, and what follows from it.
find_package(rapidcheck REQUIRED)
set(KOORD_TEST_ENVIRONMENT "RC_PARAMS=seed=20220420 max_success=300")
koord_test_program(agent_tests ${CMAKE_CURRENT_LIST_DIR} koord_agent koord_cpu koord_device koord_object
                   koord_topology koord_base rapidcheck_gtest)
unset(KOORD_TEST_ENVIRONMENT)
