koord_test_program(wording_tests ${CMAKE_CURRENT_LIST_DIR} koord_wording koord_base)
