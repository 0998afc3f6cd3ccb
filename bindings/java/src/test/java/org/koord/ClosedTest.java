package org.koord;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Closed handles of every class, as receiver of each method and as each argument. The handles have
 * address 0, which the library ignores when it frees them. Every call must throw before it reaches
 * the library.
 */
class ClosedTest {
  private static List<Class<?>> classes() throws Exception {
    List<Class<?>> found = new ArrayList<>();
    Path source = Path.of(System.getProperty("koord.source"), "bindings/java/src/main/java/org/koord");
    try (Stream<Path> files = Files.list(source)) {
      for (Path file : files.filter(f -> !f.endsWith("package-info.java")).sorted().toList()) {
        found.add(Class.forName("org.koord." + file.getFileName().toString().replace(".java", "")));
      }
    }
    return found;
  }

  private static boolean isHandle(Class<?> type) {
    return Handle.class.isAssignableFrom(type) && !Modifier.isAbstract(type.getModifiers());
  }

  private static Handle handle(Class<?> type) throws Exception {
    Constructor<?> made = type.getDeclaredConstructors()[0];
    made.setAccessible(true);
    Object[] arguments = Stream.of(made.getParameterTypes()).map(kind -> kind == long.class ? (Object) 0L : null).toArray();
    return (Handle) made.newInstance(arguments);
  }

  private static Handle closed(Class<?> type) throws Exception {
    Handle handle = handle(type);
    handle.close();
    handle.close();
    assertEquals(type.getSimpleName() + "[closed]", handle.toString());
    return handle;
  }

  /** Returns a valid value of a type, so that the other arguments are checked. */
  private static Object value(Class<?> type) throws Exception {
    if (isHandle(type)) {
      return handle(type);
    }
    if (type.isEnum()) {
      return type.getEnumConstants()[0];
    }
    if (type.isArray()) {
      return Array.newInstance(type.getComponentType(), 0);
    }
    if (type == int.class || type == long.class || type == boolean.class) {
      return type == int.class ? (Object) 0 : type == long.class ? (Object) 0L : (Object) false;
    }
    if (Collection.class.isAssignableFrom(type)) {
      return List.of();
    }
    if (type == String.class || type == CpuSet.class || type == BiConsumer.class) {
      return type == String.class ? "z" : type == CpuSet.class ? CpuSet.range(0, 1) : (BiConsumer<Object, Object>) (a, b) -> {};
    }
    for (Constructor<?> made : type.getDeclaredConstructors()) {
      made.setAccessible(true);
      return made.newInstance(values(made.getParameterTypes()));
    }
    throw new AssertionError("nothing of " + type + " is known");
  }

  private static Object[] values(Class<?>[] types) throws Exception {
    Object[] made = new Object[types.length];
    for (int i = 0; i < types.length; i++) {
      made[i] = value(types[i]);
    }
    return made;
  }

  /** Returns the exception of a call as text, or its result. */
  private static String thrown(Callable<?> call) throws Exception {
    try {
      return "gave " + call.call();
    } catch (InvocationTargetException e) {
      return e.getCause() instanceof IllegalStateException closed ? closed.getMessage() : e.getCause().toString();
    }
  }

  @Test
  void everyMethodOfAClosedHandleThrows() throws Exception {
    List<String> wrong = new ArrayList<>();
    Set<String> kinds = new LinkedHashSet<>();
    int tried = 0;
    for (Class<?> type : classes()) {
      if (!isHandle(type)) {
        continue;
      }
      kinds.add(type.getSimpleName());
      for (Method method : type.getMethods()) {
        if (Modifier.isStatic(method.getModifiers()) || method.getDeclaringClass() == Object.class
            || Set.of("close", "toString").contains(method.getName())) {
          continue;
        }
        tried++;
        Handle closed = closed(type);
        String got = thrown(() -> method.invoke(closed, values(method.getParameterTypes())));
        if (!got.equals(type.getSimpleName() + " is closed")) {
          wrong.add(method + ": " + got);
        }
      }
    }
    assertEquals(List.of(), wrong);
    assertTrue(kinds.containsAll(Set.of("Pod", "Cluster", "Query", "Topology", "Plan", "Context", "Cgroups")), kinds.toString());
    assertTrue(tried > 180, tried + " methods");
  }

  /**
   * Returns the handle class of an argument or of its elements, or null if it is something else.
   */
  private static Class<?> handleOf(Parameter parameter) {
    if (parameter.getParameterizedType() instanceof ParameterizedType list
        && list.getActualTypeArguments()[0] instanceof Class<?> of && isHandle(of)) {
      return of;
    }
    return isHandle(parameter.getType()) ? parameter.getType() : null;
  }

  @Test
  void everyClosedArgumentThrows() throws Exception {
    List<String> wrong = new ArrayList<>();
    int tried = 0;
    for (Class<?> type : classes()) {
      if (!Modifier.isPublic(type.getModifiers())) {
        continue;
      }
      for (Method method : type.getMethods()) {
        for (int i = 0; i < method.getParameterCount(); i++) {
          Class<?> of = handleOf(method.getParameters()[i]);
          boolean isStatic = Modifier.isStatic(method.getModifiers());
          if (of == null || !isStatic && !isHandle(type)) {
            continue; // descriptions are only checked when a call reads them: HandleTest
          }
          tried++;
          Object[] arguments = values(method.getParameterTypes());
          arguments[i] = arguments[i] instanceof List ? List.of(closed(of)) : closed(of);
          String got = thrown(() -> method.invoke(isStatic ? null : handle(type), arguments));
          if (!got.equals(of.getSimpleName() + " is closed")) {
            wrong.add(method + ", argument " + i + ": " + got);
          }
        }
      }
    }
    assertEquals(List.of(), wrong);
    assertTrue(tried > 50, tried + " arguments");
  }
}
