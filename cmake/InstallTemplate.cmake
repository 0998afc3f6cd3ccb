# koord_install_template(<template> <destination> [PROGRAM]): installs a file that names installed programs, with the
# directories of the prefix that it is installed to, which is known only then. KOORD_BINDIR, KOORD_LIBEXECDIR. With PROGRAM it
# may be run.
function(koord_install_template template destination)
  get_filename_component(name ${template} NAME)
  string(REGEX REPLACE "\\.in$" "" name ${name})
  set(output ${CMAKE_CURRENT_BINARY_DIR}/${name})
  install(CODE "
    set(KOORD_BINDIR \"${CMAKE_INSTALL_BINDIR}\")
    set(KOORD_LIBEXECDIR \"${CMAKE_INSTALL_LIBEXECDIR}/koord\")
    foreach(directory KOORD_BINDIR KOORD_LIBEXECDIR)
      if(NOT IS_ABSOLUTE \"\${\${directory}}\")
        set(\${directory} \"\${CMAKE_INSTALL_PREFIX}/\${\${directory}}\")
      endif()
    endforeach()
    configure_file(\"${template}\" \"${output}\" @ONLY)")
  if("PROGRAM" IN_LIST ARGN)
    install(PROGRAMS ${output} DESTINATION ${destination})
  else()
    install(FILES ${output} DESTINATION ${destination})
  endif()
endfunction()
