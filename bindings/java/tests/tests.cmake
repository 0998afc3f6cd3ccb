# The tests of the Java binding: its jars, JUnit, Javadoc, Maven, README's program, an installed library.
file(GLOB tests CONFIGURE_DEPENDS ${root}/src/test/java/org/koord/*.java)
find_file(KOORD_JUNIT junit-platform-console-standalone.jar PATHS /usr/share/java)
set(jars)
foreach(jar junit-jupiter-api junit-jupiter-engine junit-platform-commons junit-platform-engine junit-platform-launcher
        junit-platform-reporting junit-platform-console opentest4j opentest4j-reporting-events apiguardian-api picocli
        univocity-parsers gson)
  if(EXISTS /usr/share/java/${jar}.jar)
    list(APPEND jars /usr/share/java/${jar}.jar)
  endif()
endforeach()
if(NOT KOORD_JUNIT)
  list(APPEND missing "no JUnit 5: junit5")
endif()
if(NOT EXISTS /usr/share/java/gson.jar)
  list(APPEND missing "no Gson: libgoogle-gson-java")
endif()
if(missing)
  list(JOIN missing ", " missing)
  koord_part_missing("tests of the Java package" "${missing}" TEST bindings.java)
  return()
endif()
list(JOIN jars ":" classpath)
add_custom_command(OUTPUT ${out}/tests.jar
  COMMAND ${CMAKE_COMMAND} -E rm -rf ${out}/test-classes
  COMMAND ${javac} --release 17 -Xlint:all,-serial,-classfile -encoding UTF-8 -cp ${out}/koord.jar:${classpath}
          -d ${out}/test-classes ${tests}
  COMMAND ${home}/bin/jar --create --file ${out}/tests.jar -C ${out}/test-classes .
  DEPENDS ${out}/koord.jar ${tests} VERBATIM)
add_custom_target(koord-java-tests ALL DEPENDS ${out}/tests.jar)
add_test(NAME bindings.java
  COMMAND sh ${root}/tests/check.sh ${java} ${out}/koord.jar:${out}/tests.jar:${classpath}
          $<TARGET_FILE:koord-jni> $<TARGET_FILE:koord> ${root}/../..)
set_tests_properties(bindings.java PROPERTIES LABELS bindings TIMEOUT 7200)
add_test(NAME bindings.java.exports COMMAND sh ${root}/tests/exports.sh $<TARGET_FILE:koord-jni>)
set_tests_properties(bindings.java.exports PROPERTIES LABELS bindings TIMEOUT 7200)
add_test(NAME bindings.java.jars
  COMMAND sh ${root}/tests/jars.sh ${out} ${home}/bin/jar $<IF:$<BOOL:${KOORD_JAVA_BUNDLE}>,${native},>)
set_tests_properties(bindings.java.jars PROPERTIES LABELS bindings TIMEOUT 7200)
add_test(NAME bindings.java.javadoc
  COMMAND sh ${root}/tests/javadoc.sh ${home}/bin/javadoc ${root}/src/main/java ${out}/swig)
set_tests_properties(bindings.java.javadoc PROPERTIES LABELS bindings TIMEOUT 7200)
if(KOORD_JAVA_BUNDLE)
  find_program(KOORD_MAVEN mvn)
  if(KOORD_MAVEN)
    add_test(NAME bindings.java.maven
      COMMAND sh ${root}/tests/maven.sh ${KOORD_MAVEN} ${home} ${out} $<TARGET_FILE:koord> ${root}/../..)
    set_tests_properties(bindings.java.maven PROPERTIES LABELS bindings COST 40 SKIP_RETURN_CODE 77 TIMEOUT 7200)
  else()
    koord_part_missing("test of the Java package with Maven" "no mvn: maven" TEST bindings.java.maven)
  endif()
  add_test(NAME bindings.java.quickstart
    COMMAND sh ${root}/tests/quickstart.sh ${java} ${out}/koord.jar ${root}/../../README.md)
  set_tests_properties(bindings.java.quickstart PROPERTIES LABELS bindings TIMEOUT 7200)
  if(KOORD_INSTALL AND NOT KOORD_SANITIZE)
    add_test(NAME bindings.java.installed
      COMMAND sh ${root}/tests/installed.sh ${root} ${CMAKE_BINARY_DIR} ${java} ${root}/../../README.md)
    set_tests_properties(bindings.java.installed PROPERTIES LABELS bindings TIMEOUT 7200)
    add_test(NAME bindings.java.example COMMAND sh ${CMAKE_SOURCE_DIR}/tests/install/examples.sh java ${CMAKE_SOURCE_DIR}
      ${CMAKE_BINARY_DIR} ${java} ${out}/koord.jar)
    set_tests_properties(bindings.java.example PROPERTIES LABELS bindings TIMEOUT 7200)
  endif()
endif()
