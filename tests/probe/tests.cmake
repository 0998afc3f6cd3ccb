# fake_nvml.c stands for the library of NVIDIA's driver; programs under test load it by its path.
add_library(koord_fake_nvml MODULE ${CMAKE_CURRENT_LIST_DIR}/fake_nvml.c)
target_link_libraries(koord_fake_nvml PRIVATE koord_settings)
set_target_properties(koord_fake_nvml PROPERTIES C_STANDARD 99 C_VISIBILITY_PRESET hidden)

koord_test_program(probe_tests ${CMAKE_CURRENT_LIST_DIR} koord_probe koord_object koord_topology koord_wording koord_base
  PkgConfig::HWLOC koord_json ${CMAKE_DL_LIBS})
target_compile_definitions(probe_tests PRIVATE KOORD_FAKE_NVML_LIBRARY="$<TARGET_FILE:koord_fake_nvml>")
add_dependencies(probe_tests koord_fake_nvml)
