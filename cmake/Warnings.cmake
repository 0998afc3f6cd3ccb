# Compiler settings shared by all targets of the project. A parent project is not affected.
add_library(koord_settings INTERFACE)
target_compile_features(koord_settings INTERFACE cxx_std_20)
target_compile_definitions(koord_settings INTERFACE KOORD_EXPERIMENTAL)
target_compile_options(koord_settings INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wno-sign-conversion
  $<$<COMPILE_LANGUAGE:CXX>:-Wnon-virtual-dtor -Woverloaded-virtual>
  # gcc 12 reports false overlaps in "text" + std::string (PR 105651)
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
  # Files compiled as one unit share a scope although they are independent.
  $<$<NOT:$<BOOL:$<TARGET_PROPERTY:UNITY_BUILD>>>:-Wshadow>
  $<$<BOOL:${KOORD_WERROR}>:-Werror>
  -ffp-contract=off  # equal scores on every architecture
  "-ffile-prefix-map=${PROJECT_SOURCE_DIR}=.")
# Targets with the property KOORD_PLAIN are compiled without sanitizers, and only linked with them.
#
# With gcc, undefined behaviour executes an illegal instruction, which AddressSanitizer reports with a stack trace if ASAN_OPTIONS
# has handle_sigill=1 (make asan). Messages for each check would need 60 MB of data with 2.2 million relocations, which
# every start of koordctl performs. Only the check of virtual tables cannot trap; clang does it in make fuzz.
if(KOORD_SANITIZE)
  set(is_plain $<BOOL:$<TARGET_PROPERTY:KOORD_PLAIN>>)
  target_compile_options(koord_settings INTERFACE
    "$<$<NOT:${is_plain}>:-fsanitize=${KOORD_SANITIZE};-fno-omit-frame-pointer;-fno-sanitize-recover=all>")
  if(KOORD_SANITIZE MATCHES undefined AND CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    target_compile_options(koord_settings INTERFACE "$<$<NOT:${is_plain}>:-fsanitize-undefined-trap-on-error>")
  endif()
  target_link_options(koord_settings INTERFACE -fsanitize=${KOORD_SANITIZE})
endif()
