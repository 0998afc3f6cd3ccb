koord_test_program(object_tests ${CMAKE_CURRENT_LIST_DIR} koord_object koord_topology koord_base)
