# The installed library, as its users find it. Their programs are not instrumented.
if(KOORD_INSTALL AND NOT KOORD_SANITIZE)
  find_program(SH sh REQUIRED)
  add_test(NAME install.consumers COMMAND ${SH} ${CMAKE_CURRENT_LIST_DIR}/install.sh
    ${PROJECT_BINARY_DIR} ${CMAKE_C_COMPILER})
endif()
