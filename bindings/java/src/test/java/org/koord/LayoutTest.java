package org.koord;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Records are read and options are written at the offsets of koord.h: changing one field of a
 * struct changes the record's component of that name and nothing else, and vice versa for options.
 */
class LayoutTest {
  private static final byte[] MARK = "mark".getBytes(StandardCharsets.UTF_8);
  private static final long NUMBER = 0x0102030405060708L;

  /**
   * A field. `size` is that of one number, and `length` is the number of characters of an array.
   */
  private record Field(String name, int offset, int size, int length) {}

  private record Struct(int size, int alignment, List<Field> fields) {
    Field field(String name) {
      return fields.stream().filter(field -> field.name.equals(name)).findFirst().orElse(null);
    }
  }

  private static Map<String, Struct> structs() throws IOException {
    String header =
        Headers.read(Path.of(System.getProperty("koord.source")))
            .replaceAll("(?s)/\\*.*?\\*/", "");
    Map<String, Struct> structs = new LinkedHashMap<>();
    Matcher found = Pattern.compile("(?s)typedef struct (\\w+) \\{(.*?)} \\1;").matcher(header);
    while (found.find()) {
      List<Field> fields = new ArrayList<>();
      int end = 0;
      int widest = 1;
      for (String line : found.group(2).split(";")) {
        if (line.isBlank()) {
          continue;
        }
        Matcher field = Pattern.compile("(\\w+)\\s+(\\w+)(?:\\[(\\d+)])?").matcher(line.strip());
        assertTrue(field.matches(), line);
        Struct inner = structs.get(field.group(1));
        int length = field.group(3) == null ? 1 : Integer.parseInt(field.group(3));
        int size = field.group(1).matches("char|uint8_t") ? 1 : field.group(1).contains("64") ? 8 : 4;
        int alignment = inner == null ? size : inner.alignment;
        int offset = (end + alignment - 1) / alignment * alignment;
        String name = field.group(2);
        if (inner == null) {
          fields.add(new Field(name, offset, size, length));
        } else {
          inner.fields.forEach(
              f -> fields.add(new Field(name + "." + f.name, offset + f.offset, f.size, f.length)));
        }
        end = offset + (inner == null ? size * length : inner.size);
        widest = Math.max(widest, alignment);
      }
      structs.put(found.group(1), new Struct((end + widest - 1) / widest * widest, widest, fields));
    }
    return structs;
  }

  private static String snake(String camel) {
    return camel.replaceAll("([A-Z])", "_$1").toLowerCase().replaceFirst("^_", "");
  }

  private static String structOf(Class<?> type) {
    return "koord_" + snake(type.getSimpleName());
  }

  private static List<Class<?>> classes() throws Exception {
    List<Class<?>> classes = new ArrayList<>();
    Path sources = Path.of(System.getProperty("koord.source"), "bindings/java/src/main/java/org/koord");
    try (Stream<Path> files = Files.list(sources)) {
      for (Path file : files.sorted().toList()) {
        String name = file.getFileName().toString().replace(".java", "");
        if (!name.contains("-")) {
          classes.add(Class.forName("org.koord." + name));
        }
      }
    }
    return classes;
  }

  /** The size of each struct in C equals the size computed here. */
  @Test
  void structsAreAsLargeAsInC() throws Exception {
    int seen = 0;
    for (Map.Entry<String, Struct> struct : structs().entrySet()) {
      assertEquals(struct.getValue().size, size(struct.getKey()), struct.getKey());
      seen++;
    }
    assertTrue(seen > 60, seen + " structs");
  }

  private static int size(String struct) throws Exception {
    return KoordRawConstants.class.getField(struct + "_size").getInt(null);
  }

  // ---- Records

  private static Object read(Method read, ByteBuffer bytes) throws Exception {
    Memory memory = new Memory(bytes, 0, 0);
    Object[] arguments = new Object[read.getParameterCount()];
    for (int i = 0; i < arguments.length; i++) {
      Class<?> type = read.getParameterTypes()[i];
      arguments[i] = type == CpuSet.class ? CpuSet.EMPTY : i == 0 ? memory : new Memory(arena(), 0, 0);
    }
    return read.invoke(null, arguments);
  }

  private static ByteBuffer arena() {
    ByteBuffer arena = Frame.direct(64);
    arena.put(3, MARK);
    return arena;
  }

  /** Collects components by name, including those of nested records: "before.moved". */
  private static void flatten(String prefix, Object value, Map<String, Object> into) throws Exception {
    for (RecordComponent component : value.getClass().getRecordComponents()) {
      Method accessor = component.getAccessor();
      accessor.setAccessible(true);
      Object part = accessor.invoke(value);
      String name = prefix + snake(component.getName());
      if (part instanceof Refusal refusal) {
        Map<String, Object> codes = new LinkedHashMap<>();
        flatten(name + ".", refusal, codes);
        codes.forEach((key, code) -> into.put(key.replaceFirst("_code$", ""), code));
      } else if (part instanceof Record) {
        flatten(name + ".", part, into);
      } else {
        into.put(value instanceof Refusal ? name.replaceFirst("_code$", "") : name, part);
      }
    }
  }

  private static Map<String, Object> components(Object record) throws Exception {
    Map<String, Object> components = new LinkedHashMap<>();
    flatten("", record, components);
    return components;
  }

  private static List<String> changed(Map<String, Object> from, Map<String, Object> to) {
    List<String> names = new ArrayList<>();
    from.forEach(
        (name, value) -> {
          if (!Objects.equals(value, to.get(name))) {
            names.add(name);
          }
        });
    return names;
  }

  @Test
  void recordsReadTheirStructs() throws Exception {
    Map<String, Struct> structs = structs();
    int records = 0;
    for (Class<?> type : classes()) {
      if (!type.isRecord()) {
        continue;
      }
      for (Method read : type.getDeclaredMethods()) {
        if (read.getName().equals("read") && Modifier.isStatic(read.getModifiers())) {
          read.setAccessible(true);
          check(type, read, structs.get(structOf(type)));
          records++;
        }
      }
    }
    assertTrue(records >= 35, records + " records");
  }

  private static void check(Class<?> type, Method read, Struct struct) throws Exception {
    ByteBuffer zeros = Frame.direct(struct.size);
    Map<String, Object> empty = components(read(read, zeros));
    TreeSet<String> covered = new TreeSet<>();
    for (Field field : struct.fields) {
      ByteBuffer bytes = Frame.direct(struct.size);
      String name = field.name;
      if (name.endsWith("_offset")) {
        bytes.putInt(field.offset, 3);
        assertEquals(List.of(), changed(empty, components(read(read, bytes))), type + " " + name);
        continue;
      }
      String component = name.endsWith("_length") ? name.replaceFirst("_length$", "") : name;
      Object want = null;
      if (name.endsWith("_length")) {
        bytes.putInt(field.offset - 4, 3).putInt(field.offset, MARK.length);
        want = "mark";
      } else if (field.length > 1) {
        bytes.put(field.offset, MARK);
        want = "mark";
      } else if (empty.get(component) instanceof Enum<?> value) {
        Object[] constants = value.getDeclaringClass().getEnumConstants();
        Coded known = (Coded) constants[constants.length - 2];
        if (field.size == 1) {
          bytes.put(field.offset, (byte) known.code());
        } else {
          bytes.putInt(field.offset, known.code());
        }
        want = known;
      } else if (field.size == 8) {
        bytes.putLong(field.offset, NUMBER);
        want = NUMBER;
      } else if (field.size == 1) {
        bytes.put(field.offset, (byte) 200);
        want = 200;
      } else {
        bytes.putInt(field.offset, (int) NUMBER);
        want = (int) NUMBER;
      }
      Map<String, Object> got = components(read(read, bytes));
      if (!empty.containsKey(component) || empty.get(component) instanceof CpuSet
          || empty.get(component) instanceof List) {
        // Fields without a component: sizes, zeros, flags with methods, counts that a set implies.
        assertTrue(
            name.matches("struct_size|(.*\\.)?(zero|reserved|flags|properties)|cpus|numa_nodes|row"),
            type + " has nothing for " + name);
        continue;
      }
      assertEquals(want, got.get(component), type + " " + name);
      assertEquals(List.of(component), changed(empty, got), type + " " + name);
      covered.add(component);
    }
    TreeSet<String> left = new TreeSet<>(empty.keySet());
    left.removeAll(covered);
    // CPU sets, texts and flag values come from elsewhere.
    left.removeIf(name -> name.matches("cpus|numa_nodes|resource|unlimited|preferred|shares"));
    assertEquals(new TreeSet<String>(), left, type + " has components without a field");
  }

  // ---- Options

  /** Members of a struct that describe the arrays of its call; the call sets them. */
  private static final String OF_ARRAYS = "words|sets|grant_stride|grant_count";

  private static ByteBuffer written(Class<?> type, Object options, Struct struct) throws Exception {
    Method write = writer(type);
    write.setAccessible(true);
    Object[] arguments = new Object[write.getParameterCount()];
    java.util.Arrays.fill(arguments, 0);
    try (Frame frame = Frame.open()) {
      arguments[0] = frame;
      arguments[1] = options;
      long address = (long) write.invoke(null, arguments);
      java.lang.reflect.Field stack = Frame.class.getDeclaredField("stack");
      java.lang.reflect.Field start = Frame.class.getDeclaredField("stackAddress");
      stack.setAccessible(true);
      start.setAccessible(true);
      ByteBuffer copy = Frame.direct(struct.size);
      int from = (int) (address - (long) start.get(frame));
      copy.put(0, (ByteBuffer) stack.get(frame), from, struct.size);
      return copy;
    }
  }

  /** Returns the method that writes options: (frame, options, sizes of the call's arrays). */
  static Method writer(Class<?> type) {
    return Stream.of(type.getDeclaredMethods())
        .filter(m -> m.getName().equals("write") && m.getParameterCount() >= 2
            && m.getParameterTypes()[0] == Frame.class && m.getParameterTypes()[1] == type)
        .findAny().orElse(null);
  }

  @Test
  void optionsWriteTheirStructs() throws Exception {
    Map<String, Struct> structs = structs();
    int options = 0;
    for (Class<?> type : classes()) {
      if (writer(type) == null) {
        continue;
      }
      Struct struct = structs.get(structOf(type));
      ByteBuffer plain = written(type, type.getDeclaredConstructor().newInstance(), struct);
      assertEquals(struct.size, plain.getInt(0), type + " struct_size");
      TreeSet<String> covered = new TreeSet<>();
      for (Method setter : type.getDeclaredMethods()) {
        if (Modifier.isPublic(setter.getModifiers()) && setter.getReturnType() == type) {
          covered.add(set(type, setter, struct, plain));
        }
      }
      TreeSet<String> left = new TreeSet<>();
      for (Field field : struct.fields) {
        if (!field.name.matches(field.size == 8 ? "" : "struct_size|flags|zero|reserved") && !field.name.matches(OF_ARRAYS)) {
          left.add(field.name);
        }
      }
      left.removeAll(covered);
      assertEquals(new TreeSet<String>(), left, type + " cannot set");
      options++;
    }
    assertTrue(options >= 19, options + " kinds of options");
  }

  private static String set(Class<?> type, Method setter, Struct struct, ByteBuffer plain) throws Exception {
    Object changed = type.getDeclaredConstructor().newInstance();
    Class<?> parameter = setter.getParameterTypes()[0];
    boolean flag = parameter == boolean.class;
    boolean inOptions = struct.field("options") != null;
    Field field = struct.field(flag ? inOptions ? "options" : "flags" : snake(setter.getName()));
    Field stated = flagOf(type, field) ? struct.field("flags") : null;
    assertTrue(field != null, type + "." + setter.getName());
    long want;
    if (flag) {
      changed = setter.invoke(changed, true);
      want = 0;
    } else if (parameter == int.class) {
      changed = setter.invoke(changed, (int) NUMBER);
      want = (int) NUMBER;
    } else if (parameter == long.class) {
      changed = setter.invoke(changed, NUMBER);
      want = NUMBER;
    } else {
      Object[] constants = parameter.getEnumConstants();
      Coded known = (Coded) constants[constants.length - 2];
      changed = setter.invoke(changed, known);
      want = known.code();
    }
    ByteBuffer got = written(type, changed, struct);
    for (Field each : struct.fields) {
      long before = value(plain, each);
      long after = value(got, each);
      String what = type + "." + setter.getName() + " and " + each.name;
      if (each.equals(stated)) {
        assertEquals(1, Long.bitCount(after ^ before), what);
      } else if (!each.equals(field)) {
        assertEquals(before, after, what);
      } else if (flag) {
        assertEquals(1, Long.bitCount(after ^ before), what);
      } else {
        assertEquals(want, after, what);
      }
    }
    return field.name;
  }

  /** Returns true if a flag states the presence of a field: one setter sets both. */
  private static boolean flagOf(Class<?> type, Field field) {
    String name = "has_" + field.name;
    return Stream.of(type.getDeclaredMethods()).anyMatch(method -> snake(method.getName()).equals(name));
  }

  private static long value(ByteBuffer bytes, Field field) {
    return field.size == 8 ? bytes.getLong(field.offset) : bytes.getInt(field.offset);
  }

  // ---- Rows that are written

  @Test
  void rowsThatAreReadAreWrittenAlike() {
    Memory memory = new Memory(Frame.direct(64), 0, 0);
    Cpu cpu = new Cpu(1, 2, 3, 4, 5, 6, 7, 8);
    cpu.write(memory);
    assertEquals(KoordRaw.koord_cpu_size, memory.position());
    assertEquals(cpu, Cpu.read(memory.seek(0)));
    NumaGrant grant = new NumaGrant(1, 2, 3);
    grant.write(memory.seek(0));
    assertEquals(KoordRaw.koord_numa_grant_size, memory.position());
    assertEquals(grant, NumaGrant.read(memory.seek(0)));
    NumaHint hint = new NumaHint(5, 7, NumaHintFlag.PREFERRED.code());
    hint.write(memory.seek(0));
    assertEquals(KoordRaw.koord_numa_hint_size, memory.position());
    assertEquals(hint, NumaHint.read(memory.seek(0)));
    NumaPlace place = new NumaPlace(3, NumaUse.SHARED);
    place.write(memory.seek(0));
    assertEquals(KoordRaw.koord_numa_place_size, memory.position());
    assertEquals(place, NumaPlace.read(memory.seek(0)));
  }

  @Test
  void rowsWithTextsAreWhole() throws Exception {
    Map<String, Struct> structs = structs();
    Texts texts = new Texts();
    ByteBuffer bytes = Frame.direct(64);
    Memory memory = new Memory(bytes, 0, 0);
    new TaskClass(21, 22, 23, 24, "A100", 25).write(memory.seek(0), texts);
    assertEquals(KoordRaw.koord_task_class_size, memory.position());
    Struct task = structs.get("koord_task_class");
    assertEquals(21, value(bytes, task.field("tasks")));
    assertEquals(22, value(bytes, task.field("cpu_milli")));
    assertEquals(23, value(bytes, task.field("gpu_milli")));
    assertEquals(24, value(bytes, task.field("gpu_count")));
    assertEquals(0, value(bytes, task.field("models_offset")));
    assertEquals(4, value(bytes, task.field("models_length")));
    assertEquals(25, value(bytes, task.field("memory")));
  }

  @Test
  void verdictsAreReadInPlace() throws Exception {
    Struct struct = structs().get("koord_verdict");
    Verdicts verdicts = new Verdicts(1);
    assertEquals(struct.size, Verdicts.ROW_BYTES);
    java.lang.reflect.Field rows = Verdicts.class.getDeclaredField("rows");
    java.lang.reflect.Field count = Verdicts.class.getDeclaredField("count");
    rows.setAccessible(true);
    count.setAccessible(true);
    count.setInt(verdicts, 1);
    ByteBuffer bytes = (ByteBuffer) rows.get(verdicts);
    bytes.putInt(struct.field("node").offset, 5);
    bytes.putInt(struct.field("reason").offset, Reason.CPU_TAKEN.code());
    bytes.putInt(struct.field("score").offset, 7);
    bytes.putInt(struct.field("flags").offset, KoordRaw.KOORD_VERDICT_REMOVED);
    assertEquals(verdicts.get(0), new Verdict(5, Reason.CPU_TAKEN, 7, KoordRaw.KOORD_VERDICT_REMOVED));
    assertEquals(5, verdicts.node(0));
    assertEquals(Reason.CPU_TAKEN, verdicts.reason(0));
    assertEquals(7, verdicts.score(0));
    assertTrue(verdicts.removed(0) && !verdicts.unresolvable(0) && !verdicts.fits(0));
    assertTrue(!verdicts.invalidRequest(0) && !verdicts.get(0).invalidRequest());
    assertTrue(verdicts.get(0).removed() && !verdicts.get(0).unresolvable() && !verdicts.get(0).fits());
  }
}
