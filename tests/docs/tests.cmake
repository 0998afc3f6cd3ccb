# What README.md, docs/ and koord.h point to and name is there; docs/start/install.md has every option of the build and
# docs/reference/profiles.md every rule of ProfileRules; the tests that docs/internals/security.md names exist.
find_package(Python3 COMPONENTS Interpreter)
if(Python3_Interpreter_FOUND AND NOT KOORD_SANITIZE)
  foreach(test links names options architecture security profiles)
    add_test(NAME docs.${test} COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_LIST_DIR}/${test}_test.py -v)
  endforeach()
endif()
