# koord_install_template(<template> <destination> [PROGRAM]): installs a file that names installed
# programs, with the directories of the install prefix (KOORD_BINDIR, KOORD_LIBEXECDIR), which is
# only known during installation. PROGRAM makes it executable. The file is written at its
# destination, so that a trial installation does not leave its prefix in the build tree.
function(koord_install_template template destination)
  get_filename_component(name ${template} NAME)
  string(REGEX REPLACE "\\.in$" "" name ${name})
  set(permissions OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
  if("PROGRAM" IN_LIST ARGN)
    list(APPEND permissions OWNER_EXECUTE GROUP_EXECUTE WORLD_EXECUTE)
  endif()
  list(JOIN permissions " " permissions)
  install(CODE "
    set(KOORD_BINDIR \"${CMAKE_INSTALL_BINDIR}\")
    set(KOORD_LIBEXECDIR \"${CMAKE_INSTALL_LIBEXECDIR}/koord\")
    set(koord_destination \"${destination}\")
    foreach(directory KOORD_BINDIR KOORD_LIBEXECDIR koord_destination)
      if(NOT IS_ABSOLUTE \"\${\${directory}}\")
        set(\${directory} \"\${CMAKE_INSTALL_PREFIX}/\${\${directory}}\")
      endif()
    endforeach()
    message(STATUS \"Installing: \$ENV{DESTDIR}\${koord_destination}/${name}\")
    configure_file(\"${template}\" \"\$ENV{DESTDIR}\${koord_destination}/${name}\" @ONLY FILE_PERMISSIONS ${permissions})
    list(APPEND CMAKE_INSTALL_MANIFEST_FILES \"\${koord_destination}/${name}\")")
endfunction()
