koord_test_program(render_tests ${CMAKE_CURRENT_LIST_DIR} koord_render koord_topology koord_base)
