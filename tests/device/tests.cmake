# The engines that choose devices: worked examples, and every answer compared with all others on random nodes.
find_package(rapidcheck REQUIRED)
set(KOORD_TEST_ENVIRONMENT "RC_PARAMS=seed=20220420 max_success=300")
koord_test_program(device_tests ${CMAKE_CURRENT_LIST_DIR} koord_device koord_object koord_topology koord_wording koord_base
                   koord_json rapidcheck_gtest)
unset(KOORD_TEST_ENVIRONMENT)
