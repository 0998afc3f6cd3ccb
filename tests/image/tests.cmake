# Checks that each image follows its Containerfile. "make scheduler-image-test" starts it
# (docs/operate/kube-scheduler.md, docs/operate/agent.md).
find_package(Python3 COMPONENTS Interpreter)
if(Python3_Interpreter_FOUND AND NOT KOORD_SANITIZE)
  # All images have the same scripts, so the others are tested only for the differences.
  set(only_agent SameImage.test_the_same)
  set(only_webhook SameImage.test_the_same)
  foreach(name scheduler agent webhook)
    add_test(NAME image.${name} COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_LIST_DIR}/containerfile_test.py koord-${name}
      ${only_${name}} -v)
    set_tests_properties(image.${name} PROPERTIES TIMEOUT 300)
  endforeach()
  add_test(NAME image.go_program COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_LIST_DIR}/go_program_test.py -v)
  set_tests_properties(image.go_program PROPERTIES TIMEOUT 300)
endif()
