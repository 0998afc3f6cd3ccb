# The short form of the histories, and planted faults; "make histories" runs the long one (docs/internals/histories.md).
find_program(KOORD_GO_PROGRAM go)
find_program(KOORD_PKG_CONFIG NAMES pkg-config pkgconf)
if(KOORD_GO_PROGRAM AND KOORD_PKG_CONFIG AND KOORD_BINDINGS AND NOT KOORD_SANITIZE)
  include(${PROJECT_SOURCE_DIR}/cmake/GoModule.cmake)
  set(package ${PROJECT_SOURCE_DIR}/bindings/go)
  koord_go_module_test(histories ${CMAKE_CURRENT_LIST_DIR} LIBRARY SOURCES ${package}/*.go ${package}/*.c ${package}/*.h
    ${PROJECT_SOURCE_DIR}/include/*.h ${PROJECT_SOURCE_DIR}/include/koord/*.h)
  set_tests_properties(histories PROPERTIES LABELS bindings COST 20)
endif()
