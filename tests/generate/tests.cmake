# What tools/generate writes is what the tree has, and a header that breaks its rules is refused.
find_package(Python3 COMPONENTS Interpreter)
if(Python3_Interpreter_FOUND AND NOT KOORD_SANITIZE)
  foreach(test files header rules names identity)
    add_test(NAME generate.${test} COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_LIST_DIR}/${test}_test.py -v)
    set_tests_properties(generate.${test} PROPERTIES SKIP_RETURN_CODE 77)
  endforeach()
endif()
