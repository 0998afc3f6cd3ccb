# Hardening flags like those of Debian's packages (packaging/debian/rules;
# tests/install/flags_test.py compares them): stack protector, checked libc calls, control-flow
# protection, and read-only relocations. They apply to builds with optimization; sanitizers have
# their own checks.
include(CheckCXXCompilerFlag)
include(CheckCXXSourceCompiles)
include(CheckPIESupported)

if(KOORD_HARDEN AND NOT KOORD_SANITIZE AND NOT KOORD_FUZZ)
  set(koord_hardening -fstack-protector-strong -Wformat -Werror=format-security)
  # The first flag is for x86, the second for ARM.
  foreach(flag -fcf-protection -mbranch-protection=standard)
    string(MAKE_C_IDENTIFIER "KOORD_HAS${flag}" known)
    check_cxx_compiler_flag(${flag} ${known})
    if(${known})
      list(APPEND koord_hardening ${flag})
    endif()
  endforeach()
  list(APPEND koord_hardening -Wdate-time)
  # Some compilers define it by default, or users request a higher level.
  set(CMAKE_REQUIRED_FLAGS -O2)
  check_cxx_source_compiles("#ifndef _FORTIFY_SOURCE\n#error no\n#endif\nint main() { return 0; }" KOORD_FORTIFIED)
  unset(CMAKE_REQUIRED_FLAGS)
  if(NOT KOORD_FORTIFIED)
    list(APPEND koord_hardening -D_FORTIFY_SOURCE=2)
  endif()
  list(JOIN koord_hardening " " koord_hardening)
  foreach(config RELEASE RELWITHDEBINFO MINSIZEREL)
    foreach(language C CXX)
      set(CMAKE_${language}_FLAGS_${config} "${koord_hardening} ${CMAKE_${language}_FLAGS_${config}}")
    endforeach()
    foreach(kind EXE SHARED MODULE)
      string(PREPEND CMAKE_${kind}_LINKER_FLAGS_${config} "-Wl,-z,relro -Wl,-z,now ")
    endforeach()
  endforeach()
  # Position-independent executables. Debian's compilers build them by default.
  check_cxx_source_compiles("#ifndef __PIE__\n#error no\n#endif\nint main() { return 0; }" KOORD_PIE_BY_DEFAULT)
  if(NOT KOORD_PIE_BY_DEFAULT)
    check_pie_supported()
    set(CMAKE_POSITION_INDEPENDENT_CODE ON)
  endif()
endif()

# Flags for code that need not be fast. Checked calls require optimization.
set(KOORD_UNOPTIMIZED -O0 -U_FORTIFY_SOURCE)
