# fake_nvml.c stands for the library of NVIDIA's driver; programs under test load it by its path.
add_library(koord_fake_nvml MODULE ${CMAKE_CURRENT_LIST_DIR}/fake_nvml.c)
target_link_libraries(koord_fake_nvml PRIVATE koord_settings)
set_target_properties(koord_fake_nvml PROPERTIES C_STANDARD 99 C_VISIBILITY_PRESET hidden)

# Sysfs trees are drawn with rapidcheck; here its seed is fixed.
find_package(rapidcheck REQUIRED)
set(KOORD_TEST_ENVIRONMENT "RC_PARAMS=seed=20220420 max_success=100")
koord_test_program(probe_tests ${CMAKE_CURRENT_LIST_DIR} koord_probe koord_object koord_topology koord_wording koord_base
  PkgConfig::HWLOC koord_json ${CMAKE_DL_LIBS} rapidcheck_gtest)
unset(KOORD_TEST_ENVIRONMENT)
target_compile_definitions(probe_tests PRIVATE KOORD_FAKE_NVML_LIBRARY="$<TARGET_FILE:koord_fake_nvml>")
add_dependencies(probe_tests koord_fake_nvml)
