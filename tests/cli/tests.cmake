# Tests of koordctl, koord-replay, koord-oci-hook and koord-runtime: each file is a Python program that runs the built
# program.
if(TARGET koordctl)
  find_package(Python3 COMPONENTS Interpreter REQUIRED)
  file(GLOB scripts CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/*_test.py)
  foreach(script IN LISTS scripts)
    get_filename_component(name ${script} NAME_WE)
    string(REGEX REPLACE "_test$" "" name ${name})
    add_test(NAME cli.${name} COMMAND Python3::Interpreter -B ${script} -v)
    set_tests_properties(cli.${name} PROPERTIES TIMEOUT 300 ENVIRONMENT
      "KOORDCTL=$<TARGET_FILE:koordctl>;KOORDCTL_MANUAL=$<TARGET_FILE:koordctl_manual>;KOORD_REPLAY=$<TARGET_FILE:koord-replay>;KOORD_REPLAY_MANUAL=$<TARGET_FILE:koord_replay_manual>;KOORD_OCI_HOOK=$<TARGET_FILE:koord-oci-hook>;KOORD_RUNTIME=$<TARGET_FILE:koord-runtime>;KOORD_LIBRARY=$<TARGET_FILE:koord>;KOORD_FAKE_NVML_LIBRARY=$<TARGET_FILE:koord_fake_nvml>;KOORD_SOURCE_DIR=${PROJECT_SOURCE_DIR};KOORD_SANITIZE=${KOORD_SANITIZE}")
  endforeach()
endif()
