# What becomes of the programs where memory runs out: every call path that allocates fails once.
if(TARGET koordctl AND NOT KOORD_SANITIZE)  # they have a malloc of their own
  find_package(Python3 COMPONENTS Interpreter REQUIRED)
  add_library(koord_failing_malloc MODULE ${CMAKE_CURRENT_LIST_DIR}/failing_malloc.c)
  target_link_libraries(koord_failing_malloc PRIVATE koord_settings ${CMAKE_DL_LIBS})
  set_target_properties(koord_failing_malloc PROPERTIES C_STANDARD 11)
  set(memory_environment "KOORD_FAILING_MALLOC=$<TARGET_FILE:koord_failing_malloc>"
    "KOORDCTL=$<TARGET_FILE:koordctl>" "KOORD_CONFORMANCE=$<TARGET_FILE:koord-conformance>"
    "KOORD_SOURCE_DIR=${PROJECT_SOURCE_DIR}" "KOORD_BUILD_TYPE=${CMAKE_BUILD_TYPE}")
  foreach(name koordctl machines apply conformance)
    add_test(NAME memory.${name} COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_LIST_DIR}/${name}_test.py -v)
    set_tests_properties(memory.${name} PROPERTIES TIMEOUT 600 COST 60 ENVIRONMENT "${memory_environment}")
  endforeach()
endif()
