# The parts of koord-runtime; tests/cli runs the program.
if(TARGET koord_runtime_parts)
  koord_test_program(oci_runtime_tests ${CMAKE_CURRENT_LIST_DIR} koord_runtime_parts)
endif()
