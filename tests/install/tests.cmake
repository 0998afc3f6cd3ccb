# The example in this build, sanitizers included.
add_executable(example_pick ${PROJECT_SOURCE_DIR}/examples/pick.c)
set_target_properties(example_pick PROPERTIES C_STANDARD 11 C_EXTENSIONS OFF)
target_link_libraries(example_pick PRIVATE koord_settings koord::koord)
set(server ${PROJECT_SOURCE_DIR}/examples/two-socket-server.xml)
add_test(NAME example.pick COMMAND example_pick 8 ${server})
set_tests_properties(example.pick PROPERTIES PASS_REGULAR_EXPRESSION "^0-3,32-35\n$")
add_test(NAME example.refused COMMAND example_pick 66 ${server})
set_tests_properties(example.refused PROPERTIES PASS_REGULAR_EXPRESSION "66")

# Every program and library of this build, for any purpose.
find_package(Python3 COMPONENTS Interpreter)
if(Python3_Interpreter_FOUND)
  set(hardened)
  if(KOORD_HARDEN AND NOT KOORD_SANITIZE AND CMAKE_BUILD_TYPE MATCHES "^(Release|RelWithDebInfo|MinSizeRel)$")
    set(hardened --hardened)
  endif()
  add_test(NAME install.binaries COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_LIST_DIR}/binaries.py ${hardened}
    ${PROJECT_BINARY_DIR})
  # Runs alone, because no other test may write programs meanwhile.
  set_tests_properties(install.binaries PROPERTIES TIMEOUT 300 RUN_SERIAL ON)
  # These tests configure and build by themselves.
  if(NOT KOORD_SANITIZE)
    koord_slow_test(install.binaries_test ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/binaries_test.py -v)
    set_tests_properties(install.binaries_test PROPERTIES ENVIRONMENT "CC=${CMAKE_C_COMPILER}")
    koord_slow_test(install.flags ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/flags_test.py -v)
  endif()
endif()

# The installed library as its users find it. Their programs are not instrumented.
if(KOORD_INSTALL AND NOT KOORD_SANITIZE)
  find_program(SH sh REQUIRED)
  koord_slow_test(install.consumers ${SH} ${CMAKE_CURRENT_LIST_DIR}/install.sh
    ${PROJECT_BINARY_DIR} ${CMAKE_C_COMPILER})
  # The examples of the other languages run with their bindings.
  koord_slow_test(install.example_c ${SH} ${CMAKE_CURRENT_LIST_DIR}/examples.sh c ${PROJECT_SOURCE_DIR}
    ${PROJECT_BINARY_DIR} ${CMAKE_C_COMPILER})
  koord_slow_test(install.example_cpp ${SH} ${CMAKE_CURRENT_LIST_DIR}/examples.sh cpp ${PROJECT_SOURCE_DIR}
    ${PROJECT_BINARY_DIR} ${CMAKE_CXX_COMPILER})
  if(KOORD_GO)
    koord_slow_test(install.go_modules ${SH} ${CMAKE_CURRENT_LIST_DIR}/go_modules.sh ${PROJECT_BINARY_DIR})
  endif()
  koord_slow_test(install.configure ${SH} ${CMAKE_CURRENT_LIST_DIR}/configure.sh ${PROJECT_SOURCE_DIR})
endif()
