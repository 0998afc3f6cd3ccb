koord_test_program(probe_tests ${CMAKE_CURRENT_LIST_DIR} koord_probe koord_topology koord_base
  PkgConfig::HWLOC nlohmann_json::nlohmann_json)
