# The C boundary through the shared library, as a program sees it.
koord_test_program(capi_tests ${CMAKE_CURRENT_LIST_DIR} koord::koord)
add_dependencies(capi_tests koord_fake_nvml)  # of tests/probe
target_compile_definitions(capi_tests PRIVATE KOORD_FAKE_NVML_LIBRARY="$<TARGET_FILE:koord_fake_nvml>")
koord_test_program(capi_allocation_tests ${CMAKE_CURRENT_LIST_DIR}/allocation koord::koord)
target_sources(capi_allocation_tests PRIVATE ${CMAKE_CURRENT_LIST_DIR}/allocation/counting_new.cc)

# "make tsan" runs what carries this label, and builds what this target names.
find_package(Threads REQUIRED)
set(KOORD_TEST_LABELS concurrency)
koord_test_program(capi_concurrency_tests ${CMAKE_CURRENT_LIST_DIR}/concurrency koord::koord
  Threads::Threads)
unset(KOORD_TEST_LABELS)
add_custom_target(concurrency_tests DEPENDS capi_concurrency_tests)

add_executable(capi_c99_test ${CMAKE_CURRENT_LIST_DIR}/every_function.c
  ${CMAKE_CURRENT_LIST_DIR}/every_cgroup.c ${CMAKE_CURRENT_LIST_DIR}/every_device.c
  ${CMAKE_CURRENT_LIST_DIR}/every_hook.c
  ${CMAKE_CURRENT_LIST_DIR}/every_kubelet_file.c ${CMAKE_CURRENT_LIST_DIR}/every_node.c
  ${CMAKE_CURRENT_LIST_DIR}/every_planner.c)
set_target_properties(capi_c99_test PROPERTIES UNITY_BUILD OFF C_STANDARD 99 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF)
target_link_libraries(capi_c99_test PRIVATE koord_settings koord::koord)
add_test(NAME capi.c99 COMMAND capi_c99_test)
