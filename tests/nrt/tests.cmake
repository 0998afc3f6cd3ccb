# The filter and score of NodeResourceTopologyMatch; random cases come from rapidcheck with a fixed seed.
find_package(rapidcheck REQUIRED)
set(KOORD_TEST_ENVIRONMENT "RC_PARAMS=seed=20220420 max_success=300")
koord_test_program(nrt_tests ${CMAKE_CURRENT_LIST_DIR} koord_static koord_json rapidcheck_gtest)
unset(KOORD_TEST_ENVIRONMENT)
