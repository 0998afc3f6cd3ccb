# Tests of the programs that examine test runs and benchmarks.
find_package(Python3 COMPONENTS Interpreter)
if(Python3_Interpreter_FOUND AND NOT KOORD_SANITIZE)
  add_test(NAME dev.skipped COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_LIST_DIR}/skipped_test.py -v)
  add_test(NAME dev.upstream COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_LIST_DIR}/upstream_test.py -v)
  add_test(NAME dev.scheduler_perf COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_LIST_DIR}/scheduler_perf_test.py -v)
  add_test(NAME dev.compare COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_LIST_DIR}/compare_test.py -v)
  add_test(NAME dev.figures COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_LIST_DIR}/figures_test.py -v)
endif()
