# Checks of the interface that compiled programs use: the header under every standard, layouts and numbers, symbols, and
# the languages that read the header: C with either library, Go, and SWIG for Java and Python.
set(abi ${CMAKE_CURRENT_LIST_DIR})
set(abi_flags -Wall -Wextra -Wpedantic -Werror -Wconversion -Wshadow -fsyntax-only
  -I${PROJECT_SOURCE_DIR}/include)

find_program(SH sh REQUIRED)
find_package(Python3 COMPONENTS Interpreter)

# Checks of sources alone have the same result in every build; once is enough.
if(NOT KOORD_SANITIZE)
  foreach(standard c99 c11)
    add_test(NAME abi.header.${standard}
      COMMAND ${CMAKE_C_COMPILER} -std=${standard} ${abi_flags} -Wstrict-prototypes ${abi}/header.c)
  endforeach()
  foreach(standard c++11 c++17 c++20)
    add_test(NAME abi.header.${standard}
      COMMAND ${CMAKE_CXX_COMPILER} -std=${standard} ${abi_flags} -x c++ ${abi}/header.c)
  endforeach()
  add_test(NAME abi.headers COMMAND ${SH} ${abi}/headers.sh ${CMAKE_C_COMPILER} ${CMAKE_CXX_COMPILER}
    ${PROJECT_SOURCE_DIR}/include)
  add_test(NAME abi.pins COMMAND ${CMAKE_C_COMPILER} -std=c11 ${abi_flags} ${abi}/pins.c)
  add_test(NAME abi.debian_symbols COMMAND ${SH} ${abi}/debian_symbols.sh ${PROJECT_SOURCE_DIR})
  if(Python3_Interpreter_FOUND)
    add_test(NAME abi.pins_complete COMMAND ${SH} ${abi}/pins_test.sh ${PROJECT_SOURCE_DIR})
    add_test(NAME abi.baseline_catches COMMAND ${SH} ${abi}/baseline_test.sh ${PROJECT_SOURCE_DIR})
    set_tests_properties(abi.baseline_catches PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 600 COST 30)
  endif()
endif()

# Compatibility with the last release, if there is one: docs/embed/abi.md.
if(EXISTS ${PROJECT_SOURCE_DIR}/abi/baseline.h)
  add_test(NAME abi.baseline COMMAND ${SH} ${PROJECT_SOURCE_DIR}/tools/dev/abi-check.sh $<TARGET_FILE:koord>)
  set_tests_properties(abi.baseline PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 600)
endif()
if(NOT KOORD_SANITIZE)
  set(kind_of_build uninstrumented)
endif()
add_test(NAME abi.symbols COMMAND ${SH} ${abi}/symbols.sh $<TARGET_FILE:koord>
  ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/src/capi/generated/libkoord.map
  ${kind_of_build})

add_executable(abi_load ${abi}/load.c)
target_link_libraries(abi_load PRIVATE koord_settings ${CMAKE_DL_LIBS})
target_include_directories(abi_load PRIVATE ${PROJECT_SOURCE_DIR}/include)
set(copy ${CMAKE_CURRENT_BINARY_DIR}/libkoord-copy.so)
add_test(NAME abi.copy COMMAND ${CMAKE_COMMAND} -E copy $<TARGET_FILE:koord> ${copy})
add_test(NAME abi.load COMMAND abi_load $<TARGET_FILE:koord> ${copy})
set_tests_properties(abi.copy PROPERTIES FIXTURES_SETUP koord_copy)
set_tests_properties(abi.load PROPERTIES FIXTURES_REQUIRED koord_copy)

# Their programs are not instrumented, and so cannot load a library that is.
if(NOT KOORD_SANITIZE)
  add_test(NAME abi.link COMMAND ${SH} ${abi}/link.sh ${CMAKE_C_COMPILER}
    $<TARGET_FILE_DIR:koord> ${PROJECT_SOURCE_DIR}/include)
  add_test(NAME abi.go COMMAND ${SH} ${abi}/go.sh
    $<TARGET_FILE_DIR:koord> ${PROJECT_SOURCE_DIR}/include)
  add_test(NAME abi.swig COMMAND ${SH} ${abi}/swig.sh ${CMAKE_C_COMPILER}
    $<TARGET_FILE_DIR:koord> ${PROJECT_SOURCE_DIR}/include)
  set_tests_properties(abi.go abi.swig PROPERTIES SKIP_RETURN_CODE 77)
endif()
