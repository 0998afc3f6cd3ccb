# Tests of koord.hpp as users include it: with the shared library, whole and by
# itself, with its stable half and with both halves.
koord_test_program(cpp_tests ${CMAKE_CURRENT_LIST_DIR} koord::koord)
# The archive has classes of the same names inside.
koord_test_program(cpp_static_tests ${CMAKE_CURRENT_LIST_DIR} koord::koord_static)
if(NOT KOORD_SANITIZE)
  foreach(half KOORD_NONE KOORD_EXPERIMENTAL)
    add_test(NAME cpp.header.${half} COMMAND ${CMAKE_CXX_COMPILER} -std=c++20 -D${half} -Wall -Wextra -Wpedantic -Werror -Wconversion
      -Wno-sign-conversion -Wshadow -fsyntax-only -I${PROJECT_SOURCE_DIR}/include -x c++ -include koord.hpp /dev/null)
  endforeach()
endif()
