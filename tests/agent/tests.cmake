# What the node agent decides and the files it writes.
find_package(rapidcheck REQUIRED)
koord_test_program(agent_tests ${CMAKE_CURRENT_LIST_DIR} koord_agent koord_device koord_cpu koord_object koord_topology
                   koord_base rapidcheck_gtest)
