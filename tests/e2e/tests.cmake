# The checker and the load of the end-to-end tests by themselves; "make e2e" runs them (docs/e2e.md).
if(NOT KOORD_SANITIZE)
  add_test(NAME e2e.parts COMMAND sh ${PROJECT_SOURCE_DIR}/tools/dev/go-module-test.sh ${CMAKE_CURRENT_LIST_DIR})
  set_tests_properties(e2e.parts PROPERTIES TIMEOUT 900 SKIP_RETURN_CODE 77)
endif()
