package org.koord;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Loads the native library once, when the first class of this package needs it. In this order:
 *
 * <ol>
 *   <li>the file that the property {@value #PATH_PROPERTY} names; if it is set, nothing else is
 *       tried;
 *   <li>{@code System.loadLibrary("koord-jni")}, which searches {@code java.library.path};
 *   <li>the copy inside the jar, which is extracted below the directory that the property {@value
 *       #EXTRACT_PROPERTY} names, otherwise below {@code java.io.tmpdir}, into a new directory that
 *       only this user may enter and that is removed once the library is loaded. The directory must
 *       not be mounted noexec.
 * </ol>
 *
 * <p>Programs that load the library themselves call {@link #assumeLoaded} first.
 */
public final class NativeLoader {
  /** Property: path of libkoord-jni.so. */
  public static final String PATH_PROPERTY = "org.koord.library.path";

  /** Property: directory for the libraries extracted from the jar. */
  public static final String EXTRACT_PROPERTY = "org.koord.extract.dir";

  private static final String NAME = "koord-jni";
  private static final String FILE = "libkoord-jni.so";
  /** File in the jar that names its libraries, each after those that it depends on. */
  private static final String LIST = "libraries";

  private static final int MAX_LIBRARIES = 16;
  private static final int MAX_LIST_BYTES = 4096;
  private static final long MAX_LIBRARY_BYTES = 256L << 20;

  private static boolean loaded;

  private NativeLoader() {}

  /** Returns the version of libkoord. Throws UnsatisfiedLinkError if it is not loaded. */
  private static native int version();

  /** Returns false if the library that was loaded last is not the one of this package. */
  private static boolean isKoord() {
    try {
      version();
      return true;
    } catch (UnsatisfiedLinkError e) {
      return false;
    }
  }

  /** Declares that the program has loaded the native library, or is linked with it. */
  public static synchronized void assumeLoaded() {
    loaded = true;
  }

  /**
   * Loads the native library unless it is loaded. Throws UnsatisfiedLinkError with the attempts and
   * their errors.
   */
  public static synchronized void load() {
    if (loaded) {
      return;
    }
    String path = System.getProperty(PATH_PROPERTY);
    if (path != null) {
      loadFile(path);
    } else {
      loadByName();
    }
    loaded = true;
  }

  private static void loadFile(String path) {
    String reason;
    UnsatisfiedLinkError error = null;
    try {
      Path file = Path.of(path).toAbsolutePath();
      if (!Files.exists(file)) {
        reason = "there is no such file, or its directory cannot be read";
      } else if (!Files.isRegularFile(file)) {
        reason = "it is not a file";
      } else {
        System.load(file.toString());
        if (isKoord()) {
          return;
        }
        reason = "it is another library";
      }
    } catch (InvalidPathException e) {
      reason = "it is not a path: " + e.getReason();
    } catch (UnsatisfiedLinkError e) {
      error = e;
      reason = "it does not load: " + e.getMessage();
    }
    UnsatisfiedLinkError failure =
        new UnsatisfiedLinkError("property " + PATH_PROPERTY + ": " + path + ": " + reason
            + "; expected the path of " + FILE);
    if (error != null) {
      failure.addSuppressed(error);
    }
    throw failure;
  }

  private static void loadByName() {
    try {
      System.loadLibrary(NAME);
    } catch (UnsatisfiedLinkError notOnPath) {
      if (NativeLoader.class.getResource(resource(LIST)) == null) {
        throw failure("it is not on java.library.path, and this jar does not carry it for "
            + platform(), notOnPath);
      }
      loadCarried(notOnPath);
      return;
    }
    if (!isKoord()) {
      throw new UnsatisfiedLinkError(FILE + " on java.library.path is another library; "
          + PATH_PROPERTY + " may name the file");
    }
  }

  private static void loadCarried(UnsatisfiedLinkError notOnPath) {
    String chosen = System.getProperty(EXTRACT_PROPERTY, System.getProperty("java.io.tmpdir"));
    List<Path> files = new ArrayList<>();
    try {
      Path parent = Path.of(chosen);
      if (!Files.isDirectory(parent)) { // Java 17 rejects a symbolic link to a directory
        Files.createDirectories(parent);
      }
      Path directory = Files.createTempDirectory(parent, "koord");
      files.add(directory);
      for (String name : listedLibraries()) {
        extract(name, directory, files);
      }
    } catch (IOException | InvalidPathException e) {
      delete(files);
      UnsatisfiedLinkError error =
          failure("the copy in the jar cannot be extracted to " + chosen + " (" + e + "); set "
              + EXTRACT_PROPERTY + " to another directory", notOnPath);
      error.addSuppressed(e);
      throw error;
    }
    try {
      for (Path file : files.subList(1, files.size())) {
        System.load(file.toString());
      }
    } catch (UnsatisfiedLinkError e) {
      UnsatisfiedLinkError error =
          failure("the copy in the jar was extracted to " + chosen + " but does not load: "
              + e.getMessage() + ". If that directory is mounted noexec, set " + EXTRACT_PROPERTY
              + " to one from which programs may run", notOnPath);
      error.addSuppressed(e);
      throw error;
    } finally {
      delete(files); // mapped files stay in memory
    }
  }

  /** Returns the names of the libraries in the jar. */
  private static List<String> listedLibraries() throws IOException {
    byte[] list = new byte[0];
    try (InputStream text = NativeLoader.class.getResourceAsStream(resource(LIST))) {
      if (text != null) {
        list = text.readNBytes(MAX_LIST_BYTES + 1);
      }
    }
    List<String> names = new String(list, StandardCharsets.US_ASCII).lines().toList();
    if (list.length > MAX_LIST_BYTES || names.isEmpty() || names.size() > MAX_LIBRARIES) {
      throw new IOException(resource(LIST) + " in the jar: expected 1 to " + MAX_LIBRARIES + " names");
    }
    for (String name : names) {
      if (!name.matches("[A-Za-z0-9][A-Za-z0-9._+-]*")) {
        throw new IOException(resource(LIST) + " in the jar: found \"" + name + "\", expected the name of a file");
      }
    }
    return names;
  }

  private static void extract(String name, Path directory, List<Path> files) throws IOException {
    Path file = directory.resolve(name);
    try (InputStream library = NativeLoader.class.getResourceAsStream(resource(name))) {
      if (library == null) {
        throw new IOException(resource(name) + " is not in the jar");
      }
      files.add(file);
      try (OutputStream out = Files.newOutputStream(file)) {
        byte[] part = new byte[65536];
        long size = 0;
        for (int count = library.read(part); count >= 0; count = library.read(part)) {
          size += count;
          if (size > MAX_LIBRARY_BYTES) {
            throw new IOException(resource(name) + " in the jar: more than " + MAX_LIBRARY_BYTES + " bytes");
          }
          out.write(part, 0, count);
        }
      }
    }
  }

  private static void delete(List<Path> files) {
    for (int i = files.size() - 1; i >= 0; i--) {
      try {
        Files.deleteIfExists(files.get(i));
      } catch (IOException e) {
        files.get(i).toFile().deleteOnExit();
      }
    }
  }

  private static String resource(String name) {
    return "/org/koord/native/" + platform() + "/" + name;
  }

  private static String platform() {
    String system = System.getProperty("os.name").toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
    return system + "-" + System.getProperty("os.arch");
  }

  private static UnsatisfiedLinkError failure(String why, UnsatisfiedLinkError notOnPath) {
    UnsatisfiedLinkError error =
        new UnsatisfiedLinkError("lib" + NAME + ".so does not load: " + why + " ("
            + notOnPath.getMessage() + "); " + PATH_PROPERTY + " may name the file");
    error.addSuppressed(notOnPath);
    return error;
  }
}
