koord_test_program(cpu_tests ${CMAKE_CURRENT_LIST_DIR} koord_cpu koord_topology koord_base nlohmann_json::nlohmann_json)
