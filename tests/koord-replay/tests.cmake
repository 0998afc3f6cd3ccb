# Tests of koord-replay's parts; tests/cli/replay_test.py runs the program itself.
if(TARGET koord_replay_parts)
  koord_test_program(koord_replay_tests ${CMAKE_CURRENT_LIST_DIR} koord_replay_parts)
endif()
