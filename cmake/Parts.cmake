# Parts of this tree that cannot be built on a machine, and the reasons, reported prominently. A
# part that is switched off is not missing.
option(KOORD_REQUIRE_ALL "Fail the configuration if a part cannot be built" OFF)

# koord_part_missing(<part> <why> [TEST <name>]): <part> is not built, and <why> says briefly what
# to install. TEST adds a test of that name that reports the same and counts as skipped.
function(koord_part_missing part why)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "TEST" "")
  # A tab separates the two, and a semicolon separates parts, except within brackets.
  string(REGEX REPLACE "[][;\t\n]" "," why "${why}")
  set_property(GLOBAL APPEND PROPERTY KOORD_PARTS_MISSING "${part}\t${why}")
  if(KOORD_REQUIRE_ALL)
    # Not fatal at once, so that all missing parts are reported together.
    message(SEND_ERROR "KOORD_REQUIRE_ALL: the ${part} cannot be built: ${why}. tools/dev/install-deps.sh installs what is "
      "needed on Debian 12; with -DKOORD_REQUIRE_ALL=OFF (make REQUIRE_ALL=OFF) the part is left out.")
  endif()
  if(arg_TEST AND KOORD_TESTS)
    # The reason is passed as an argument, so that quotes in it do not end the script's.
    add_test(NAME ${arg_TEST} COMMAND sh -c "echo \"skipped: $1\"; exit 77" sh "${why}")
    set_tests_properties(${arg_TEST} PROPERTIES SKIP_RETURN_CODE 77 LABELS bindings)
  endif()
endfunction()

# Must be called last. Prints one closing line, and writes not-built.txt to the build tree for
# programs that repeat it: one part per line, "part<TAB>why"; empty if everything is built.
function(koord_parts_report)
  get_property(missing GLOBAL PROPERTY KOORD_PARTS_MISSING)
  set(lines "")
  set(words)
  foreach(part IN LISTS missing)
    string(APPEND lines "${part}\n")
    string(REPLACE "\t" " (" part "${part}")
    list(APPEND words "${part})")
  endforeach()
  file(WRITE ${PROJECT_BINARY_DIR}/not-built.txt "${lines}")
  if(missing)
    list(JOIN words ", " words)
    message(NOTICE "koord: NOT BUILT: ${words}")
  endif()
endfunction()
