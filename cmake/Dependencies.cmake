# Reports all missing dependencies of the requested parts at once, by the names of the packages that
# contain them. The folders find the same packages again.

# koord_need(<found> <what> <Debian's package> <Fedora's> <Arch's>): adds a line to koord_missing
# unless the dependency was found.
macro(koord_need found what debian fedora arch)
  if(NOT ${found})
    string(APPEND koord_missing "  ${what}: ${debian} (Debian), ${fedora} (Fedora), ${arch} (Arch)\n")
  endif()
endmacro()

set(koord_missing "")
find_package(PkgConfig QUIET)
koord_need(PKG_CONFIG_FOUND pkg-config pkgconf pkgconf-pkg-config pkgconf)
if(PKG_CONFIG_FOUND)
  pkg_check_modules(HWLOC QUIET IMPORTED_TARGET GLOBAL hwloc>=2.9)
endif()
koord_need(HWLOC_FOUND "hwloc 2.9" libhwloc-dev hwloc-devel hwloc)
find_package(nlohmann_json 3.11 QUIET)
koord_need(nlohmann_json_FOUND "nlohmann/json 3.11" nlohmann-json3-dev json-devel nlohmann-json)
set(koord_error "")
if(koord_missing)
  string(APPEND koord_error "Missing or too old, and the library needs:\n${koord_missing}\n")
endif()

set(koord_missing "")
if(KOORD_TOOLS)
  find_package(CLI11 2.1 QUIET)
  koord_need(CLI11_FOUND "CLI11 2.1" libcli11-dev cli11-devel cli11)
  find_package(yaml-cpp 0.7 QUIET)
  koord_need(yaml-cpp_FOUND "yaml-cpp 0.7" libyaml-cpp-dev yaml-cpp-devel yaml-cpp)
endif()
if(koord_missing)
  string(APPEND koord_error "Missing or too old, and koordctl and koord-replay need:\n${koord_missing}\n"
    "-DKOORD_TOOLS=OFF builds the library alone.\n")
endif()

if(koord_error)
  message(FATAL_ERROR "${koord_error}")
endif()

# nlohmann/json with the changes in cmake/json, which describes them.
add_library(koord_json INTERFACE)
target_include_directories(koord_json SYSTEM BEFORE INTERFACE ${PROJECT_SOURCE_DIR}/cmake/json)
target_link_libraries(koord_json INTERFACE nlohmann_json::nlohmann_json)
