# The quick starts in C and C++ and the tutorial in C, exactly as on their pages; those of other languages run with their bindings. The
# compiled programs are not instrumented.
if(NOT KOORD_SANITIZE)
  find_program(SH sh REQUIRED)
  add_test(NAME quickstart.c COMMAND ${SH} ${CMAKE_CURRENT_LIST_DIR}/c.sh ${PROJECT_SOURCE_DIR} c ${CMAKE_C_COMPILER}
    $<TARGET_FILE_DIR:koord>)
  add_test(NAME quickstart.cpp COMMAND ${SH} ${CMAKE_CURRENT_LIST_DIR}/c.sh ${PROJECT_SOURCE_DIR} cpp ${CMAKE_CXX_COMPILER}
    $<TARGET_FILE_DIR:koord>)
  find_package(Python3 COMPONENTS Interpreter)
  if(Python3_Interpreter_FOUND)
    add_test(NAME quickstart.c_tutorial COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_LIST_DIR}/tutorial.py c ${CMAKE_C_COMPILER}
      $<TARGET_FILE_DIR:koord>)
    set_tests_properties(quickstart.c_tutorial PROPERTIES LABELS docs)
  endif()
endif()
