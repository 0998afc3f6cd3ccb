koord_test_program(sched_tests ${CMAKE_CURRENT_LIST_DIR} koord_static)
