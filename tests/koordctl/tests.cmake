# Tests of koordctl's parts other than its calls of koord.h; tests/cli runs the command itself.
if(TARGET koordctl_commands)
  koord_test_program(koordctl_tests ${CMAKE_CURRENT_LIST_DIR} koordctl_commands)
endif()
