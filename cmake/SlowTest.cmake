include_guard(GLOBAL)
# koord_slow_test(<name> <command>... [WORKING_DIRECTORY <folder>]): a test that starts a compiler,
# a guest or a package manager. The test is stopped if it prints nothing for 15 minutes, however
# long it takes in total. Status 77 means that it was skipped. The first word of the command must
# not be a target, because CTest runs tools/dev/while-it-moves.sh.
function(koord_slow_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "WORKING_DIRECTORY" "")
  set(folder)
  if(arg_WORKING_DIRECTORY)
    set(folder WORKING_DIRECTORY ${arg_WORKING_DIRECTORY})
  endif()
  add_test(NAME ${name} COMMAND sh ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../tools/dev/while-it-moves.sh 900 - ${arg_UNPARSED_ARGUMENTS} ${folder})
  # CTest's own timeout is for the script.
  set_tests_properties(${name} PROPERTIES TIMEOUT 43200 SKIP_RETURN_CODE 77)
endfunction()
