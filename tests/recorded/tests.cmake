# What koordctl answered before, but for names.
find_package(Python3 COMPONENTS Interpreter)
if(Python3_Interpreter_FOUND AND TARGET koordctl)
  add_test(NAME recorded.koordctl
    COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_LIST_DIR}/replay.py $<TARGET_FILE:koordctl>)
endif()
