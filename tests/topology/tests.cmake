koord_test_program(topology_tests ${CMAKE_CURRENT_LIST_DIR} koord_topology koord_base)
