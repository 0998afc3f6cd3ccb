koord_test_program(base_tests ${CMAKE_CURRENT_LIST_DIR} koord_base koord_json)
