# Compares koordctl with its earlier answers, except for names.
find_package(Python3 COMPONENTS Interpreter)
if(Python3_Interpreter_FOUND AND TARGET koordctl)
  add_test(NAME recorded.koordctl
    COMMAND Python3::Interpreter -B ${CMAKE_CURRENT_LIST_DIR}/replay.py $<TARGET_FILE:koordctl>)
endif()

# Compares the library with its earlier answers to the calls of the comparison
# with other projects (docs/internals/differential.md).
find_program(KOORD_GO_PROGRAM go)
if(KOORD_SANITIZE)
  # The release build replays these calls.
elseif(KOORD_GO_PROGRAM)
  add_test(NAME recorded.calls
    COMMAND ${CMAKE_CURRENT_LIST_DIR}/calls.sh $<TARGET_FILE_DIR:koord> ${KOORD_GO_PROGRAM})
  set_tests_properties(recorded.calls PROPERTIES TIMEOUT 600 SKIP_RETURN_CODE 77)
else()
  koord_part_missing("calls on record" "no go: golang-go" TEST recorded.calls)
endif()
