# Property tests draw requests and machines with rapidcheck; here its seed is fixed.
find_package(rapidcheck REQUIRED)
set(KOORD_TEST_ENVIRONMENT "RC_PARAMS=seed=20220420 max_success=300")
koord_test_program(plan_tests ${CMAKE_CURRENT_LIST_DIR} koord_static rapidcheck_gtest)
unset(KOORD_TEST_ENVIRONMENT)
