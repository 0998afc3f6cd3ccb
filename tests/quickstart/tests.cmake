# The quick starts in C and C++, exactly as on their pages; those of other languages run with their bindings. The
# compiled programs are not instrumented.
if(NOT KOORD_SANITIZE)
  find_program(SH sh REQUIRED)
  add_test(NAME quickstart.c COMMAND ${SH} ${CMAKE_CURRENT_LIST_DIR}/c.sh ${PROJECT_SOURCE_DIR} c ${CMAKE_C_COMPILER}
    $<TARGET_FILE_DIR:koord>)
  add_test(NAME quickstart.cpp COMMAND ${SH} ${CMAKE_CURRENT_LIST_DIR}/c.sh ${PROJECT_SOURCE_DIR} cpp ${CMAKE_CXX_COMPILER}
    $<TARGET_FILE_DIR:koord>)
endif()
