# The checker and the load of the end-to-end tests by themselves; "make e2e" runs them (docs/internals/e2e.md).
if(NOT KOORD_SANITIZE)
  include(${PROJECT_SOURCE_DIR}/cmake/GoModule.cmake)
  koord_go_module_test(e2e.parts ${CMAKE_CURRENT_LIST_DIR})
  add_test(NAME e2e.build COMMAND ${CMAKE_CURRENT_LIST_DIR}/build_test.sh)
endif()
