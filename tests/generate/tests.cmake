# Checks that the tree has the output of tools/generate, and that an invalid header is refused.
find_package(Python3 COMPONENTS Interpreter)
if(Python3_Interpreter_FOUND AND NOT KOORD_SANITIZE)
  foreach(test files header rules names identity sentences)
    add_test(NAME generate.${test} COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_LIST_DIR}/${test}_test.py -v)
    set_tests_properties(generate.${test} PROPERTIES SKIP_RETURN_CODE 77)
  endforeach()
endif()

# Additions to the headers are in every language after one command. Sanitized
# objects would need their runtime in each program.
if(Python3_Interpreter_FOUND AND NOT KOORD_SANITIZE)
  add_test(NAME generate.thin COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_LIST_DIR}/thin_test.py ${PROJECT_BINARY_DIR})
  set_tests_properties(generate.thin PROPERTIES SKIP_RETURN_CODE 77)
endif()
