# Checks of README.md, docs/ and comments: links and names exist, comments begin plainly, headings are topics,
# docs/start/install.md has every option of the build, docs/reference/profiles.md every rule of ProfileRules, the tests in
# docs/internals/security.md exist, the Helm charts agree with the tree, the site has each page once, and
# koordctl draws the pictures of docs/concepts.
find_package(Python3 COMPONENTS Interpreter)
if(Python3_Interpreter_FOUND AND NOT KOORD_SANITIZE)
  foreach(test charts comments headings links names options architecture security profiles site)
    add_test(NAME docs.${test} COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_LIST_DIR}/${test}_test.py -v)
    set_tests_properties(docs.${test} PROPERTIES LABELS docs)
  endforeach()
  if(TARGET koordctl)
    add_test(NAME docs.concepts COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_LIST_DIR}/concepts_test.py -v)
    set_tests_properties(docs.concepts PROPERTIES LABELS docs ENVIRONMENT "KOORDCTL=$<TARGET_FILE:koordctl>")
  endif()
endif()
