# Tests on real kernels: this machine's own control groups, and guests with several sockets, NUMA nodes and threads.
# Tests that cannot run here print the reason and are skipped.
find_package(Threads REQUIRED)
find_package(Python3 COMPONENTS Interpreter REQUIRED)
add_executable(day_of_pods
  ${CMAKE_CURRENT_LIST_DIR}/agent.cc ${CMAKE_CURRENT_LIST_DIR}/day.cc
  ${CMAKE_CURRENT_LIST_DIR}/day_of_pods.cc ${CMAKE_CURRENT_LIST_DIR}/files.cc
  ${CMAKE_CURRENT_LIST_DIR}/groups.cc ${CMAKE_CURRENT_LIST_DIR}/model.cc
  ${CMAKE_CURRENT_LIST_DIR}/processes.cc ${CMAKE_CURRENT_LIST_DIR}/traced.cc
  ${CMAKE_CURRENT_LIST_DIR}/watch.cc)
target_link_libraries(day_of_pods PRIVATE koord_settings koord::koord Threads::Threads)
# An emulated machine runs this program.
target_compile_options(day_of_pods PRIVATE -O2)

# koord_kernel_test(<name> <command>...); a guest is one thread of the emulator, and memory for all of its nodes: they
# run one at a time, beside other tests. progress.py ends a test that prints nothing for a while or takes more than 5400
# seconds, because unlike CTest it can print the reason.
function(koord_kernel_test name)
  add_test(NAME ${name} COMMAND ${ARGN})
  set_tests_properties(${name} PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 7200 LABELS guest)
endfunction()

# Tests of the time limit and of its report, without a guest.
if(NOT KOORD_SANITIZE)
  foreach(pair watch:progress_test.py report:report_test.py)
    string(REPLACE ":" ";" pair ${pair})
    list(GET pair 0 name)
    list(GET pair 1 script)
    add_test(NAME guest.${name} COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_LIST_DIR}/${script} -v)
    set_tests_properties(guest.${name} PROPERTIES TIMEOUT 7200)
  endforeach()
endif()

koord_kernel_test(host.day_of_pods day_of_pods --steps=150)
koord_kernel_test(host.killed_agent day_of_pods --steps=100 --kill)
if(KOORD_TOOLS)
  koord_kernel_test(host.containers Python3::Interpreter -B ${CMAKE_CURRENT_LIST_DIR}/containers_test.py
    --hook $<TARGET_FILE:koord-oci-hook> runc)
  koord_kernel_test(host.runtimes Python3::Interpreter -B ${CMAKE_CURRENT_LIST_DIR}/runtime_test.py
    --program $<TARGET_FILE:koord-runtime> runc)
endif()

# An emulated machine is too slow for sanitizers, which find the same errors on this machine.
if(NOT KOORD_SANITIZE)
  set(KOORD_GUEST_KERNEL ${PROJECT_BINARY_DIR}/guest-kernel CACHE PATH "Where the guests' kernel is kept")
  set(guest Python3::Interpreter -B ${CMAKE_CURRENT_LIST_DIR}/guest.py --cache ${KOORD_GUEST_KERNEL})
  koord_kernel_test(guest.day_of_pods_v1 ${guest} --cgroups 1 --program $<TARGET_FILE:day_of_pods>
    "day_of_pods --steps=50 && day_of_pods --steps=25 --kubelet=static --kill")
  koord_kernel_test(guest.day_of_pods_v2 ${guest} --cgroups 2 --program $<TARGET_FILE:day_of_pods>
    "day_of_pods --steps=50 --driver=systemd && day_of_pods --steps=25 --kubelet=none --kill")
  set(tests guest.day_of_pods_v1 guest.day_of_pods_v2)
  if(KOORD_TOOLS)
    koord_kernel_test(guest.topology Python3::Interpreter -B ${CMAKE_CURRENT_LIST_DIR}/topology_test.py
      --koordctl $<TARGET_FILE:koordctl> --cache ${KOORD_GUEST_KERNEL})
    koord_kernel_test(guest.containers Python3::Interpreter -B ${CMAKE_CURRENT_LIST_DIR}/containers_test.py
      --hook $<TARGET_FILE:koord-oci-hook> --guest ${KOORD_GUEST_KERNEL} runc crun)
    koord_kernel_test(guest.runtimes Python3::Interpreter -B ${CMAKE_CURRENT_LIST_DIR}/runtime_test.py
      --program $<TARGET_FILE:koord-runtime> --guest ${KOORD_GUEST_KERNEL} runc crun)
    list(APPEND tests guest.topology guest.containers guest.runtimes)
  endif()
  # Together they take longest, because they run one after another, so they start first.
  set_tests_properties(${tests} PROPERTIES RESOURCE_LOCK koord_guest COST 100)
endif()
