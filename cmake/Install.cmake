# Installs the library and its metadata: koord.pc for pkg-config, koordConfig.cmake for CMake.
include(CMakePackageConfigHelpers)

set(koord_cmake_dir ${CMAKE_INSTALL_LIBDIR}/cmake/koord)

install(TARGETS koord koord_static EXPORT koord
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(FILES ${PROJECT_SOURCE_DIR}/include/koord.h ${PROJECT_SOURCE_DIR}/include/koord.hpp DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/koord DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING PATTERN "*.h")
install(EXPORT koord NAMESPACE koord:: FILE koordTargets.cmake DESTINATION ${koord_cmake_dir})

configure_package_config_file(${PROJECT_SOURCE_DIR}/packaging/koordConfig.cmake.in
  ${PROJECT_BINARY_DIR}/koordConfig.cmake INSTALL_DESTINATION ${koord_cmake_dir}
  NO_SET_AND_CHECK_MACRO)
# Before 1.0 a minor release may change the interface (docs/embed/versions.md).
if(PROJECT_VERSION_MAJOR EQUAL 0)
  set(koord_compatibility SameMinorVersion)
else()
  set(koord_compatibility SameMajorVersion)
endif()
write_basic_package_version_file(${PROJECT_BINARY_DIR}/koordConfigVersion.cmake
  COMPATIBILITY ${koord_compatibility})
install(FILES ${PROJECT_BINARY_DIR}/koordConfig.cmake ${PROJECT_BINARY_DIR}/koordConfigVersion.cmake
  DESTINATION ${koord_cmake_dir})

# The guides and the examples, which link to each other.
set(koord_doc_dir ${CMAKE_INSTALL_DATADIR}/doc/koord)
install(FILES ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/CHANGELOG.md ${PROJECT_SOURCE_DIR}/CONTRIBUTING.md
  ${PROJECT_SOURCE_DIR}/SECURITY.md ${PROJECT_SOURCE_DIR}/OWNERS DESTINATION ${koord_doc_dir})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs ${PROJECT_SOURCE_DIR}/examples DESTINATION ${koord_doc_dir})

install(DIRECTORY ${PROJECT_SOURCE_DIR}/kubernetes/crds DESTINATION ${CMAKE_INSTALL_DATADIR}/koord)

# koord.pc derives the prefix from its own location, so that an installed tree can be moved.
if(IS_ABSOLUTE ${CMAKE_INSTALL_LIBDIR} OR IS_ABSOLUTE ${CMAKE_INSTALL_INCLUDEDIR})
  set(koord_pc_prefix ${CMAKE_INSTALL_PREFIX})
  set(koord_pc_libdir ${CMAKE_INSTALL_FULL_LIBDIR})
  set(koord_pc_includedir ${CMAKE_INSTALL_FULL_INCLUDEDIR})
else()
  file(RELATIVE_PATH up /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
  string(REGEX REPLACE "/$" "" up ${up})
  set(koord_pc_prefix "\${pcfiledir}/${up}")
  set(koord_pc_libdir "\${prefix}/${CMAKE_INSTALL_LIBDIR}")
  set(koord_pc_includedir "\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}")
endif()
configure_file(${PROJECT_SOURCE_DIR}/packaging/koord.pc.in ${PROJECT_BINARY_DIR}/koord.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/koord.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
