# What makes a mistake in memory harder to use, as Debian's packages are built (packaging/debian/rules; tests/install/
# flags_test.py holds both equal): canaries on the stack, checked calls of libc, jumps only to where one may jump, and tables of the
# loader that nobody writes to once a program runs. For builds with optimisation; sanitizers look closer themselves.
include(CheckCXXCompilerFlag)
include(CheckCXXSourceCompiles)
include(CheckPIESupported)

if(KOORD_HARDEN AND NOT KOORD_SANITIZE AND NOT KOORD_FUZZ)
  set(koord_hardening -fstack-protector-strong -Wformat -Werror=format-security)
  # One is of x86, one of ARM.
  foreach(flag -fcf-protection -mbranch-protection=standard)
    string(MAKE_C_IDENTIFIER "KOORD_HAS${flag}" known)
    check_cxx_compiler_flag(${flag} ${known})
    if(${known})
      list(APPEND koord_hardening ${flag})
    endif()
  endforeach()
  list(APPEND koord_hardening -Wdate-time)
  # Some compilers have it of themselves, or users ask for more.
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
  # Programs that lie elsewhere each time. Debian's compilers make no others.
  check_cxx_source_compiles("#ifndef __PIE__\n#error no\n#endif\nint main() { return 0; }" KOORD_PIE_BY_DEFAULT)
  if(NOT KOORD_PIE_BY_DEFAULT)
    check_pie_supported()
    set(CMAKE_POSITION_INDEPENDENT_CODE ON)
  endif()
endif()

# For what need not be fast: checked calls are made by the optimiser.
set(KOORD_UNOPTIMIZED -O0 -U_FORTIFY_SOURCE)
