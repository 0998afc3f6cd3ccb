# Checks of README.md, docs/ and comments: links and names exist, comments begin plainly, headings are topics,
# docs/start/install.md has every option of the build, docs/reference/profiles.md every rule of ProfileRules, the tests in
# docs/internals/security.md exist, and the Helm charts agree with the tree.
find_package(Python3 COMPONENTS Interpreter)
if(Python3_Interpreter_FOUND AND NOT KOORD_SANITIZE)
  foreach(test charts comments headings links names options architecture security profiles)
    add_test(NAME docs.${test} COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_LIST_DIR}/${test}_test.py -v)
  endforeach()
endif()
