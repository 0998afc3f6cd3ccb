# Tests of tools/release, which builds releases, and of the standards that the tree and a release follow. The latter need packages of
# PyPI.
find_package(Python3 COMPONENTS Interpreter)
if(Python3_Interpreter_FOUND AND NOT KOORD_SANITIZE)
  add_test(NAME release.tools COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_LIST_DIR}/release_test.py -v)
  add_test(NAME release.dist COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_LIST_DIR}/dist_test.py -v)
  koord_slow_test(release.standards ${CMAKE_CURRENT_LIST_DIR}/environment.sh ${PROJECT_BINARY_DIR}/release-environment
    ${CMAKE_CURRENT_LIST_DIR}/standards_test.py -v)
endif()
