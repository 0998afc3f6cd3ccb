package org.koord;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every public class and method of the package is used in these tests. */
class CoverageTest {
  private static final Set<String> GENERATED =
      Set.of("values", "valueOf", "toString", "hashCode", "equals", "code");

  /** Package-private classes from which public classes inherit methods. */
  private static final Pattern INHERITED = Pattern.compile(".*(Calls|Methods|Rows)|Answer");

  @Test
  void everythingPublicIsTested() throws Exception {
    Path source = Path.of(System.getProperty("koord.source"), "bindings/java/src");
    StringBuilder tests = new StringBuilder();
    try (Stream<Path> files = Files.list(source.resolve("test/java/org/koord"))) {
      for (Path file : files.toList()) {
        tests.append(Files.readString(file));
      }
    }
    Deque<Class<?>> classes = new ArrayDeque<>();
    try (Stream<Path> files = Files.list(source.resolve("main/java/org/koord"))) {
      for (Path file : files.filter(f -> !f.endsWith("package-info.java")).toList()) {
        classes.add(Class.forName("org.koord." + file.getFileName().toString().replace(".java", "")));
      }
    }
    List<String> missing = new ArrayList<>();
    int seen = 0;
    while (!classes.isEmpty()) {
      Class<?> type = classes.remove();
      boolean isPublic = Modifier.isPublic(type.getModifiers()) || INHERITED.matcher(type.getSimpleName()).matches();
      if (!isPublic || LayoutTest.writer(type) != null) {
        continue; // LayoutTest creates and sets all options
      }
      classes.addAll(List.of(type.getDeclaredClasses()));
      boolean made = false;
      for (Constructor<?> constructor : type.getConstructors()) {
        made |= !type.isRecord();
      }
      if (made && !names(tests, "new (\\w+\\.)?" + type.getSimpleName().replaceFirst("Calls$", ""))) {
        missing.add("new " + type.getSimpleName());
      }
      Set<String> components = type.isRecord()
          ? Set.of(Stream.of(type.getRecordComponents()).map(c -> c.getName()).toArray(String[]::new))
          : Set.of();
      for (Method method : type.getDeclaredMethods()) {
        if (Modifier.isPublic(method.getModifiers()) && !method.isSynthetic()
            && !(type.isInterface() && Modifier.isAbstract(method.getModifiers()))
            && !GENERATED.contains(method.getName()) && !components.contains(method.getName())) {
          seen++;
          if (!names(tests, "(\\.|::)" + method.getName())) {
            missing.add(type.getSimpleName() + "." + method.getName());
          }
        }
      }
    }
    assertEquals(List.of(), missing);
    assertTrue(seen > 300, seen + " methods");
  }

  private static boolean names(CharSequence tests, String pattern) {
    return Pattern.compile(pattern + "\\b").matcher(tests).find();
  }
}
