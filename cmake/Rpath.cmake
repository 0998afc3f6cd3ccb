# A program that is installed has the same rpath in the build tree. If CMake is to change it on the way it keeps room for the
# other one by empty entries, and the loader takes those for the current directory, whoever's that is.
# tests/install/binaries.py looks at every program.

# koord_rpath(<target> [<way from its directory to that of the library, once installed>])
function(koord_rpath target)
  set(rpath ${CMAKE_INSTALL_RPATH})
  if(ARGN)
    list(PREPEND rpath "$ORIGIN/${ARGN}")
    koord_library_at(${CMAKE_CURRENT_BINARY_DIR}/${ARGN})
  endif()
  set_target_properties(${target} PROPERTIES BUILD_WITH_INSTALL_RPATH ON INSTALL_RPATH "${rpath}"
    INSTALL_RPATH_USE_LINK_PATH ON)  # of hwloc, where it lies elsewhere
endfunction()

# koord_way_to_library(<variable> <directory of the installed program>): empty where there is none that is relative.
function(koord_way_to_library variable directory)
  set(way "")
  if(NOT IS_ABSOLUTE "${directory}" AND NOT IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}")
    file(RELATIVE_PATH way /${directory} /${CMAKE_INSTALL_LIBDIR})
  endif()
  set(${variable} "${way}" PARENT_SCOPE)
endfunction()

# The library is found in the build tree by the way that is right once it is installed.
function(koord_library_at place)
  get_filename_component(place ${place} ABSOLUTE)
  string(FIND ${place} ${PROJECT_BINARY_DIR}/ begin)
  if(begin EQUAL 0)
    get_filename_component(above ${place} DIRECTORY)
    file(MAKE_DIRECTORY ${above})
    file(CREATE_LINK ${PROJECT_BINARY_DIR}/src ${place} SYMBOLIC)
  endif()
endfunction()
