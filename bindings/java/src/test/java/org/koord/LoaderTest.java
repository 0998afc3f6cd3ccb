package org.koord;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The places from which the native library is loaded. Each test starts its own Java, because a
 * process loads the library only once.
 */
class LoaderTest {
  private static final String CARRIED =
      "/org/koord/native/linux-" + System.getProperty("os.arch") + "/libkoord-jni.so";

  /**
   * The child program: prints the version of the library, or the reason for which it was not
   * loaded.
   */
  public static final class Child {
    private Child() {}

    public static void main(String[] arguments) {
      try {
        if (arguments.length > 0) {
          System.load(arguments[0]);
          NativeLoader.assumeLoaded();
        }
        NativeLoader.load();
        NativeLoader.load();
        System.out.print("version " + Koord.version());
      } catch (UnsatisfiedLinkError e) {
        System.out.print("error " + e.getMessage());
      }
    }
  }

  private static List<String> command(List<String> properties, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin/java").toString());
    command.add("-Xcheck:jni");
    command.add("--enable-native-access=ALL-UNNAMED"); // newer versions warn without it
    properties.forEach(property -> command.add("-D" + property));
    command.add("-cp");
    command.add(System.getProperty("koord.classpath", System.getProperty("java.class.path")));
    command.add("org.koord.LoaderTest$Child");
    command.addAll(List.of(arguments));
    return command;
  }

  private static String run(List<String> command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(process.waitFor(60, TimeUnit.SECONDS), said);
    return said.strip();
  }

  private static String java(List<String> properties, String... arguments) throws Exception {
    return run(command(properties, arguments));
  }

  /** Returns the library that these tests run with. */
  private static Path library() {
    String path = System.getProperty(NativeLoader.PATH_PROPERTY);
    assumeTrue(path != null, "skipped: " + NativeLoader.PATH_PROPERTY + " is not set");
    return Path.of(path).toAbsolutePath();
  }

  private static void assumeCarried() {
    assumeTrue(NativeLoader.class.getResource(CARRIED) != null, "skipped: the jar carries no library");
  }

  private static String extracting(Path directory) {
    return NativeLoader.EXTRACT_PROPERTY + "=" + directory;
  }

  private static String working() {
    return "version " + Koord.version();
  }

  @Test
  void thePropertyNamesTheFile() throws Exception {
    assertEquals(working(), java(List.of(NativeLoader.PATH_PROPERTY + "=" + library())));
    String none =
        java(List.of(NativeLoader.PATH_PROPERTY + "=/nowhere/lib.so", "java.library.path=" + library().getParent()));
    assertEquals("error property org.koord.library.path: /nowhere/lib.so: there is no such file, or "
        + "its directory cannot be read; expected the path of libkoord-jni.so", none);
  }

  @Test
  void aWrongFileIsNamedWithTheProperty(@TempDir Path directory) throws Exception {
    Path text = Files.writeString(directory.resolve("libkoord-jni.so"), "no library");
    Path other = library().getParent().resolve("../../src/libkoord.so.1").normalize();
    for (Path wrong : List.of(text, directory, other)) {
      String said = java(List.of(NativeLoader.PATH_PROPERTY + "=" + wrong));
      assertTrue(said.contains("error property " + NativeLoader.PATH_PROPERTY + ": " + wrong + ": it "), said);
      assertTrue(said.endsWith("; expected the path of libkoord-jni.so"), said);
      assertEquals(wrong == other, said.contains(": it is another library;"), said);
    }
  }

  @Test
  void aWrongFileOnTheLibraryPathIsNamed(@TempDir Path directory) throws Exception {
    Path other = library().getParent().resolve("../../src/libkoord.so.1").normalize();
    Files.createSymbolicLink(directory.resolve("libkoord-jni.so"), other);
    assertEquals("error libkoord-jni.so on java.library.path is another library; "
        + "org.koord.library.path may name the file", java(List.of("java.library.path=" + directory)));
  }

  @Test
  void theLibraryPathHasIt(@TempDir Path empty) throws Exception {
    Path file = Files.writeString(empty.resolve("file"), "");
    // A library on the path is not extracted, which would fail here.
    assertEquals(working(), java(List.of("java.library.path=" + library().getParent(), extracting(file))));
  }

  @Test
  void theJarCarriesIt(@TempDir Path chosen) throws Exception {
    assumeCarried();
    Path below = chosen.resolve("made/here");
    assertEquals(working(), java(List.of("java.library.path=/nowhere", extracting(below))));
    assertEmpty(below);
    Path link = Files.createSymbolicLink(chosen.resolve("link"), below);
    assertEquals(working(), java(List.of("java.library.path=/nowhere", extracting(link))));
    assertEquals(working(), java(List.of("java.library.path=/nowhere", "java.io.tmpdir=" + chosen)));
  }

  private static void assertEmpty(Path directory) throws IOException {
    try (Stream<Path> left = Files.list(directory)) {
      assertEquals(List.of(), left.toList());
    }
  }

  @Test
  void aPlaceThatCannotBeWrittenIsNamed(@TempDir Path directory) throws Exception {
    assumeCarried();
    Path file = Files.writeString(directory.resolve("file"), "");
    String said = java(List.of("java.library.path=/nowhere", extracting(file)));
    assertTrue(said.startsWith("error ") && said.contains("cannot be extracted to " + file), said);
    assertTrue(said.contains(NativeLoader.EXTRACT_PROPERTY), said);
  }

  @Test
  void theListOfLibrariesIsBounded(@TempDir Path directory) throws Exception {
    assumeCarried();
    Path list = directory.resolve("classes" + CARRIED).resolveSibling("libraries");
    Files.createDirectories(list.getParent());
    Path extracted = Files.createDirectory(directory.resolve("extracted"));
    String some = "libkoord-jni.so\n";
    for (String names : List.of("", "../libkoord-jni.so\n", "/etc/passwd\n", "absent.so\n", "\n", some.repeat(17),
        some.repeat(300))) {
      Files.writeString(list, names);
      List<String> command = command(List.of("java.library.path=/nowhere", extracting(extracted)));
      int place = command.indexOf("-cp") + 1;
      command.set(place, directory.resolve("classes") + ":" + command.get(place)); // before the jar
      String said = run(command);
      assertTrue(said.startsWith("error ") && said.contains("cannot be extracted") && said.contains("in the jar"), said);
      assertEmpty(extracted);
    }
  }

  @Test
  void anotherPlatformIsNamed() throws Exception {
    String said = java(List.of("java.library.path=/nowhere", "os.arch=none"));
    assertTrue(said.contains("this jar does not carry it for linux-none"), said);
    said = java(List.of("java.library.path=/nowhere", "os.name=Plan 9", "os.arch=" + System.getProperty("os.arch")));
    assertTrue(said.contains("this jar does not carry it for plan9-" + System.getProperty("os.arch")), said);
  }

  @Test
  void noexecMountsAreExplained(@TempDir Path directory) throws Exception {
    assumeCarried();
    // A private mount that ends with the process.
    List<String> command =
        new ArrayList<>(List.of("unshare", "-rm", "sh", "-c", "mount -t tmpfs -o noexec tmpfs \"$0\" && exec \"$@\"",
            directory.toString()));
    List<String> probe = new ArrayList<>(command);
    probe.addAll(List.of("echo", "mounted"));
    boolean mounts;
    try {
      mounts = run(probe).equals("mounted");
    } catch (IOException e) {
      mounts = false;
    }
    if (!mounts) {
      System.out.println("skipped: nothing can be mounted noexec here");
    }
    assumeTrue(mounts, "skipped: nothing can be mounted noexec here");
    command.addAll(command(List.of("java.library.path=/nowhere", extracting(directory))));
    String said = run(command);
    assertTrue(said.startsWith("error ") && said.contains("was extracted to " + directory), said);
    assertTrue(said.contains("noexec") && said.contains(NativeLoader.EXTRACT_PROPERTY), said);
  }

  @Test
  void programsMayLoadItThemselves() throws Exception {
    assertEquals(working(),
        java(List.of(NativeLoader.PATH_PROPERTY + "=/nowhere/lib.so"), library().toString()));
  }

  @Test
  void theJarIsAModule() {
    Path jar = Path.of(System.getProperty("koord.classpath", "").split(":")[0]);
    assumeTrue(jar.toString().endsWith(".jar"), "skipped: classes that are in no jar");
    ModuleDescriptor module = ModuleFinder.of(jar).find("org.koord").orElseThrow().descriptor();
    assertTrue(module.isAutomatic() && module.packages().contains("org.koord"), module.toString());
  }
}
