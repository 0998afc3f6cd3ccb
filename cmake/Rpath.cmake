# An installed program has the same rpath in the build tree. If CMake changes the rpath on
# installation, it reserves space with empty entries, which the loader treats as the current
# directory of the user. tests/install/binaries.py checks every program.

# koord_rpath(<target> [<path from its directory to that of the library, once installed>])
function(koord_rpath target)
  set(rpath ${CMAKE_INSTALL_RPATH})
  if(ARGN)
    list(PREPEND rpath "$ORIGIN/${ARGN}")
    koord_library_at(${CMAKE_CURRENT_BINARY_DIR}/${ARGN})
  endif()
  set_target_properties(${target} PROPERTIES BUILD_WITH_INSTALL_RPATH ON INSTALL_RPATH "${rpath}"
    INSTALL_RPATH_USE_LINK_PATH ON)  # for hwloc in other directories
endfunction()

# koord_way_to_library(<variable> <directory of the installed program>): empty if there is no
# relative path.
function(koord_way_to_library variable directory)
  set(way "")
  if(NOT IS_ABSOLUTE "${directory}" AND NOT IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}")
    file(RELATIVE_PATH way /${directory} /${CMAKE_INSTALL_LIBDIR})
  endif()
  set(${variable} "${way}" PARENT_SCOPE)
endfunction()

# Places the library in the build tree so that the installed relative path finds it there, too.
function(koord_library_at place)
  get_filename_component(place ${place} ABSOLUTE)
  string(FIND ${place} ${PROJECT_BINARY_DIR}/ begin)
  if(begin EQUAL 0)
    get_filename_component(above ${place} DIRECTORY)
    file(MAKE_DIRECTORY ${above})
    file(CREATE_LINK ${PROJECT_BINARY_DIR}/src ${place} SYMBOLIC)
  endif()
endfunction()
