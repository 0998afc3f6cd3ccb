# A node's admission, below koord.h. Histories of pods are drawn with a generator of their own whose seed
# is fixed.
koord_test_program(kubelet_tests ${CMAKE_CURRENT_LIST_DIR} koord_kubelet koord_numa koord_object
  koord_topology koord_wording koord_base)
# The CPU pickers of the static policy, on machines that rapidcheck draws.
find_package(rapidcheck REQUIRED)
set(KOORD_TEST_ENVIRONMENT "RC_PARAMS=seed=20220420 max_success=300")
koord_test_program(kubelet_cpu_tests ${CMAKE_CURRENT_LIST_DIR}/cpu koord_kubelet koord_numa koord_object
  koord_topology koord_wording koord_base koord_json rapidcheck_gtest)
unset(KOORD_TEST_ENVIRONMENT)
