find_package(rapidcheck REQUIRED)
koord_test_program(wire_tests ${CMAKE_CURRENT_LIST_DIR} koord_wire koord_agent koord_cpu koord_kubelet koord_numa koord_device koord_object koord_topology koord_wording koord_base
  koord_json rapidcheck_gtest)
