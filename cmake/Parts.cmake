# What of this tree cannot be built on a machine, and why: said where nobody overlooks it. A part that somebody switched off
# is not missing.
option(KOORD_REQUIRE_ALL "A part that cannot be built ends the configuration" OFF)

# koord_part_missing(<part> <why> [TEST <name>]): <part> is not built, <why> is what to install, in few words. With TEST a
# test of that name says so, too, and counts as skipped.
function(koord_part_missing part why)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "TEST" "")
  # A tab stands between the two, a semicolon between the parts, unless it is in brackets.
  string(REGEX REPLACE "[][;\t\n]" "," why "${why}")
  set_property(GLOBAL APPEND PROPERTY KOORD_PARTS_MISSING "${part}\t${why}")
  if(KOORD_REQUIRE_ALL)
    # Not fatal at once: all that is missing is said in one go.
    message(SEND_ERROR "KOORD_REQUIRE_ALL: the ${part} cannot be built: ${why}. tools/dev/install-deps.sh installs what is "
      "needed on Debian 12; with -DKOORD_REQUIRE_ALL=OFF (make REQUIRE_ALL=OFF) the part is left out.")
  endif()
  if(arg_TEST AND KOORD_TESTS)
    # The reason is an argument: no quote in it ends the script's.
    add_test(NAME ${arg_TEST} COMMAND sh -c "echo \"skipped: $1\"; exit 77" sh "${why}")
    set_tests_properties(${arg_TEST} PROPERTIES SKIP_RETURN_CODE 77 LABELS bindings)
  endif()
endfunction()

# To be called last: one closing line, and the file not-built.txt in the build tree for whoever repeats it, one part a
# line, "part<TAB>why"; empty where all is built.
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
