# What README.md, docs/ and koord.h point to is there.
find_package(Python3 COMPONENTS Interpreter)
if(Python3_Interpreter_FOUND)
  add_test(NAME docs.links COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_LIST_DIR}/links_test.py)
  add_test(NAME docs.architecture COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_LIST_DIR}/architecture_test.py)
endif()
