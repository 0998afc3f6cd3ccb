# koord_go_module_test(<name> <module> [LIBRARY] [SOURCES <pattern>...]): a test that runs the test
# programs of a Go module, with the library of this build tree if LIBRARY is stated. The target
# <name>.programs, a part of "all", compiles them, so that no compiler runs within a test's time
# limit. SOURCES are additional source files.
function(koord_go_module_test name module)
  cmake_parse_arguments(PARSE_ARGV 2 arg "LIBRARY" "" "SOURCES")
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/${name})
  set(script ${PROJECT_SOURCE_DIR}/tools/dev/go-module-test.sh)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${module}/*.go ${module}/go.mod ${module}/go.sum)
  set(others)
  if(arg_SOURCES)
    file(GLOB others CONFIGURE_DEPENDS ${arg_SOURCES})
  endif()
  set(build_with)
  set(run_with)
  if(arg_LIBRARY)
    set(build_with ${PROJECT_BINARY_DIR}/bindings/go/pkgconfig $<TARGET_FILE_DIR:koord>)
    set(run_with $<TARGET_FILE_DIR:koord>)
  endif()
  # If the download failed, the file does not exist and the next build tries again.
  add_custom_command(OUTPUT ${folder}/built
    COMMAND sh ${script} build ${module} ${folder} ${build_with}
    DEPENDS ${sources} ${others} ${script} ${PROJECT_SOURCE_DIR}/tools/dev/go-toolchain.sh
    COMMENT "Building the test programs of ${name}" VERBATIM)
  add_custom_target(${name}.programs ALL DEPENDS ${folder}/built)
  if(arg_LIBRARY)
    # loaded at run time, so a changed library does not require rebuilt programs
    add_dependencies(${name}.programs koord)
  endif()
  add_test(NAME ${name} COMMAND sh ${script} run ${folder} ${run_with})
  # The script has its own timeout for stalled tests. This one is for the script.
  set_tests_properties(${name} PROPERTIES TIMEOUT 7200 SKIP_RETURN_CODE 77)
endfunction()
