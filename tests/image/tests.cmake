# The scheduler's image is what its Containerfile says. "make scheduler-image-test" starts it (docs/kube-scheduler.md).
find_package(Python3 COMPONENTS Interpreter)
if(Python3_Interpreter_FOUND AND NOT KOORD_SANITIZE)
  add_test(NAME image.containerfile COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_LIST_DIR}/containerfile_test.py -v)
  set_tests_properties(image.containerfile PROPERTIES TIMEOUT 300)
endif()
