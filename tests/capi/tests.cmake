# Tests of the C boundary through the shared library, as a program uses it.
find_package(rapidcheck REQUIRED)
set(KOORD_TEST_ENVIRONMENT "RC_PARAMS=seed=20261129 max_success=60")
koord_test_program(capi_tests ${CMAKE_CURRENT_LIST_DIR} koord::koord rapidcheck_gtest)
unset(KOORD_TEST_ENVIRONMENT)
add_dependencies(capi_tests koord_fake_nvml)  # of tests/probe
target_compile_definitions(capi_tests PRIVATE KOORD_FAKE_NVML_LIBRARY="$<TARGET_FILE:koord_fake_nvml>")
koord_test_program(capi_allocation_tests ${CMAKE_CURRENT_LIST_DIR}/allocation koord::koord)
koord_test_program(capi_loader_tests ${CMAKE_CURRENT_LIST_DIR}/loader koord_static)
foreach(counting capi_allocation_tests capi_loader_tests)
  target_sources(${counting} PRIVATE ${CMAKE_CURRENT_LIST_DIR}/allocation/counting_new.cc)
endforeach()

# "make tsan" runs the tests with this label, and builds the programs named by this target.
find_package(Threads REQUIRED)
set(KOORD_TEST_LABELS concurrency)
koord_test_program(capi_concurrency_tests ${CMAKE_CURRENT_LIST_DIR}/concurrency koord::koord
  Threads::Threads)
unset(KOORD_TEST_LABELS)
add_custom_target(concurrency_tests DEPENDS capi_concurrency_tests)

add_executable(capi_c99_test ${CMAKE_CURRENT_LIST_DIR}/every_function.c
  ${CMAKE_CURRENT_LIST_DIR}/every_builder.c ${CMAKE_CURRENT_LIST_DIR}/every_cgroup.c
  ${CMAKE_CURRENT_LIST_DIR}/every_device.c ${CMAKE_CURRENT_LIST_DIR}/every_dra.c ${CMAKE_CURRENT_LIST_DIR}/every_hook.c
  ${CMAKE_CURRENT_LIST_DIR}/every_kubelet_file.c ${CMAKE_CURRENT_LIST_DIR}/every_node.c
  ${CMAKE_CURRENT_LIST_DIR}/every_numa.c
  ${CMAKE_CURRENT_LIST_DIR}/every_planner.c)
set_target_properties(capi_c99_test PROPERTIES UNITY_BUILD OFF C_STANDARD 99 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF)
target_link_libraries(capi_c99_test PRIVATE koord_settings koord::koord)
add_test(NAME capi.c99 COMMAND capi_c99_test)

# Every call with one invalid argument, before the valid call.
find_package(Python3 3.9 REQUIRED COMPONENTS Interpreter)
set(bad ${CMAKE_CURRENT_BINARY_DIR}/bad_arguments)
file(MAKE_DIRECTORY ${bad})
file(GLOB generators CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tools/generate/*.py)
add_custom_command(OUTPUT ${bad}/bad_arguments.h ${bad}/bad_arguments.c
  COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/bad_arguments.py ${PROJECT_SOURCE_DIR}/abi/interface.json
    ${bad}/bad_arguments.h ${bad}/bad_arguments.c
  DEPENDS ${CMAKE_CURRENT_LIST_DIR}/bad_arguments.py ${PROJECT_SOURCE_DIR}/abi/interface.json ${generators})
get_target_property(every_function capi_c99_test SOURCES)
add_executable(capi_bad_arguments_test ${every_function} ${bad}/bad_arguments.c ${bad}/bad_arguments.h)
set_target_properties(capi_bad_arguments_test PROPERTIES UNITY_BUILD OFF C_STANDARD 99 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF)
target_include_directories(capi_bad_arguments_test PRIVATE ${bad})
target_compile_options(capi_bad_arguments_test PRIVATE -include ${bad}/bad_arguments.h)
target_link_libraries(capi_bad_arguments_test PRIVATE koord_settings koord::koord)
add_test(NAME capi.bad-arguments COMMAND capi_bad_arguments_test)
# Both write the same files.
set_tests_properties(capi.c99 capi.bad-arguments PROPERTIES RESOURCE_LOCK capi_every_function)
