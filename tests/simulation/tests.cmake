# The patches of planted bugs apply; "make simulation" finds the bugs (docs/internals/simulation.md).
find_package(Python3 COMPONENTS Interpreter)
find_program(KOORD_PATCH patch)
if(Python3_Interpreter_FOUND AND KOORD_PATCH AND NOT KOORD_SANITIZE)
  add_test(NAME simulation.planted COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_LIST_DIR}/simulation.py ${PROJECT_BINARY_DIR} --applies)
endif()
